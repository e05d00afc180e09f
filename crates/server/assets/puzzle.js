// Puzzles: exactly one number wins. The address says which: `#2026-11-18` is that of a day, without anything that of today, `#3:17` one
// of a grade, `#3` another of it, `#3@number-maze` of a game, `#sheet` several on paper. The engine makes them and judges every answer.

import * as api from "./api.js";
import { Board } from "./board.js";
import { to } from "./carrier.js";
import { cueEdges, find, fit, make, notice, say } from "./dom.js";
import { showFace } from "./face.js";
import { proof } from "./pairing.js";
import { before, inARow, isSolved, noteDay, noteGrade, puzzles, today } from "./progress.js";
import { marks, view } from "./view.js";

/** So many days can be chosen. */
const DAYS = 14;

let puzzle;
/** What the person sees: the question, the refutation of an answer, or the solution. */
let phase;
/** The numbers that were refuted. */
let tried = [];
let asked = 0;

const board = new Board(find("board"), { onPress: press });
const written = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const dayOf = (date) => written.format(Date.parse(date));
/** The player who is asked has the first seat. */
const names = ["You", "Computer"];

/** The puzzle in the address. */
function wanted() {
	const hash = location.hash.slice(1);
	const [, grade, seed, game] = /^([1-5])(?::(\d+))?(?:@([a-z-]+))?$/.exec(hash) ?? [];
	if (!grade) return { date: /^\d{4}-\d\d-\d\d$/.test(hash) ? hash : today() };
	const drawn = Number(seed ?? crypto.getRandomValues(new Uint32Array(1))[0]);
	const of = game ? `@${game}` : "";
	if (!seed) history.replaceState({ own: true }, "", `#${grade}:${drawn}${of}`);
	return { grade: Number(grade), seed: drawn, ...(game && { game }) };
}

/** Opens the puzzle in the address; `trouble` is why it is another one. */
function open(trouble = null) {
	const mine = ++asked;
	if (location.hash === "#sheet") print();
	const which = wanted();
	const work = async () => {
		const found = await api.ask({ command: "puzzle", ...which });
		if (mine !== asked) return;
		[puzzle, tried] = [found, []];
		const { date, position, board: state } = puzzle;
		const day = date ? [dayOf(date)] : [];
		say(find("name"), date ? "Daily puzzle" : "Training");
		say(find("next"), date ? "More puzzles" : "Next puzzle");
		document.title = [date ? "Puzzle of the day" : "Puzzle", ...day, state.name].join(", ");
		find("main").dataset.game = state.game;
		find("more").hidden = !date;
		find("rules").href = to(`/rules/${state.game}?board=${position.split(":")[0]}`);
		// At the question, not at a slip before it.
		const [first, second] = state.first === 1 ? names : [...names].reverse();
		const about = new URLSearchParams({ at: state.ply, first, second, you: state.first });
		find("explore").href = to(`/explore#${position}&${about}`);
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
function show(now, state, { title, game, said, reason, marked }) {
	phase = now;
	board.show(view(state, { names, playable: now === "asked", ...marked }));
	showFace({ ...state, players: names.map((name) => ({ name })) });
	say(find("task"), title);
	const why = reason?.text.slice(reason.verdict.length + 1);
	const text = [said, why].filter(Boolean).join(" ");
	find("said").replaceChildren(...[game && make("strong", { text: `${game}: ` }), text].filter(Boolean));
	const done = now === "solved" || now === "shown";
	find("goal").className = { asked: "goal", refuted: "goal over lost", solved: "goal over won", shown: "goal over" }[
		now
	];
	const pairs = proof(reason ?? { pairs: [] });
	find("calls").classList.toggle("some", pairs.length > 0);
	find("why").hidden = !pairs.length;
	find("why").replaceChildren(make("p", { text: "⇄ on the board is a number’s partner." }), ...pairs);
	say(find("live"), reason ? `${title} ${text}` : "");
	find("again").hidden = now !== "refuted";
	const { date, grade } = puzzle;
	const hard = date ? find("sheet-grade").options[grade].text : [`grade ${grade} of 5`, ...counted()].join(" · ");
	// There is little room on a phone.
	say(find("hard"), date ? hard : (counted()[0] ?? hard));
	say(find("about"), date ? `${dayOf(date)} · ${hard}` : hard);
	find("share").hidden = now === "refuted" || (done && !date);
	find("answer").hidden = done;
	find("next").hidden = find("explore").hidden = !done;
	find("same").hidden = !done || Boolean(date);
	list();
}

/** Asks, from the beginning or again. */
function ask() {
	const title = isSolved(puzzles().days[puzzle.date])
		? "You have solved it. Once more?"
		: "Only one number wins. Find it.";
	const { headline, goal, race } = puzzle.board;
	const said = [`${headline.task}.`, race ? "" : goal, record()].filter(Boolean).join(" ");
	const marked = tried.length ? { worth: [{ outcome: "loss", runs: tried.map((number) => [number, number]) }] } : {};
	show("asked", puzzle.board, { title, game: puzzle.board.name, said, marked });
}

/** How many puzzles of the grade were solved. */
function counted() {
	const { solved = 0, streak = 0 } = puzzles().grades[puzzle.grade] ?? {};
	return [...(solved ? [`${solved} solved`] : []), ...(streak > 1 ? [`${streak} in a row`] : [])];
}

/** How the puzzle of a day was solved. */
function record() {
	const { days } = puzzles();
	const { date } = puzzle;
	if (!isSolved(days[date])) return "";
	const [{ tries }, row] = [days[date], inARow(days, date)];
	return `Solved at ${tries === 1 ? "the first try" : `try ${tries}`}.${row > 1 ? ` ${row} days in a row.` : ""}`;
}

/** Judges a number, and shows what comes of it: the reply that refutes it, or the proof that it wins. */
async function judge(number) {
	const { position, board: asking } = puzzle;
	const mine = asked;
	const to = { names, first: asking.first, you: asking.to_move };
	const reason = await api.ask({ command: "hint", position, move: number, ...to });
	const { outcome, reply, verdict } = reason;
	// A single pair is told in the sentence.
	const pairs = reason.pairs.length > 1 ? reason.pairs : [];
	const later = [position, [number, reply].filter(Boolean).join(",")].join(position.includes(":") ? "," : ":");
	const state = await api.ask({ command: "board", position: later, ...to });
	if (mine !== asked) return;
	const now = phase === "giving up" ? "shown" : outcome === "win" ? "solved" : "refuted";
	note(now);
	if (now === "refuted") tried.push(number);
	const title = { solved: "Right: ", shown: "The answer: ", refuted: "" }[now] + verdict;
	show(now, state, {
		title,
		said: now === "solved" ? record() : "",
		reason: { ...reason, pairs },
		marked: marks({ pairs }),
	});
}

function press(number) {
	if (phase === "refuted") {
		ask();
		// Another number is another answer.
		if (tried.includes(number) || !board.view.legal[number]) return undefined;
	}
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
		const solved = isSolved(days[value]) ? " ✓" : "";
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
find("same").addEventListener("click", () => location.assign(`#${puzzle.grade}@${puzzle.board.game}`));
find("share").addEventListener("click", async ({ currentTarget }) => {
	if (!puzzle) return;
	const { linkTo, pass } = await api.module("link.js");
	const { date } = puzzle;
	pass(linkTo(`/puzzle#${date ?? location.hash.slice(1)}`), document.title, currentTarget);
});
addEventListener("hashchange", () => open());
for (const line of ["turn", "said", "refusal"]) fit(find(line));
cueEdges(find("calls"));
open();
