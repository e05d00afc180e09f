// Lessons: the list with what has been done, and a lesson that is played. The address names the lesson (`#pairs`); the entry in
// the history holds the step and the moves of its game, so that a reload goes on there. What is right is the engine's word.

import * as api from "./api.js";
import { Board } from "./board.js";
import { cueEdges, find, fit, make, say } from "./dom.js";
import { picture } from "./pairing.js";
import { recall, remember } from "./remember.js";
import { beat } from "./settings.js";
import { has, marks, view } from "./view.js";

const GOOD = ["right", "won"];
const SIGNS = { right: "✓", won: "✓", goes_on: "" };

const lessons = [...document.querySelectorAll("#list li")];
/** The lesson that is played, its step, and the moves of its game. */
let id;
let step;
let moves;
/** The step as the engine tells it, and what it said to the last number. */
let told;
let verdict;
let asked = 0;
/** Whether a number is on its way. */
let sent = false;

const board = new Board(find("board"), { onPress: press });

/** A text whose pairs are not broken between lines. */
const unbroken = (text) => text.replace(/(\d)-(\d)/g, "$1\u2011$2");
const isGone = (state) => (pair) => pair.every((number) => has(state.taken ?? [], number));
/** How many steps of a lesson are done; what is remembered may come from a file. */
function doneOf(lesson) {
	const done = recall("lessons")?.[lesson];
	return Number.isInteger(done) && done > 0 ? done : 0;
}
/** The lesson after this one, if there is one. */
const following = () => lessons[lessons.findIndex((one) => one.id === id) + 1];
const stepsOf = (lesson) => Number(lesson.dataset.steps);
const isDone = () => GOOD.includes(verdict?.verdict);

function list() {
	document.title = "Learn – divvy";
	say(find("name"), "Learn");
	say(find("place"), "");
	const next = lessons.find((lesson) => doneOf(lesson.id) < stepsOf(lesson));
	for (const lesson of lessons) {
		const [done, steps] = [doneOf(lesson.id), stepsOf(lesson)];
		const complete = done >= steps;
		const left = done ? `${done} of ${steps} steps` : `${steps} steps`;
		const said = complete ? "✓ Done" : lesson !== next ? left : done ? "Continue" : "Start here";
		lesson.classList.toggle("complete", complete);
		lesson.classList.toggle("todo", lesson === next);
		say(lesson.querySelector(".done"), said);
	}
}

/** Opens what the address names: a lesson where it was left, or the list. */
function open() {
	const lesson = lessons.find((one) => `#${one.id}` === location.hash);
	find("list").hidden = Boolean(lesson);
	find("main").hidden = !lesson;
	id = lesson?.id;
	if (!lesson) return list();
	const left = doneOf(id) >= stepsOf(lesson) ? 1 : doneOf(id) + 1;
	return go(history.state?.step ?? left, history.state?.moves);
}

/** Asks the engine about the lesson; what comes too late is dropped. */
function ask(more, show, rest) {
	const mine = ++asked;
	const request = { command: "lesson", lesson: id, step, ...(moves?.length ? { moves } : {}), ...more };
	return api.attempt(
		async () => {
			const [answer] = await Promise.all([api.ask(request), rest]);
			if (mine === asked) show(answer);
		},
		(text) => text && mine === asked && tell("wrong", text),
	);
}

/** Shows a step, in a game after these moves. */
function go(number, played = []) {
	[step, moves] = [number, played];
	return ask({}, (answer) => {
		const isNew = told?.task !== answer.task || told?.step !== answer.step;
		[told, verdict] = [answer, undefined];
		moves = answer.moves ?? [];
		document.title = `${told.title} – divvy`;
		find("text").replaceChildren(...told.text.map((text) => make("p", { text: unbroken(text) })));
		draw(answer);
		tell("", "");
		// A reader is told the task; arrow keys lead from there to the board.
		if (isNew) find("turn").focus({ preventScroll: true });
	});
}

/** What is said to a number. The live region speaks it, also if it is the same again. */
function tell(kind, text) {
	const sign = make("span", { class: "sign", "aria-hidden": "true", text: SIGNS[kind] ?? "✗" });
	const shown = make("p", { class: GOOD.includes(kind) ? "good" : "bad" }, sign, unbroken(text));
	find("verdict").replaceChildren(...(text ? [shown] : []));
	// In sight, also where there is little room.
	find("coach").scrollTop = text ? find("verdict").offsetTop : 0;
}

function draw({ board: state, pairs }) {
	history.replaceState({ step, moves }, "");
	const playable = !isDone() && !state.over;
	const drawn = pairs.length ? marks({ pairs }) : {};
	for (const gone of pairs.filter(isGone(state)).flat()) drawn.partners.delete(gone);
	board.show(view(state, { names: ["you", "the computer"], playable, ...drawn }));
	find("drawn").replaceChildren(...picture(pairs.filter((pair) => !isGone(told.board)(pair))));
	find("main").dataset.game = state.game;
	document.body.dataset.turn = state.to_move ?? "";
	say(find("name"), told.title);
	say(find("place"), `Step ${told.step} of ${told.steps}`);
	const { turn, task } = state.headline;
	say(find("task"), state.over ? turn : isDone() ? "Right!" : told.task);
	say(find("said"), state.over ? task : "");
	find("goal").classList.toggle("over", state.over);
	find("goal").classList.toggle("won", state.over && isDone());
	find("goal").classList.toggle("lost", state.over && !isDone());
	actions();
}

function actions() {
	const next = find("next");
	say(next, step < told.steps ? "Next" : following() ? "Next lesson" : "All lessons");
	next.disabled = !isDone() && doneOf(id) < step;
	next.classList.toggle("primary", isDone());
	find("again").hidden = !verdict?.slip;
	next.hidden = Boolean(verdict?.slip);
	find("former").disabled = step === 1;
}

async function press(number) {
	if (!told || sent || isDone() || board.view.over) return;
	sent = true;
	// The reply comes after a beat.
	const rest = new Promise((resolve) => setTimeout(resolve, told.moves ? beat() : 0));
	board.sending(number, Boolean(board.view.legal[number]));
	await ask({ move: number }, (answer) => judged(number, answer), rest);
	board.sending(number, false);
	sent = false;
}

function judged(number, answer) {
	verdict = answer;
	moves = answer.moves ?? [];
	if (["wrong", "refused"].includes(answer.verdict)) board.refuse(number);
	if (isDone() && doneOf(id) < step) remember("lessons", { ...recall("lessons"), [id]: step });
	draw(answer);
	tell(answer.verdict, answer.verdict === "goes_on" ? "" : answer.text);
	if (isDone()) find("next").focus({ preventScroll: true });
}

find("former").addEventListener("click", () => go(step - 1));
find("next").addEventListener("click", () => {
	if (step < told.steps) return go(step + 1);
	return location.assign(`#${following()?.id ?? ""}`);
});
find("again").addEventListener("click", () => go(step, verdict.slip.moves).then(() => board.focus()));

document.addEventListener("keydown", (event) => {
	const { key, ctrlKey, altKey, metaKey } = event;
	const nothing = [document.body, find("turn")].includes(document.activeElement);
	if (!id || !told || ctrlKey || altKey || metaKey || !nothing || !/^(Arrow|[nN]$)/.test(key)) return;
	event.preventDefault();
	board.focus(/n/i.test(key) ? board.next(key === "n" ? 1 : -1) : undefined);
});
addEventListener("hashchange", open);
for (const line of ["turn", "said"]) fit(find(line));
cueEdges(find("coach"));
open();
