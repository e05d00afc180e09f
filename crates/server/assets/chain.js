// The longest chain, for one person: each number a factor or multiple of the one before, none twice. The address holds the
// board and the numbers: `#100:51,17,34`.

import * as api from "./api.js";
import { Board } from "./board.js";
import { find, fit, notice, say } from "./dom.js";
import { showFace } from "./face.js";
import { recall, remember } from "./remember.js";
import { view } from "./view.js";

const SIZES = [20, 50, 100, 200];

let size;
let chain = [];
/** What was undone and can be taken again. */
let undone = [];
let best;
let asked = 0;
let state;

const board = new Board(find("board"), { onPress: take });

function read() {
	const [, wanted, numbers] = /^#(\d+):?([\d,]*)$/.exec(location.hash) ?? [];
	size = SIZES.includes(Number(wanted)) ? Number(wanted) : 100;
	chain = (numbers?.match(/\d+/g) ?? []).map(Number);
	undone = [];
	find("main").dataset.shown = chain.length ? "true" : "";
	find("size").value = size;
}

const position = () => `chain-reaction;size=${size}${chain.length ? `:${chain.join(",")}` : ""}`;

const address = () => `/chain#${size}${chain.length ? `:${chain.join(",")}` : ""}`;

/** Shows the chain, and how long one can be. */
async function show() {
	const mine = ++asked;
	try {
		const now = await api.ask({ command: "board", position: position() });
		if (mine !== asked) return;
		state = now;
		notice(find("refusal"), null);
		draw();
		const found = await api.ask({ command: "longest", position: position() });
		if (mine !== asked) return;
		best = found;
		draw();
	} catch (error) {
		if (!(error instanceof api.Refusal)) throw error;
		notice(find("refusal"), error.sentence);
		// A link with numbers that make no chain.
		if (!state) restart();
	}
}

/** One person plays: all numbers are of one colour. */
const alone = () => ({
	...state,
	to_move: 1,
	moves: state.moves.map((move) => ({ ...move, seat: 1 })),
	players: [{ name: "You" }],
});

function draw() {
	history.replaceState(null, "", address());
	const kept = recall("chains") ?? {};
	const longest = Math.max(kept[size] ?? 0, chain.length);
	// A chain that was shown, or came with a link, is not one's own.
	if (longest > (kept[size] ?? 0) && !find("main").dataset.shown) remember("chains", { ...kept, [size]: longest });
	board.show(view(alone(), { names: ["you"], playable: !state.over }));
	showFace(alone());
	const of = best ? ` of ${best.length} possible` : "";
	const whole = best && chain.length === best.length;
	say(find("length"), chain.length === 0 ? "How long a chain can you make?" : `${chain.length}${of}`);
	const last = chain.at(-1);
	say(
		find("said"),
		whole
			? "No chain on this board is longer."
			: state.over
				? `No factor or multiple of ${last} is left. Undo, or begin again.`
				: last
					? `Take a factor or multiple of ${last}.`
					: "Take any number; then go on with a factor or a multiple of it. Each number once.",
	);
	find("goal").classList.toggle("won", Boolean(whole));
	find("undo").disabled = !chain.length;
	find("redo").disabled = !undone.length;
	find("again").disabled = !chain.length;
	say(find("record"), kept[size] ? `Your longest on 1–${size}: ${kept[size]}` : "");
}

function take(number) {
	if (!state || state.over) return;
	if (!state.legal.some(([from, to]) => from <= number && number <= to)) {
		board.refuse(number);
		return;
	}
	chain.push(number);
	undone = undone.at(-1) === number ? undone.slice(0, -1) : [];
	show();
}

function undo() {
	if (!chain.length) return;
	undone.push(chain.pop());
	show();
}

function restart() {
	find("main").dataset.shown = "";
	chain = [];
	undone = [];
	show();
}

find("undo").addEventListener("click", undo);
find("redo").addEventListener("click", () => undone.length && take(undone.at(-1)));
find("again").addEventListener("click", restart);
find("size").addEventListener("change", ({ target }) => {
	size = Number(target.value);
	best = undefined;
	restart();
});
find("solution").addEventListener("click", () => {
	if (!best) return;
	find("main").dataset.shown = "true";
	chain = best.example.split(":")[1].split(",").map(Number);
	undone = [];
	show();
});
find("share").addEventListener("click", async ({ currentTarget }) => {
	const { pass } = await api.module("link.js");
	pass(location.origin + address(), `A chain of ${chain.length} on 1 to ${size}`, currentTarget);
});
document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
	if (ctrlKey || altKey || metaKey || target.closest("select")) return;
	if (/^u$/i.test(key)) undo();
	if (/^r$/i.test(key)) find("redo").click();
});
addEventListener("hashchange", () => {
	read();
	show();
});
for (const line of ["turn", "said"]) fit(find(line));
read();
show();
