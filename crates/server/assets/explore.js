// Any position: what every number is worth, why, and what was tried. The address holds all of it: `#GAME;OPTIONS:MOVES`, with
// side lines in brackets, and behind `&` the place that is shown, who played and how it ended, where that is known.

import * as api from "./api.js";
import { Board } from "./board.js";
import { cueEdges, find, fit, make, notice, say, tell, textOf } from "./dom.js";
import { picture } from "./pairing.js";
import * as tree from "./tree.js";
import { SIGNS, marks, view } from "./view.js";

/** So many answers are kept: going back asks nothing again. */
const KEPT = 300;
const known = new Map();

/** The board without moves, the moves, the place that is shown, the moves that gave the game away. */
let rules;
let root;
let at;
let about = new URLSearchParams();
let names = ["Player 1", "Player 2"];
let slips = new Map();
/** What is shown of the place at hand, as far as it is known. */
let shown = {};
let asked = 0;
let pointing;

const board = new Board(find("board"), { onPress: press, onPoint: point, onLook: showPair });

function ask(command, fields) {
	const request = { command, ...fields };
	const key = JSON.stringify(request);
	if (!known.has(key)) {
		if (known.size >= KEPT) known.delete(known.keys().next().value);
		const answer = api.ask(request);
		answer.catch(() => known.delete(key));
		known.set(key, answer);
	}
	return known.get(key);
}

const notation = (place) => [rules, tree.path(place).join(",")].filter(Boolean).join(":");

/** Reads the address. A stray percent sign in it is the server's to refuse. */
function read() {
	const [game, ...more] = location.hash.slice(1).split("&");
	about = new URLSearchParams(more.join("&"));
	let text = new URLSearchParams(location.search).get("game") ?? game;
	try {
		text = decodeURIComponent(text);
	} catch {
		// As it stands.
	}
	const colon = text.indexOf(":");
	rules = colon < 0 ? text : text.slice(0, colon);
	root = tree.read(colon < 0 ? "" : text.slice(colon + 1));
	names = [about.get("first") || "Player 1", about.get("second") || "Player 2"];
	if (!rules) return null;
	return about.has("at") ? tree.all(root)[Number(about.get("at"))] : undefined;
}

/** Everything that is to be seen, as an address. */
function address() {
	const moves = tree.write(root);
	about.set("at", tree.all(root).indexOf(at));
	return `/explore#${rules}${moves && `:${moves}`}&${about}`;
}

let noted;
function note() {
	clearTimeout(noted);
	// Browsers refuse a page that changes its address too often.
	noted = setTimeout(() => history.replaceState(null, "", address()), 200);
}

async function open() {
	slips = new Map();
	const place = read();
	if (place === null) {
		find("setup").showModal();
		rules = "multiple-madness;size=16;without-one;opening=even";
	}
	at = place ?? tree.end(root);
	drawLines();
	await go(at);
	if (root.after.length) await judge(place);
}

/** Finds the moves of the main line that gave the game away; without a place in the address the one that decided is shown. */
async function judge(place) {
	const moment = asked;
	const line = [];
	for (let next = root.after[0]; next; next = next.after[0]) line.push(next);
	const review = await guarded(() => ask("review", { position: notation(line.at(-1)) }));
	if (!review) return;
	review.moves.forEach(({ slip, winning }, index) => slip && slips.set(line[index], winning));
	drawLines();
	if (!place && review.decisive && moment === asked) await go(line[review.decisive - 1]);
}

/** Does something, and shows what the server refuses. */
async function guarded(work) {
	try {
		const result = await work();
		notice(find("refusal"), null);
		return result;
	} catch (error) {
		if (!(error instanceof api.Refusal)) throw error;
		notice(find("refusal"), error.sentence);
		return undefined;
	}
}

/** Shows a place: the board at once, then what its numbers are worth and why the last move was what it was. */
function go(place) {
	at = place;
	const mine = ++asked;
	const position = notation(place);
	const before = place.before && { position: notation(place.before), move: place.number };
	const late = () => mine !== asked;
	markLine();
	note();
	return guarded(async () => {
		const answers = [
			ask("board", { position, names }),
			ask("values", { position }),
			ask("hint", before ?? { position }),
		];
		// The first that fails is told; the others must not fail unheard.
		for (const answer of answers) answer.catch(() => {});
		const state = await answers[0];
		if (late()) return;
		shown = { state };
		showBoard();
		shown.values = await answers[1];
		const hint = await answers[2];
		if (late()) return;
		shown.proof = hint;
		showBoard();
		showProof(hint);
	});
}

/** What each number is worth, by number. */
function worths({ values } = { values: [] }) {
	const worth = new Map();
	for (const { outcome, depth, runs } of values)
		for (const [from, to] of runs)
			for (let number = from; number <= to; number += 1) worth.set(number, { outcome, depth });
	return worth;
}

function showBoard(proof = shown.proof) {
	const { state, values } = shown;
	find("main").dataset.game = state.game;
	document.body.dataset.turn = state.to_move ?? "";
	say(find("name"), state.name);
	say(find("about"), state.about.join(" · "));
	find("rules").href = `/rules/${state.game}`;
	document.title = `${state.name}, explored – divvy`;
	if (values) say(find("stands"), values.text || textOf(state.parts.headline));
	if (values) tell(find("said"), values.text ? state.parts.headline : state.parts.so_far);
	// The star is on the number to take now: the reply, or the best move where none was made.
	const star = proof?.reply ?? (proof?.steps ? proof.best : undefined);
	const marked = proof && !find("plain").checked ? marks({ ...proof, best: star }) : {};
	const worth = find("plain").checked ? new Map() : worths(values);
	board.show(view(state, { names, playable: !state.over, worth, ...marked }));
	for (const button of document.querySelectorAll("[data-key]")) button.disabled = !reach(button.dataset.key);
	find("drop").disabled = !at.before;
}

/** Why a move wins or loses: in words, as pairs, as a picture. */
function showProof(hint) {
	say(find("proof-title"), hint.steps ? "What to do here" : `Why ${hint.verdict.replace(/\.$/, "")}`);
	say(find("proof-text"), hint.text.replace(hint.steps ? "" : `${hint.verdict} `, ""));
	const star = hint.reply ?? hint.best;
	find("proof-picture").replaceChildren(...[picture(hint.pairs, star)].filter(Boolean));
	const list = hint.pairs.map((pair) => pair.join("–")).join(", ");
	find("pairs").hidden = !list;
	say(find("pairs-list"), list);
}

function showPair(pair) {
	say(find("pair"), pair ? `${pair[0]} and ${pair[1]} are partners.` : "");
}

/** A number is pointed at: what it is worth is shown before it is played. */
function point(number) {
	clearTimeout(pointing);
	const { state, proof } = shown;
	if (!state || !proof) return;
	const playable = state.legal.some(([from, to]) => from <= number && number <= to);
	pointing = setTimeout(async () => {
		const mine = asked;
		const hint = playable ? await guarded(() => ask("hint", { position: notation(at), move: number })) : proof;
		if (!hint || mine !== asked) return;
		showBoard(hint);
		showProof(hint);
	}, 150);
}

function press(number) {
	const { state } = shown;
	if (!state || state.over) return;
	if (!state.legal.some(([from, to]) => from <= number && number <= to)) {
		// The engine says why.
		guarded(() => ask("hint", { position: notation(at), move: number }));
		board.refuse(number);
		return;
	}
	clearTimeout(pointing);
	const place = tree.add(at, number);
	at = place;
	drawLines();
	go(place);
}

/** The moves as a list, side lines within it where they were tried. */
function drawLines() {
	const item = (place, ply) => {
		const seat = ((ply - 1) % 2) + 1;
		const slip = slips.has(place);
		const button = make(
			"button",
			{ type: "button", class: slip ? "slip" : "", onclick: () => go(place) },
			make("span", { class: `sign seat${seat}`, "aria-hidden": "true", text: SIGNS[seat - 1] }),
			make("span", { class: "who", text: `${ply}. ${place.number}` }),
			...(slip ? [make("span", { class: "what", text: "Slip" })] : []),
		);
		place.button = button;
		return make("li", {}, button);
	};
	const line = (before, ply) => {
		const items = [];
		for (let place = before; place.after.length; [place] = place.after) {
			const [next, ...others] = place.after;
			const here = item(next, (ply += 1));
			items.push(here);
			for (const other of others) {
				const first = item(other, ply);
				here.append(make("ol", { class: "side-line" }, first, ...line(other, ply)));
			}
		}
		return items;
	};
	const begin = make("button", { type: "button", text: "The empty board", onclick: () => go(root) });
	root.button = begin;
	find("lines").replaceChildren(make("li", {}, begin), ...line(root, 0));
	markLine();
}

function markLine() {
	find("lines").querySelector("[aria-current]")?.removeAttribute("aria-current");
	at.button?.setAttribute("aria-current", "step");
	at.button?.scrollIntoView({ block: "nearest" });
}

/** The next place that was tried instead of this one, in one direction. */
function beside(step) {
	const others = at.before?.after ?? [];
	return others[others.indexOf(at) + step];
}

const KEYS = {
	ArrowLeft: () => at.before,
	ArrowRight: () => at.after[0],
	ArrowUp: () => beside(-1),
	ArrowDown: () => beside(1),
	Home: () => root,
	End: () => tree.end(at),
	u: () => at.before,
	r: () => at.after[0],
};
/** The place that a key leads to, if it is another one. */
function reach(key) {
	const place = KEYS[key]?.();
	return place === at ? undefined : place;
}

document.addEventListener("keydown", (event) => {
	const { key, target } = event;
	if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, dialog")) return;
	// On the board arrows go from number to number.
	if (target.closest("#board") && key.length > 1) return;
	const place = reach(key);
	if (!place) return;
	event.preventDefault();
	go(place);
});
for (const button of document.querySelectorAll("[data-key]"))
	button.addEventListener("click", () => go(reach(button.dataset.key)));
find("drop").addEventListener("click", () => {
	const { before } = at;
	if (!before) return;
	tree.remove(at);
	at = before;
	drawLines();
	go(before);
});
find("plain").addEventListener("change", () => showBoard());
find("copy").addEventListener("click", async ({ currentTarget }) => {
	const { pass } = await api.module("link.js");
	pass(location.origin + address(), document.title, currentTarget);
});
find("other").addEventListener("click", () => {
	find("position").value = notation(at);
	find("setup").showModal();
});
find("setup-form").addEventListener("submit", (event) => {
	const chosen = find("position").value.trim();
	if (event.submitter?.value === "show" && chosen) location.assign(`/explore#${encodeURI(chosen)}`);
});
addEventListener("hashchange", open);
for (const line of ["turn", "said", "refusal"]) fit(find(line));
for (const part of ["board", "lines", "proof"]) cueEdges(find(part));
open();
