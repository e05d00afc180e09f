// The form: who plays, and on which board.

import * as api from "./api.js";
import { chosen, showBoards } from "./boards.js";
import { ALONE } from "./carrier.js";
import { find, make, notice, say } from "./dom.js";
import { recall, remember } from "./remember.js";

const dialog = find("setup");
const form = find("setup-form");

/** From the weakest up, then those that only follow a habit; the server lists them by name. */
const BOTS = ["easy", "medium", "hard", "perfect", "random", "greedy"];

const MODES = {
	local: "Two people at this screen, in turn.",
	friend: ALONE ?? "You get a link to send. The first to join by it plays with you.",
	computer: null,
};

let lists;
let game;
let begins;

/** Opens the form for a game. `once` guards a button while something is on its way, `begin` begins the game. */
export async function open(id, once, begin) {
	lists ??= await load();
	const past = recall("setup") ?? {};
	game = await showBoards(id, past.options?.[id]);
	begins = () => once(find("begin"), () => begin(proposal(), find("setup-trouble")));
	say(find("setup-title"), game.name);
	notice(find("setup-trouble"), null);
	fill(past);
	dialog.showModal();
	form.querySelector("[name=mode]:checked").focus();
}

async function load() {
	try {
		const { bots } = await api.bots();
		bots.sort((one, two) => BOTS.indexOf(one.id) - BOTS.indexOf(two.id));
		find("bot").replaceChildren(...bots.map((bot) => make("option", { value: bot.id, text: bot.id })));
		return { bots };
	} catch (error) {
		notice(find("trouble"), error.sentence);
		throw error;
	}
}

function fill(past) {
	const chosen = form.querySelector(`[name=mode][value="${CSS.escape(past.mode ?? "computer")}"]`);
	if (chosen) chosen.checked = true;
	select("bot", past.bot ?? "easy");
	select("first", past.first ?? "1");
	select("best-of", past.best_of ?? "1");
	find("name-1").value = past.names?.[0] ?? "";
	find("name-2").value = past.names?.[1] ?? "";
	follow();
}

function select(id, value) {
	const list = find(id);
	const known = [...list.options].some((option) => option.value === value);
	if (known) list.value = value;
}

const mode = () => new FormData(form).get("mode");

/** Shows what belongs to the choices made. */
function follow() {
	const now = mode();
	notice(find("mode-about"), MODES[now]);
	find("bot-field").hidden = now !== "computer";
	find("name-2-field").hidden = now !== "local";
	say(find("name-1-label"), now === "local" ? "Player 1" : "Your name");
	const bot = lists.bots.find((one) => one.id === find("bot").value);
	say(find("bot-about"), bot?.about ?? "");
	const other = { local: "Player 2", friend: "Your friend", computer: "The computer" }[now];
	const [you, them] = find("first").options;
	you.text = now === "local" ? find("name-1").value.trim() || "Player 1" : "You";
	them.text = now === "local" ? find("name-2").value.trim() || other : other;
}

function proposal() {
	const now = mode();
	const names = [find("name-1").value, find("name-2").value];
	const first = find("first").value;
	const past = recall("setup") ?? {};
	remember("setup", {
		mode: now,
		bot: find("bot").value,
		first,
		best_of: find("best-of").value,
		names,
		options: { ...past.options, [game.id]: chosen() },
	});
	return {
		game: game.id,
		options: chosen(),
		mode: now,
		...(now === "computer" && { bot: find("bot").value }),
		first: first === "random" ? first : Number(first),
		best_of: Number(find("best-of").value),
		names: [names[0], now === "local" ? names[1] : ""],
	};
}

form.addEventListener("input", follow);
form.addEventListener("submit", (event) => {
	event.preventDefault();
	begins();
});
find("setup-close").addEventListener("click", () => dialog.close());
