// The explore page. Its address holds everything: `#GAME;OPTIONS:MOVES`, side lines in brackets, and behind `&` the place that
// is shown, who played and how it ended, where that is known. A short game may stand behind `?game=`.

import * as api from "./api.js";
import { Board } from "./board.js";
import { to } from "./carrier.js";
import { cueEdges, find, fit, notice, render, say, tell } from "./dom.js";
import { Explorer } from "./explorer.js";
import * as tree from "./tree.js";

let about, noted, players;

const board = new Board(find("board"), {
	onPress: (number) => explorer.press(number) || board.refuse(number),
	onPoint: (number) => explorer.point(number),
});
const onTrouble = (text) => notice(find("refusal"), text);
const explorer = new Explorer(find("review"), {
	legend: find("legend"),
	onTrouble,
	onStep({ headline, said }, shown, state) {
		find("play").disabled = state.over;
		find("stands").replaceChildren(...render(headline));
		find("said").replaceChildren(...render(said));
		board.show(shown);
		find("main").dataset.game = state.game;
		document.body.dataset.turn = state.to_move ?? "";
		say(find("name"), explorer.played ? state.name : `Explore: ${state.name}`);
		find("rules").href = to(`/rules/${state.game}?board=${explorer.rules}`);
		document.title = `${state.name}, explored – divvy`;
		tell(find("about"), [...players, state.about.join(" · "), ...seriesOf(explorer.players.names)]);
		// Browsers refuse a page that changes its address too often.
		clearTimeout(noted);
		noted = setTimeout(() => history.replaceState(null, "", to(address())), 200);
	},
});

function address() {
	const { moves, at } = explorer.address;
	about.set("at", at);
	return `/explore#${explorer.rules}${moves && `:${moves}`}&${about}`;
}

/** The game in the address, decoded in a way that lets a stray percent sign pass: it is the server's to refuse. */
function asked() {
	const [game, ...more] = location.hash.slice(1).split("&");
	about = new URLSearchParams(more.join("&"));
	about.you = [null, 1, 2][Number(about.get("you"))] ?? null;
	const of = (query) => new URLSearchParams(query).get("game");
	return of(location.search) ?? of(`game=${game}`);
}

/** Which round of how many this is, which only the link can know. */
function seriesOf(names) {
	const [round, rounds] = (about.get("round") ?? "").split("/");
	const [one, two] = (about.get("score") ?? "").split("-");
	return [
		...(rounds ? [` · round ${round}, best of ${rounds}; the link holds this round only`] : []),
		...(two ? [" · ", { name: names[0] }, ` ${one}, `, { name: names[1] }, ` ${two}`] : []),
	];
}

/** The review of the main line, with what the notation has no room for. A text that holds no moves is the server's to refuse. */
function reviewed(rules, moves) {
	const names = [about.get("first") ?? "", about.get("second") ?? ""];
	const resigned = about.has("resigned") ? Number(about.get("resigned")) : null;
	const start = tree.read(moves);
	const main = start ? tree.path(tree.line(start).at(-1)) : moves;
	return api.reviewOf({ game: `${rules}:${main}`, names, resigned, you: about.you });
}

function open() {
	clearTimeout(noted);
	find("setup").close();
	const [, rules, moves] = /^([^:]*):?([^]*)$/.exec(asked() || find("main").dataset.position);
	return api.attempt(async () => {
		const played = moves || about.has("first");
		// What is no game is refused before anything is shown.
		const answer = await (played ? reviewed(rules, moves) : api.ask({ command: "board", position: rules }));
		players = about.has("first") ? [...answer.parts.players, " · "] : [];
		const rule = find("game").querySelector(`[value="${rules.split(";")[0]}"]`)?.dataset.rule;
		const seats = { names: answer.names ?? ["Player 1", "Player 2"], you: about.you };
		explorer.show({ rules, moves, at: about.get("at"), answer: played ? answer : null, players: seats, rule });
	}, onTrouble);
}

const onSetup = (text) => notice(find("setup-trouble"), text);
const boards = () => api.module("boards.js");
const showGame = () => api.attempt(async () => (await boards()).showBoards(find("game").value), onSetup);

/** Opens the form in which another position is chosen. */
async function choose() {
	await api.styles("start.css");
	find("position").value = "";
	if (find("main").dataset.game) find("game").value = find("main").dataset.game;
	find("setup").showModal();
	find("setup").focus();
	showGame();
}

find("other").addEventListener("click", () => api.attempt(choose, onTrouble));
find("game").addEventListener("change", showGame);
// The board that is chosen last is meant, not the notation of the one that was shown.
find("setup-form").addEventListener("input", ({ target }) => {
	if (target.id !== "position") find("position").value = "";
});
find("setup-close").addEventListener("click", () => find("setup").close());
find("setup-form").addEventListener("submit", (event) => {
	event.preventDefault();
	const pasted = find("position").value.trim();
	api.attempt(async () => {
		const wanted = pasted ? { position: pasted } : { game: find("game").value, options: (await boards()).chosen() };
		const { notation } = await api.ask({ command: "board", ...wanted });
		location.assign(to(`/explore#${notation}`));
	}, onSetup);
});
find("hide").addEventListener("click", ({ currentTarget }) => {
	explorer.hide(!explorer.hidden);
	say(currentTarget, explorer.hidden ? "Show values" : "Hide values");
});
find("play").addEventListener("click", ({ currentTarget }) => {
	const { game, options, first, to_move: seat, moves: made } = explorer.shown.board;
	const moves = made.flatMap(({ number }) => number ?? []);
	// The person is to move, and has the colour that is shown.
	const wanted = { game, options, moves, mode: "computer", seat, first, ...currentTarget.dataset };
	api.attempt(() => api.play(wanted), onTrouble);
});
find("copy").addEventListener("click", async ({ currentTarget }) => {
	const { linkTo, pass } = await api.module("link.js");
	pass(explorer.open ? linkTo(address()) : location.href, document.title, currentTarget);
});
document.addEventListener("keydown", (event) => {
	const { ctrlKey, altKey, metaKey, target } = event;
	if (explorer.open && !ctrlKey && !altKey && !metaKey && !target.closest("input, select, dialog")) explorer.key(event);
});
addEventListener("hashchange", open);
for (const line of ["turn", "said", "refusal"]) fit(find(line));
for (const part of ["board", "review"]) cueEdges(find(part));
open();
