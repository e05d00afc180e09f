// What the browser keeps for its owner. Storage may be full or forbidden; then nothing is remembered, and nothing breaks.

const NAME = "divvy";
/** The most things of a kind that are kept. */
const MOST = 40;
export const MOST_PLAYED = 500;
/** A longer game is not kept. */
const LONGEST = 5000;

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

/** Keeps several things, all or none; says whether it did. */
export function rememberAll(things) {
	try {
		localStorage.setItem(NAME, JSON.stringify({ ...all(), ...things }));
		return true;
	} catch {
		// See above.
		return false;
	}
}

export const remember = (key, value) => rememberAll({ [key]: value });

/** Keeps one of many things of a kind; the oldest are forgotten. */
export function rememberOne(kind, id, value, most = MOST) {
	const entries = (recall(kind) ?? []).filter(([known]) => known !== id);
	remember(kind, [...entries, [id, value]].slice(-most));
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

/** Keeps a game of this browser, and the round that has ended, which is `said` to be so: also once the server has deleted it. */
export function rememberGame(now, said) {
	const { id, finished, version, over, name, notation, first, resigned, round, rounds, score } = now;
	const key = `${id}/${round}`;
	rememberOne("games", id, { at: Date.now(), over: finished, version });
	const players = now.players.map((player) => ({ name: player.name }));
	const [board] = now.about;
	const other = now.you.seats.length === 1 ? now.players[2 - now.you.seats[0]] : null;
	const against = other && (other.kind === "human" ? other.name : `the computer, ${other.kind}`);
	const seat = other ? now.you.seats[0] : null;
	const won = seat && now.winner ? now.winner === seat : null;
	const ended = {
		at: Date.now(),
		name,
		// The result is told apart.
		said: won === null ? said : now.headline.task,
		against,
		won,
		seat,
		board,
		notation,
		first,
		players,
		resigned,
		round,
		rounds,
		score,
	};
	if (over && notation.length <= LONGEST) rememberOne("played", key, ended, MOST_PLAYED);
	else if (recallOne("played", key)) forgetOne("played", key);
}
