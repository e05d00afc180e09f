// The form: who plays, and by which options. Which options a game has, the server says.

import * as api from "./api.js";
import { find, make, notice, say } from "./dom.js";
import { recall, remember } from "./remember.js";

const dialog = find("setup");
const form = find("setup-form");

/** What the computer is called: two players of one name could not be told apart. */
export const computerBeside = (name) => (name.trim().toLowerCase() === "computer" ? "The computer" : "Computer");

const MODES = {
	local: "Two people at this screen, in turn.",
	friend: "You get a link to send. The first to join by it plays with you.",
	computer: null,
};

let lists;
let game;
let begins;

/** What the server has written on the game's card: the proposed options, and what there is to say about two boards. */
let card;

/** Opens the form for a game. `once` guards a button while something is on its way, `begin` begins the game. */
export async function open(id, once, begin) {
	lists ??= await load();
	game = lists.games.find((one) => one.id === id);
	card = document.querySelector(`[data-game="${CSS.escape(id)}"]`).dataset;
	begins = () => once(find("begin"), () => begin(proposal(), find("setup-trouble")));
	say(find("setup-title"), game.name);
	notice(find("setup-trouble"), null);
	fill();
	dialog.showModal();
	form.querySelector("[name=mode]:checked").focus();
}

async function load() {
	try {
		const [{ games, max_size }, { bots }] = await Promise.all([api.games(), api.bots()]);
		find("bot").replaceChildren(...bots.map((bot) => make("option", { value: bot.id, text: bot.id })));
		return { games, bots, max_size };
	} catch (error) {
		notice(find("trouble"), error.sentence);
		throw error;
	}
}

function fill() {
	const past = recall("setup") ?? {};
	const chosen = form.querySelector(`[name=mode][value="${CSS.escape(past.mode ?? "computer")}"]`);
	if (chosen) chosen.checked = true;
	select("bot", past.bot ?? "easy");
	select("first", past.first ?? "1");
	select("best-of", past.best_of ?? "1");
	find("name-1").value = past.names?.[0] ?? "";
	find("name-2").value = past.names?.[1] ?? "";
	say(find("contest-about"), card.contest);
	say(find("specified-about"), card.specified);
	setOptions(past.options?.[game.id] ?? JSON.parse(card.options));
	follow();
}

/** Fills the options in; what is left out is as specified. */
function setOptions(values) {
	const isSwitch = (option) => option.kind === "switch";
	// Switches stand together at the end.
	const fields = [...game.options].sort((one, two) => isSwitch(one) - isSwitch(two));
	find("options").replaceChildren(
		make("legend", { class: "unseen", text: "Options" }),
		...fields.map((option) => field(option, values[option.name] ?? option.default)),
	);
}

/** Which of the boards the options are. */
function boardOf(chosen) {
	const text = (values) => JSON.stringify(Object.entries(values).sort());
	if (text(chosen) === text(JSON.parse(card.options))) return "contest";
	return text(chosen) === "[]" ? "specified" : "own";
}

function select(id, value) {
	const list = find(id);
	const known = [...list.options].some((option) => option.value === value);
	if (known) list.value = value;
}

function field(option, value) {
	const id = `option-${option.name}`;
	const label = make("label", { for: id, text: option.label });
	if (option.kind === "switch") {
		const box = make("input", { id, type: "checkbox", "data-option": option.name });
		box.checked = value === true;
		return make("div", { class: "field switch" }, box, label);
	}
	let input;
	if (option.kind === "choice") {
		const choices = option.values.map((one, index) => make("option", { value: one, text: option.labels[index] }));
		input = make("select", { id, "data-option": option.name }, ...choices);
		input.value = value;
	} else {
		input = make("input", {
			id,
			type: "number",
			min: 1,
			max: lists.max_size,
			step: 1,
			"data-option": option.name,
			placeholder: option.default ?? option.empty,
		});
		input.value = value ?? "";
	}
	return make("div", { class: "field" }, label, input);
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
	form.querySelector(`[name=board][value=${boardOf(options())}]`).checked = true;
}

/** A board was chosen: its options are filled in, or shown to be changed. */
function choose(value) {
	if (value === "own") find("options-more").open = true;
	else setOptions(value === "contest" ? JSON.parse(card.options) : {});
}

/** The options that differ from the usual ones, as the server takes them. */
function options() {
	const chosen = {};
	for (const option of game.options) {
		const input = form.querySelector(`[data-option="${option.name}"]`);
		const value =
			input.type === "checkbox"
				? input.checked
				: option.kind === "number"
					? input.value.trim() && Number(input.value)
					: option.values[input.selectedIndex];
		if (value !== "" && value !== option.default) chosen[option.name] = value;
	}
	return chosen;
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
		options: { ...past.options, [game.id]: options() },
	});
	return {
		game: game.id,
		options: options(),
		mode: now,
		...(now === "computer" && { bot: find("bot").value }),
		first: first === "random" ? first : Number(first),
		best_of: Number(find("best-of").value),
		names: [names[0], { local: names[1], friend: "", computer: computerBeside(names[0]) }[now]],
	};
}

form.addEventListener("input", ({ target }) => {
	if (target.name === "board") choose(target.value);
	// As long as no option differs, following would choose the board again that the options make.
	if (target.name !== "board" || target.value !== "own") follow();
});
form.addEventListener("submit", (event) => {
	event.preventDefault();
	begins();
});
// What is wrong must be in sight.
form.addEventListener(
	"invalid",
	() => {
		find("options-more").open = true;
	},
	true,
);
find("setup-close").addEventListener("click", () => dialog.close());
