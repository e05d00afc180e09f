// What the browser keeps for its owner. Storage may be full or forbidden; then nothing is remembered, and nothing breaks.

const NAME = "divvy";
/** The most things of a kind that are kept. */
const MOST = 40;

function all() {
	try {
		return JSON.parse(localStorage.getItem(NAME)) ?? {};
	} catch {
		return {};
	}
}

export function recall(key) {
	return all()[key];
}

export function remember(key, value) {
	try {
		localStorage.setItem(NAME, JSON.stringify({ ...all(), [key]: value }));
	} catch {
		// See above.
	}
}

/** Keeps one of many things of a kind; the oldest are forgotten. */
export function rememberOne(kind, id, value) {
	const entries = (recall(kind) ?? []).filter(([known]) => known !== id);
	remember(kind, [...entries, [id, value]].slice(-MOST));
}

export function forgetOne(kind, id) {
	remember(
		kind,
		(recall(kind) ?? []).filter(([known]) => known !== id),
	);
}

export function recallOne(kind, id) {
	return (recall(kind) ?? []).find(([known]) => known === id)?.[1];
}
