// Puzzles: exactly one number wins. The address says which: `#2026-11-18` is that of a day, without anything that of today, `#3:17` one
// of a grade, `#3` another of it, `#sheet` several on paper. The engine makes them and judges every answer.

import * as api from "./api.js";
import { Board } from "./board.js";
import { to } from "./carrier.js";
import { cueEdges, find, fit, make, notice, say } from "./dom.js";
import { showFace } from "./face.js";
import { picture } from "./pairing.js";
import { before, inARow, noteDay, noteGrade, puzzles, today } from "./progress.js";
import { marks, view } from "./view.js";

/** So many days can be chosen. */
const DAYS = 14;

let puzzle;
/** What the person sees: the question, the refutation of an answer, or the solution. */
let phase;
let asked = 0;

const board = new Board(find("board"), { onPress: press });
const written = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });
const dayOf = (date) => written.format(Date.parse(date));
/** The player who is asked has the first seat. */
const names = ["You", "Computer"];

/** The puzzle in the address. */
function wanted() {
	const hash = location.hash.slice(1);
	const [, grade, seed] = /^([1-5])(?::(\d+))?$/.exec(hash) ?? [];
	if (!grade) return { date: /^\d{4}-\d\d-\d\d$/.test(hash) ? hash : today() };
	if (!seed) history.replaceState({ own: true }, "", `#${grade}:${crypto.getRandomValues(new Uint32Array(1))[0]}`);
	return { grade: Number(grade), seed: Number(seed ?? location.hash.split(":")[1]) };
}

/** Opens the puzzle in the address; `trouble` is why it is another one. */
function open(trouble = null) {
	const mine = ++asked;
	if (location.hash === "#sheet") print();
	const which = wanted();
	const work = async () => {
		const found = await api.ask({ command: "puzzle", ...which });
		if (mine !== asked) return;
		puzzle = found;
		const { date, grade, position, board: state } = puzzle;
		const day = date ? [dayOf(date)] : [];
		say(find("name"), date ? "Puzzle of the day" : "Training");
		say(find("about"), [...day, `grade ${grade} of 5, ${find("sheet-grade").options[grade].text}`].join(" · "));
		document.title = [date ? "Puzzle of the day" : "Puzzle", ...day, state.name].join(", ");
		find("main").dataset.game = state.game;
		find("rules").href = to(`/rules/${state.game}`);
		find("explore").href = to(`/explore#${position}`);
		ask();
	};
	return api.attempt(work, (text, error) => {
		if (mine !== asked) return;
		notice(find("refusal"), text ?? trouble);
		// An address without a puzzle.
		if (error?.status !== 400 || !location.hash) return;
		history.replaceState(null, "", to("/puzzle"));
		open(text);
	});
}

/** Does something, and tells what was refused. */
const attempt = (work, onRefusal = () => {}) =>
	api.attempt(work, (text) => {
		notice(find("refusal"), text);
		if (text) onRefusal();
	});

/** Shows a board, and what to say about it. */
function show(now, state, { title, said, reason, marked }) {
	phase = now;
	board.show(view(state, { names, playable: now === "asked", ...marked }));
	showFace({ ...state, players: names.map((name) => ({ name })) });
	say(find("task"), title);
	say(find("said"), said);
	const done = now === "solved" || now === "shown";
	find("goal").className = { asked: "goal", refuted: "goal over lost", solved: "goal over won", shown: "goal over" }[
		now
	];
	find("calls").classList.toggle("some", Boolean(reason));
	find("why").hidden = !reason;
	const why = reason?.text.slice(reason.verdict.length + 1);
	find("why").replaceChildren(...[reason && make("p", { text: why }), reason && picture(reason.pairs)].filter(Boolean));
	say(find("live"), reason ? `${title} ${said} ${why}` : "");
	find("again").hidden = now !== "refuted";
	find("share").hidden = now === "refuted";
	find("answer").hidden = done;
	find("next").hidden = find("explore").hidden = !done;
	list();
}

/** Asks, from the beginning or again. */
function ask() {
	const { name, headline, goal, race } = puzzle.board;
	const said = `${name}: ${headline.task}. ${race ? "" : goal}`.trim();
	show("asked", puzzle.board, { title: "Only one number wins. Find it.", said });
}

/** How the puzzle was solved, and how many before it. */
function record() {
	const { days, grades } = puzzles();
	const { date, grade } = puzzle;
	const { tries, done } = days[date] ?? {};
	const row = date ? inARow(days, date) : (grades[grade]?.streak ?? 0);
	const how = done === "solved" ? [tries === 1 ? "Solved at the first try." : `Solved at try ${tries}.`] : [];
	return [...how, ...(row > 1 ? [date ? `${row} days in a row.` : `${row} in a row at the first try.`] : [])].join(" ");
}

/** Judges a number, and shows what comes of it: the reply that refutes it, or the proof that it wins. */
async function judge(number) {
	const { position, board: asking } = puzzle;
	const mine = asked;
	const to = { names, first: asking.first, you: asking.to_move };
	const reason = await api.ask({ command: "hint", position, move: number, ...to });
	const { outcome, reply, verdict, pairs } = reason;
	const later = [position, [number, reply].filter(Boolean).join(",")].join(position.includes(":") ? "," : ":");
	const state = await api.ask({ command: "board", position: later, ...to });
	if (mine !== asked) return;
	const now = phase === "giving up" ? "shown" : outcome === "win" ? "solved" : "refuted";
	note(now);
	const said = [
		now === "solved" ? record() : "",
		reply ? `The computer answers with ${reply}.` : "",
		pairs.length ? "Partners have the same letter on the board." : "",
	];
	const title = { solved: "Right: ", shown: "The answer: ", refuted: "" }[now] + verdict;
	show(now, state, { title, said: said.filter(Boolean).join(" "), reason, marked: marks({ pairs }) });
}

function press(number) {
	if (phase === "refuted") return ask();
	if (phase !== "asked") return undefined;
	phase = "judging";
	// What the rules refuse is no answer.
	return attempt(
		() => judge(number),
		() => {
			phase = "asked";
			board.refuse(number);
		},
	);
}

function giveUp() {
	if (phase !== "asked" && phase !== "refuted") return undefined;
	phase = "giving up";
	return attempt(async () => judge((await api.ask({ command: "hint", position: puzzle.position })).best), ask);
}

/** Notes an answer. Of the puzzles of a grade only the person's own count, and each once. */
function note(now) {
	const done = now === "refuted" ? "" : now;
	if (puzzle.date) noteDay(puzzle.date, done);
	else if (history.state?.own) {
		noteGrade(puzzle.grade, now === "solved", !history.state.tried);
		history.replaceState(done ? null : { own: true, tried: true }, "");
	}
}

/** Which puzzles there are to choose from. */
function list() {
	const { days } = puzzles();
	const dates = Array.from({ length: DAYS }, (_, index) => before(today(), index));
	const { date, grade } = puzzle;
	if (date && !dates.includes(date)) dates.push(date);
	const day = (value, index) => {
		const solved = days[value]?.done === "solved" ? " ✓" : "";
		return make("option", { value, text: `${index ? dayOf(value) : "Today"}${solved}` });
	};
	find("days").replaceChildren(...dates.map(day));
	find("which").value = date ?? grade;
}

const print = () => attempt(async () => (await api.module("sheet.js")).choose());

find("which").addEventListener("change", ({ target }) => {
	if (target.value !== "sheet") return location.assign(`#${target.value}`);
	list();
	return print();
});
find("again").addEventListener("click", ask);
find("answer").addEventListener("click", giveUp);
find("next").addEventListener("click", () => location.assign(`#${puzzle.grade}`));
find("share").addEventListener("click", async ({ currentTarget }) => {
	if (!puzzle) return;
	const { linkTo, pass } = await api.module("link.js");
	const { date, grade, seed } = puzzle;
	pass(linkTo(`/puzzle#${date ?? `${grade}:${seed}`}`), document.title, currentTarget);
});
addEventListener("hashchange", () => open());
for (const line of ["turn", "said", "refusal"]) fit(find(line));
cueEdges(find("calls"));
open();
