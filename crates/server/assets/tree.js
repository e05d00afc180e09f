// Moves as a tree: a line, and side lines where another number was tried. A place knows the number that led to it, the
// place before, and what was tried after it, the line that is followed first.

const rooted = (number, before) => ({ number, before, after: [] });

/** The place behind a number, which is new or known already. */
export function add(before, number) {
	const known = before.after.find((place) => place.number === number);
	if (!known) before.after.push(rooted(number, before));
	return known ?? before.after.at(-1);
}

/** Takes a place and everything after it away. */
export function remove(place) {
	place.before.after = place.before.after.filter((other) => other !== place);
}

/** `6,3(12,4),9`: 12 was tried instead of 3, and 4 after it. Whether they can be played is the server's word. */
export function read(text) {
	const root = rooted(null, null);
	const left = [];
	let at = root;
	for (const token of text.match(/\d+|[()]/g) ?? []) {
		if (token === "(") {
			left.push(at);
			at = at.before ?? root;
		} else if (token === ")") at = left.pop() ?? at;
		else at = add(at, Number(token));
	}
	return root;
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

/** The numbers that lead to a place. */
export function path(place) {
	const numbers = [];
	for (let at = place; at.before; at = at.before) numbers.unshift(at.number);
	return numbers;
}

/** The last place of the line that is followed from here. */
export function end(place) {
	let at = place;
	while (at.after.length) at = at.after[0];
	return at;
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
