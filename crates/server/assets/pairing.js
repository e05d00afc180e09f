// What stands beside a board: partners as a list of pairs, each with the letter that it has there, and what the signs mean.

import { make } from "./dom.js";
import { letterOf } from "./view.js";

/** So many pairs are listed. */
const MOST = 5000;

/** The list, or nothing where there are no pairs. */
export function picture(pairs, lettered = true) {
	if (pairs.length === 0) return null;
	const letter = (index) => lettered && letterOf(index, pairs.length);
	const items = pairs.slice(0, MOST).map((pair, index) => {
		const text = pair.join("\u2009–\u2009");
		return make("li", {}, ...(letter(index) ? [make("b", { text: letter(index) }), text] : [text]));
	});
	if (pairs.length > MOST) items.push(make("li", { text: `and ${pairs.length - MOST} more` }));
	return make("ul", { class: "picture", "aria-label": "Partners" }, ...items);
}

/** What the signs on a board mean, given as to `view`. */
export function legend({ played, worth = [], stars, reply, letters }) {
	const { depth } = (!letters?.size && worth.find((one) => one.depth > 1)) || {};
	const are = (wanted) => worth.some(({ outcome }) => outcome === wanted);
	const signs = [
		...(played ? ["◎ played"] : []),
		...(are("win") ? ["✓ wins"] : []),
		...(are("loss") ? ["✗ loses"] : []),
		...(depth ? [`in ${depth}: after ${depth} moves`] : []),
		...(stars.length
			? [are("win") && letters?.size ? "★ the partner" : depth && are("win") ? "★ quickest" : "★ best"]
			: []),
		...(reply ? ["② the reply"] : []),
		...(letters?.size ? ["same letter: partners"] : []),
	];
	return signs.map((text) => make("span", { text }));
}
