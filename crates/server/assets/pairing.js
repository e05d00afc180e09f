// What stands beside a board: partners as a list of pairs, each in the colour that it has there, and what the signs mean.

import { make } from "./dom.js";
import { SIGNS, hueOf, numbersOf, runsOf } from "./view.js";

/** So many pairs are listed, and beside numbers that win. */
const MOST = 5000;
const FEW = 12;

export const sign = (seat) =>
	make("span", { class: `sign seat${seat}`, "aria-hidden": "true", text: SIGNS[seat - 1] ?? "" });

/** The list, in an array; an empty one where there are no pairs. `before` is said first. */
export function picture(pairs, before) {
	if (pairs.length === 0) return [];
	const items = pairs.slice(0, MOST).map((pair) => {
		const item = make("li", { text: pair.join("\u2009⇄\u2009") });
		item.style.setProperty("--hue", hueOf(...pair));
		return item;
	});
	if (pairs.length > MOST) items.push(make("li", { text: `and ${pairs.length - MOST} more` }));
	return [make("ul", { class: "picture", "aria-label": "Partners", "data-before": before }, ...items)];
}

/** What comes of an exchange that leaves these runs. */
function outcomeOf(runs) {
	const numbers = numbersOf(runs);
	if (numbers.length < 2) return numbers.length ? `forces ${numbers[0]}` : "wins";
	return `leaves ${numbers.length > 3 ? `${numbers.length} choices` : numbers.join(", ")}`;
}

/**
 * The proof of a reason: what can come next with its answer, which `onFollow` plays if there is one, and later, to the end where
 * that is not much.
 */
export function proof({ pairs, exchanges = [] }, onFollow) {
	if (!pairs.length) return [];
	const item = ({ number, answer, then, later }) => {
		const text = `${number}\u2009→\u2009${answer}`;
		const onclick = () => onFollow([number, answer]);
		const chip = onFollow && !later ? make("button", { type: "button", text, onclick }) : make("b", { text });
		chip.style.setProperty("--hue", hueOf(number, answer));
		return make("li", {}, later ? "later " : "", chip, ` ${outcomeOf(then)}`);
	};
	const told = new Set(exchanges.flatMap(({ number, answer }) => [number, answer]));
	const others = pairs.filter(([one]) => !told.has(one));
	if (!exchanges.length) return picture(others);
	return [make("ul", { class: "exchanges" }, ...exchanges.map(item)), ...picture(others, "Later also")];
}

const button = (text, number, onPlay) => make("button", { type: "button", text, onclick: () => onPlay(number) });

/** What is said before the first move. */
export function first({ values }) {
	const { depth } = values.find((one) => one.depth) ?? {};
	const counted = depth ? `; “in ${depth}” counts the moves of both` : "";
	return `Each number wins or loses if both play their best${counted}. Press one to see why:`;
}

/** About the number that wins quickest, and one that loses. */
export function questions(values, onPlay) {
	const about = (outcome, verb) =>
		runsOf(values, outcome)
			.slice(0, 1)
			.map(([number]) => button(`Why does ${number} ${verb}?`, number, onPlay));
	return make("div", { class: "questions" }, ...about("win", "win"), ...about("loss", "lose"));
}

/** Numbers that win, each as a button that plays it, with its partners, as far as there is room. */
export const answers = (hints, onPlay) =>
	hints.map(({ best, pairs }) => {
		const drawn = picture(pairs.slice(0, FEW / hints.length));
		return make("div", { class: "questions" }, button(`Play ${best}`, best, onPlay), ...drawn);
	});

/** What the signs on a board mean, given as to `view`. */
export function legend({ names, played, worth = [], stars, reply, partners }) {
	const { depth } = (!partners?.size && worth.find((one) => one.depth > 1)) || {};
	const are = (wanted) => worth.some(({ outcome }) => outcome === wanted);
	const signs = [
		...(played ? ["◎ played"] : []),
		...(stars.length
			? [are("win") && partners?.size ? "★ the answer" : depth && are("win") ? "★ quickest" : "★ best"]
			: []),
		...(reply ? ["② the reply"] : []),
		...(partners?.size ? ["⇄ its partner"] : []),
	];
	const seats = played ? [] : names.map((name, index) => make("span", {}, sign(index + 1), ` ${name}`));
	const words = [
		...(are("win") ? ["✓ wins"] : []),
		...(are("loss") ? ["✗ loses"] : []),
		...(depth ? [`in ${depth}: in ${depth} moves`] : []),
	];
	// Where numbers have the room they say so themselves.
	const brief = words.map((text) => make("span", { class: "brief", text }));
	return [...seats, ...brief, ...signs.map((text) => make("span", { text }))];
}
