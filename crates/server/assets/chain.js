// The longest chain, for one person: each number a factor or multiple of the one before, none twice. The address holds the
// board and the numbers: `#100:51,17,34`.

import * as api from "./api.js";
import { Board } from "./board.js";
import { to } from "./carrier.js";
import { cueEdges, find, fit, notice, say } from "./dom.js";
import { showFace } from "./face.js";
import { recall, remember } from "./remember.js";
import { has, sumOf, view } from "./view.js";

let [asked, size, best, state] = [0];
/** Whether the person made the chain: one that was shown, or came with a link, is no record. */
let own;
/** The person's own chain and its place, while another one is shown; and what plays that one. */
let put, timer;
/** The chain with what was undone of it, and how many numbers of it there are now. */
let [numbers, at] = [[], 0];

const board = new Board(find("board"), { onPress: take });
const onTrouble = (text) => notice(find("refusal"), text);

/** Shows another chain, as far as one was in it; `trouble` is why. */
function begin(list, isOwn, trouble, place = list.length) {
	[numbers, at, own, put] = [list, place, isOwn, undefined];
	show(trouble);
}

function read() {
	// Without an address the chain goes on that was made last.
	const kept = location.hash ? "" : `#${recall("chain") ?? ""}`;
	const [, wanted, list = ""] = /^#(\d+):?([\d,]*)$/.exec(location.hash || kept) ?? [];
	find("size").value = wanted;
	// There may be no such size.
	find("size").value ||= 100;
	size = Number(find("size").value);
	best = undefined;
	// The entry in the history outlives a reload, and is not in a link.
	begin((list.match(/\d+/g) ?? []).map(Number), !list || Boolean(kept || history.state?.own));
}

const chain = () => numbers.slice(0, at);
const written = (list) => size + (list.length ? `:${list.join(",")}` : "");

/** Shows the chain, and how long one can be. */
function show(trouble = null) {
	const mine = ++asked;
	const position = `chain-reaction;size=${written(chain())}`;
	const work = async () => {
		const now = await api.ask({ command: "board", position });
		if (mine !== asked) return;
		state = now;
		draw();
		const found = best ?? (await api.ask({ command: "longest", position }));
		if (mine !== asked) return;
		best = found;
		draw();
	};
	return api.attempt(work, (text, error) => {
		if (mine !== asked) return;
		notice(find("refusal"), text ?? trouble);
		// A link with numbers that make no chain.
		if (error?.status === 400) begin([], true, text);
	});
}

/** One person plays: all numbers are of one colour. */
function alone(list) {
	return { ...state, to_move: 1, moves: list.map((number) => ({ number, seat: 1 })), players: [{ name: "You" }] };
}

const possible = () => (best ? `The longest chain has ${best.length}.` : "");

/** What to do now. */
function task() {
	const [last, next] = [numbers[at - 1], numbers[at]];
	if (put && next) return `Next: ${sumOf(last, next)} ${next}.`;
	if (at === best?.length) return "No chain on this board is longer.";
	if (state.over) return `No factor or multiple of ${last} is left. ${possible()}`;
	const how = at > 1 ? `${sumOf(numbers[at - 2], last)} ${last}. Take` : "Take";
	if (last) return `${how} a factor or multiple of ${last}.`;
	return `Take any number, then a factor or multiple of it, and so on, each number once. ${possible()}`;
}

function draw() {
	history.replaceState({ own }, "", to(`/chain#${written(put ? numbers : chain())}`));
	const kept = recall("chains") ?? {};
	const longest = Math.max(kept[size] ?? 0, own ? at : 0);
	if (longest > (kept[size] ?? 0)) remember("chains", { ...kept, [size]: longest });
	if (own) remember("chain", written(chain()));
	const shown = { names: ["you"], playable: !state.over && !put, stars: put ? numbers.slice(at, at + 1) : [] };
	board.show(view({ ...alone(chain()), legal: put ? [] : state.legal }, shown));
	const count = at === 1 ? "1 number" : `${at} numbers`;
	const done = at === best?.length;
	const length = done ? `You made it: ${count}!` : state.over ? `Stuck after ${count}.` : `${count}. ${possible()}`;
	const mine = at ? length : "How long a chain can you make?";
	say(find("length"), put ? `One of the longest: number ${at} of ${numbers.length}` : mine);
	find("main").classList.toggle("shown", Boolean(put));
	say(find("play"), timer ? "■ Stop" : "▶ Run");
	find("moves").classList.toggle("whole", put || at > 30);
	const near = matchMedia("(width > 64rem) and (height > 44rem)").matches ? [8, 6] : [4, 2];
	showFace({ ...alone(put ? numbers : chain()), over: put || state.over }, at, put ? near : undefined);
	if (at) board.reveal(numbers[at - 1]);
	say(find("said"), task());
	// Its end is an event.
	for (const end of ["won", "over"]) find("goal").classList.toggle(end, own && done);
	find("undo").classList.toggle("primary", state.over && !done);
	const [undo, redo] = [at > (put ? 1 : 0), at < numbers.length];
	const can = { undo, first: undo, back: undo, redo, next: redo, end: redo, again: at, share: at, solution: best };
	for (const [id, able] of Object.entries(can)) find(id).disabled = !able;
	say(find("record"), longest && !put ? `Your longest on 1–${size}: ${longest}` : "");
}

function take(number) {
	// A press while the last one is on its way, or at the end, does nothing.
	if (state?.ply !== at || state.over || (put && number !== numbers[at])) return;
	if (!has(state.legal, number)) {
		board.refuse(number);
		return api.attempt(() => api.ask({ command: "hint", position: state.notation, move: number }), onTrouble);
	}
	if (number !== numbers[at]) numbers = [...chain(), number];
	return jump(at + 1);
}

/** Goes to a place in the chain. */
function jump(place) {
	at = Math.max(put ? 1 : 0, Math.min(numbers.length, place));
	return show();
}

/** Plays a chain that is shown, at its end from the beginning, or stops. */
function play(on) {
	clearInterval(timer);
	if (on && at === numbers.length) at = 1;
	timer = on && setInterval(() => (put && at < numbers.length ? jump(at + 1) : play(false)), 600);
	return show();
}

const steps = { undo: -1, redo: 1, first: -Infinity, back: -1, next: 1, end: Infinity };
for (const [id, by] of Object.entries(steps)) find(id).addEventListener("click", () => jump(at + by));
find("again").addEventListener("click", () => (own ? jump(0) : begin([], true)));
find("play").addEventListener("click", () => play(!timer));
find("moves").addEventListener("click", ({ target }) => {
	const place = [...find("moves").children].indexOf(target.closest(".move")) + 1;
	return put && place && jump(place);
});
find("size").addEventListener("change", ({ target }) => location.assign(`#${target.value}`));
find("solution").addEventListener("click", () => {
	const mine = own ? [numbers, at] : [[], 0];
	begin(best.example.split(":")[1].split(",").map(Number), false, null, 1);
	put = mine;
});
find("mine").addEventListener("click", () => begin(put[0], true, null, put[1]));
find("share").addEventListener("click", async ({ currentTarget }) => {
	const { linkTo, pass } = await api.module("link.js");
	pass(linkTo(`/chain#${written(chain())}`), `A chain of ${at} on 1 to ${size}`, currentTarget);
});
document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
	const arrows = put && !target.closest("#board") ? { arrowleft: "back", arrowright: "next" } : {};
	const id = { u: "undo", r: "redo", ...arrows }[key.toLowerCase()];
	if (id && !ctrlKey && !altKey && !metaKey && !target.closest("select")) find(id).click();
});
addEventListener("hashchange", read);
for (const line of ["turn", "said"]) fit(find(line));
cueEdges(find("moves"));
read();
