// What stands beside a board: partners as a list of pairs, each in the colour that it has there, and what the signs mean.

import { make } from "./dom.js";
import { hueOf } from "./view.js";

/** So many pairs are listed. */
const MOST = 5000;

/** The list, in an array; an empty one where there are no pairs. */
export function picture(pairs) {
	if (pairs.length === 0) return [];
	const items = pairs.slice(0, MOST).map((pair) => {
		const item = make("li", { text: pair.join("\u2009⇄\u2009") });
		item.style.setProperty("--hue", hueOf(...pair));
		return item;
	});
	if (pairs.length > MOST) items.push(make("li", { text: `and ${pairs.length - MOST} more` }));
	return [make("ul", { class: "picture", "aria-label": "Partners" }, ...items)];
}

/** What the signs on a board mean, given as to `view`. */
export function legend({ played, worth = [], stars, reply, partners }) {
	const { depth } = (!partners?.size && worth.find((one) => one.depth > 1)) || {};
	const are = (wanted) => worth.some(({ outcome }) => outcome === wanted);
	const signs = [
		...(played ? ["◎ played"] : []),
		...(are("win") ? ["✓ wins"] : []),
		...(are("loss") ? ["✗ loses"] : []),
		...(depth ? [`in ${depth}: ends in ${depth} moves`] : []),
		...(stars.length
			? [are("win") && partners?.size ? "★ the answer" : depth && are("win") ? "★ quickest" : "★ best"]
			: []),
		...(reply ? ["② the reply"] : []),
		...(partners?.size ? ["⇄ its partner"] : []),
	];
	return signs.map((text) => make("span", { text }));
}
