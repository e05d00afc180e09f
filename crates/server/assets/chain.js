// The longest chain, for one person: each number a factor or multiple of the one before, none twice. The address holds the
// board and the numbers: `#100:51,17,34`.

import * as api from "./api.js";
import { Board } from "./board.js";
import { to } from "./carrier.js";
import { cueEdges, find, fit, notice, say } from "./dom.js";
import { showFace } from "./face.js";
import { recall, remember } from "./remember.js";
import { has, view } from "./view.js";

let size;
let chain = [];
/** What was undone and can be taken again. */
let undone = [];
/** Whether the person made the chain: one that was shown, or came with a link, is no record. */
let own;
/** The person's own chain and what was undone of it, while another one is shown. */
let put;
let best, state;
let asked = 0;

const board = new Board(find("board"), { onPress: take });
const onTrouble = (text) => notice(find("refusal"), text);

/** Shows another chain; `trouble` is why, `later` what comes after it, the next number last. */
function begin(numbers, isOwn, trouble, later = []) {
	[chain, undone, own, put] = [numbers, later, isOwn, undefined];
	show(trouble);
}

function read() {
	// Without an address the chain goes on that was made last.
	const kept = location.hash ? "" : `#${recall("chain") ?? ""}`;
	const [, wanted, numbers = ""] = /^#(\d+):?([\d,]*)$/.exec(location.hash || kept) ?? [];
	find("size").value = wanted;
	// There may be no such size.
	find("size").value ||= 100;
	size = Number(find("size").value);
	best = undefined;
	// The entry in the history outlives a reload, and is not in a link.
	begin((numbers.match(/\d+/g) ?? []).map(Number), !numbers || Boolean(kept || history.state?.own));
}

/** A chain that is shown is seen as a whole, wherever one is in it. */
const whole = () => (put ? [...chain, ...[...undone].reverse()] : chain);
const written = (numbers) => size + (numbers.length ? `:${numbers.join(",")}` : "");

/** Shows the chain, and how long one can be. */
function show(trouble = null) {
	const mine = ++asked;
	const position = `chain-reaction;size=${written(chain)}`;
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
function alone(numbers) {
	return { ...state, to_move: 1, moves: numbers.map((number) => ({ number, seat: 1 })), players: [{ name: "You" }] };
}

const possible = () => (best ? `The longest chain has ${best.length}.` : "");

/** What to do now. */
function task() {
	const last = chain.at(-1);
	if (put && undone.length) return `Next comes ${undone.at(-1)}.`;
	if (chain.length === best?.length) return "No chain on this board is longer.";
	if (state.over) return `No factor or multiple of ${last} is left. Undo, or begin again.`;
	if (last) return `Take a factor or multiple of ${last}.`;
	return `Take any number, then a factor or multiple of it, and so on, each number once. ${possible()}`;
}

function draw() {
	history.replaceState({ own }, "", to(`/chain#${written(whole())}`));
	const kept = recall("chains") ?? {};
	const longest = Math.max(kept[size] ?? 0, own ? chain.length : 0);
	if (longest > (kept[size] ?? 0)) remember("chains", { ...kept, [size]: longest });
	if (own) remember("chain", written(chain));
	const stars = put ? undone.slice(-1) : [];
	board.show(
		view({ ...alone(chain), legal: put ? [] : state.legal }, { names: ["you"], playable: !state.over && !put, stars }),
	);
	const numbers = chain.length === 1 ? "1 number" : `${chain.length} numbers`;
	const length = `${state.over ? `Stuck after ${numbers}` : numbers}. ${possible()}`;
	const mine = chain.length ? length : "How long a chain can you make?";
	say(find("length"), put ? `One of the longest: ${chain.length} of ${whole().length}` : mine);
	const texts = put
		? ["One of the longest", "Back to mine", "From the start", "\u2039 Back", "Next \u203a"]
		: ["Your chain", "Show me one", "Begin again", "Undo", "Redo"];
	["face-title", "solution", "again", "undo", "redo"].forEach((id, index) => say(find(id), texts[index]));
	find("undo").classList.toggle("primary", !put);
	find("redo").classList.toggle("primary", Boolean(put));
	find("moves").classList.toggle("whole", Boolean(put));
	showFace({ ...alone(whole()), over: put || state.over }, chain.length);
	say(find("said"), task());
	// Its end is an event.
	for (const end of ["won", "over"]) find("goal").classList.toggle(end, own && chain.length === best?.length);
	const can = { undo: chain.length, redo: undone.length, again: chain.length, share: chain.length, solution: best };
	for (const [id, able] of Object.entries(can)) find(id).disabled = !able;
	say(find("record"), longest ? `Your longest on 1–${size}: ${longest}` : "");
}

function take(number) {
	// A press while the last one is on its way, or at the end, does nothing.
	if (state?.ply !== chain.length || state.over || (put && number !== undone.at(-1))) return;
	if (!has(state.legal, number)) {
		board.refuse(number);
		return api.attempt(() => api.ask({ command: "hint", position: state.notation, move: number }), onTrouble);
	}
	chain.push(number);
	undone = undone.at(-1) === number ? undone.slice(0, -1) : [];
	return show();
}

find("undo").addEventListener("click", () => {
	if (chain.length) undone.push(chain.pop());
	show();
});
find("redo").addEventListener("click", () => undone.length && take(undone.at(-1)));
find("again").addEventListener("click", () => {
	if (!put) return begin([], true);
	undone = [...undone, ...chain.splice(1).reverse()];
	return show();
});
find("size").addEventListener("change", ({ target }) => location.assign(`#${target.value}`));
find("solution").addEventListener("click", () => {
	if (put) return begin(put[0], true, null, put[1]);
	const mine = own ? [chain, undone] : [[], []];
	const [first, ...later] = best.example.split(":")[1].split(",").map(Number);
	begin([first], false, null, later.reverse());
	return (put = mine);
});
find("share").addEventListener("click", async ({ currentTarget }) => {
	const { linkTo, pass } = await api.module("link.js");
	pass(linkTo(`/chain#${written(whole())}`), `A chain of ${whole().length} on 1 to ${size}`, currentTarget);
});
document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
	const id = { u: "undo", r: "redo" }[key.toLowerCase()];
	if (id && !ctrlKey && !altKey && !metaKey && !target.closest("select")) find(id).click();
});
addEventListener("hashchange", read);
for (const line of ["turn", "said"]) fit(find(line));
cueEdges(find("moves"));
read();
