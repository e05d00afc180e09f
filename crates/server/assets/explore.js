// The explore page. Its address holds everything: `#GAME;OPTIONS:MOVES`, side lines in brackets, and behind `&` the place that
// is shown, who played and how it ended, where that is known. A short game may stand behind `?game=`.

import * as api from "./api.js";
import { Board } from "./board.js";
import { chosen, showBoards } from "./boards.js";
import { bdi, cueEdges, find, fit, notice, render, say } from "./dom.js";
import { Explorer } from "./explorer.js";

let about;
let noted;

const board = new Board(find("board"), {
	onPress: (number) => explorer.press(number) || board.refuse(number),
	onPoint: (number) => explorer.point(number),
});
const explorer = new Explorer(find("review"), {
	onTrouble: (text) => notice(find("refusal"), text),
	onStep({ headline, said }, shown, state) {
		find("stands").replaceChildren(...render(headline));
		find("said").replaceChildren(...render(said));
		board.show(shown);
		find("main").dataset.game = state.game;
		document.body.dataset.turn = state.to_move ?? "";
		say(find("name"), state.name);
		find("rules").href = `/rules/${state.game}`;
		document.title = `${state.name}, explored – divvy`;
		if (!about.has("first")) say(find("about"), state.about.join(" · "));
		// Browsers refuse a page that changes its address too often.
		clearTimeout(noted);
		noted = setTimeout(() => history.replaceState(null, "", address()), 200);
	},
});

function address() {
	const { moves, at } = explorer.address;
	about.set("at", at);
	return `/explore#${explorer.rules}${moves && `:${moves}`}&${about}`;
}

/** The game in the address. A stray percent sign in it is the server's to refuse. */
function asked() {
	const [game, ...more] = location.hash.slice(1).split("&");
	about = new URLSearchParams(more.join("&"));
	const text = new URLSearchParams(location.search).get("game") ?? game;
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Which round of how many this is, which only the link can know. */
function seriesOf(names) {
	const [round, rounds] = (about.get("round") ?? "").split("/");
	const [one, two] = (about.get("score") ?? "").split("-");
	return [
		...(rounds ? [` · round ${round}, best of ${rounds}; the link holds this round only`] : []),
		...(two ? [" · ", bdi(names[0]), ` ${one}, `, bdi(names[1]), ` ${two}`] : []),
	];
}

/** The review of the main line, with what the notation has no room for. */
function reviewed(game) {
	const names = [about.get("first") ?? "", about.get("second") ?? ""];
	const resigned = about.has("resigned") ? Number(about.get("resigned")) : null;
	// Side lines stand in brackets.
	let main = game;
	for (let before; before !== main;) [before, main] = [main, main.replace(/\([^()]*\)/g, "")];
	return api.reviewOf({ game: main, names, resigned });
}

async function open() {
	const game = asked();
	if (!game) {
		choose();
		return;
	}
	try {
		const [rules, moves = ""] = game.split(":");
		const answer = moves ? await reviewed(game) : undefined;
		const names = answer?.names ?? ["Player 1", "Player 2"];
		if (about.has("first")) find("about").replaceChildren(...render(answer.parts.players), ...seriesOf(names));
		await explorer.show({ rules, moves, at: about.get("at"), answer, players: { names } });
	} catch (error) {
		if (!(error instanceof api.Refusal)) throw error;
		notice(find("refusal"), error.sentence);
	}
}

/** Opens the form in which another position is chosen. */
async function choose() {
	find("position").value = explorer.open ? explorer.notation() : "";
	notice(find("setup-trouble"), null);
	find("setup").showModal();
	await showBoards(find("game").value);
}

find("other").addEventListener("click", choose);
find("game").addEventListener("change", ({ target }) => showBoards(target.value));
find("setup-close").addEventListener("click", () => find("setup").close());
find("setup-form").addEventListener("submit", async (event) => {
	event.preventDefault();
	const pasted = find("position").value.trim();
	const wanted = pasted ? { position: pasted } : { game: find("game").value, options: chosen() };
	try {
		const { notation } = await api.ask({ command: "board", ...wanted });
		find("setup").close();
		location.assign(`/explore#${notation}`);
	} catch (error) {
		if (!(error instanceof api.Refusal)) throw error;
		notice(find("setup-trouble"), error.sentence);
	}
});
find("hide").addEventListener("click", ({ currentTarget }) => {
	const hidden = currentTarget.getAttribute("aria-pressed") !== "true";
	currentTarget.setAttribute("aria-pressed", String(hidden));
	explorer.hide(hidden);
});
find("copy").addEventListener("click", async ({ currentTarget }) => {
	(await api.module("link.js")).pass(location.origin + address(), document.title, currentTarget);
});
document.addEventListener("keydown", (event) => {
	const { key, target } = event;
	if (!explorer.open || event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, dialog"))
		return;
	// On the board arrows go from number to number.
	if ((key.length === 1 || !target.closest("#board")) && explorer.key(key)) event.preventDefault();
});
addEventListener("hashchange", open);
for (const line of ["turn", "said", "refusal"]) fit(find(line));
for (const part of ["board", "review"]) cueEdges(find(part));
open();
