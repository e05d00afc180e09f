// Partners as a picture: the numbers on a line, each joined to its partner by an arc.

import { draw, make } from "./dom.js";
import { pairsOf } from "./view.js";

/** More numbers than this make no picture that can be read. */
const MOST = 104;
/** Numbers stand in two rows, so that each has room for two steps. */
const STEP = 17;
const ROW = 15;
/** So many numbers are drawn to the width of their panel; with more the picture scrolls. */
const FITTING = 24;
const HIGHEST = 90;

/** Pairs in a text are not broken between lines. */
export const unbroken = (text) => text.replace(/(\d)-(\d)/g, "$1\u2011$2");

/** Why a move wins or loses: in words, and as a picture of the pairs. */
export function proof(reason) {
	const said = reason.steps ? reason.text : reason.text.slice(reason.verdict.length + 1);
	const pairs = pairsOf(reason);
	const shown = picture(pairs, reason.reply ?? reason.best);
	return [
		make("p", { text: unbroken(said) }),
		// Too many for a picture are listed.
		shown ?? make("p", { class: "about", text: pairs.map((pair) => pair.join("–")).join(", ") }),
	];
}

/** The picture, or nothing where there is nothing to draw. */
function picture(pairs, best) {
	const numbers = [...new Set([...pairs.flat(), ...(best ? [best] : [])])].sort((a, b) => a - b);
	if (pairs.length === 0 || numbers.length > MOST) return null;
	const x = new Map(numbers.map((number, index) => [number, (index + 0.5) * STEP]));
	const arcs = pairs.map(([one, two]) => {
		const [from, to] = [x.get(one), x.get(two)].sort((a, b) => a - b);
		const radius = (to - from) / 2;
		return { from, to, radius, height: Math.min(radius, HIGHEST) };
	});
	const top = Math.max(...arcs.map((arc) => arc.height)) + 6;
	const lines = arcs.map(({ from, to, radius, height }, index) =>
		draw("path", {
			class: `arc arc${index % 3}`,
			d: `M${from} ${top}A${radius} ${height} 0 0 1 ${to} ${top}`,
		}),
	);
	const texts = numbers.map((number, index) =>
		draw("text", {
			x: x.get(number),
			y: top + 14 + (index % 2) * ROW,
			class: number === best ? "best" : "",
			text: number === best ? `★${number}` : number,
		}),
	);
	// Half a step at either side is room for a label with a star.
	const width = (numbers.length + 1) * STEP;
	const words = `Partners: ${pairs.map((pair) => pair.join(" and ")).join(", ")}`;
	const svg = draw(
		"svg",
		{
			viewBox: `${-STEP / 2} 0 ${width} ${top + 34}`,
			width,
			height: top + 34,
			class: numbers.length <= FITTING ? "fits" : null,
			role: "img",
			"aria-label": words,
		},
		...lines,
		...texts,
	);
	return make("div", { class: "picture", tabindex: 0, role: "group", "aria-label": "The pairing" }, svg);
}
