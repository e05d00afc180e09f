// Moves as a tree: a line, and side lines where another number was tried. A place knows the number that led to it, the
// place before, and what was tried after it, the line that is followed first.

const rooted = (number, before) => ({ number, before, after: [] });

/** The place behind a number, which is new or known already. */
export function add(before, number) {
	const known = before.after.find((place) => place.number === number);
	if (!known) before.after.push(rooted(number, before));
	return known ?? before.after.at(-1);
}

/** Longer or deeper texts are not made by people, and would take long to show. */
const LONGEST = 100_000;
const DEEPEST = 50;

/** `6,3(12,4),9`: 12 was tried instead of 3, and 4 after it; nothing if a text is not written so. What can be played is unknown. */
export function read(text) {
	if (text.length > LONGEST || !/^[\d,()]*$/.test(text)) return null;
	const root = rooted(null, null);
	const left = [];
	let at = root;
	for (const token of text.match(/\d+|[()]/g) ?? []) {
		if (token === "(") {
			left.push(at);
			at = at.before ?? root;
		} else if (token === ")") at = left.pop();
		else at = add(at, Number(token));
		if (!at || left.length > DEEPEST) return null;
	}
	return left.length ? null : root;
}

/** The same text for everything after a place. */
export function write(place) {
	const parts = [];
	for (let at = place; at.after.length; at = at.after[0]) {
		const [next, ...others] = at.after;
		const sides = others.map((side) => `(${[side.number, write(side)].filter(Boolean).join(",")})`);
		parts.push(next.number + sides.join(""));
	}
	return parts.join(",");
}

/** The places of the line that a place is on, from the beginning to the end. */
export function line(place) {
	const places = [];
	for (let at = place; at; at = at.before) places.push(at);
	places.reverse();
	for (let [at] = place.after; at; [at] = at.after) places.push(at);
	return places;
}

/** The numbers that lead to a place. */
export function path(place) {
	const places = line(place);
	return places.slice(1, places.indexOf(place) + 1).map(({ number }) => number);
}

/** All places, each before those after it: their order is what an address counts by. */
export function all(root) {
	const places = [];
	const open = [root];
	while (open.length) {
		const place = open.pop();
		places.push(place);
		open.push(...[...place.after].reverse());
	}
	return places;
}
