// From a board to what every number on it looks like: a board of a game with seats, of a review, or of any position. What is
// legal, taken or won is the server's word; here it is only spread over the numbers.

export const SIGNS = ["●", "◆"];

/** Whether a number is in a list of runs. */
export const has = (runs, number) => runs.some(([from, to]) => from <= number && number <= to);

/** The numbers of a list of runs, or the first of them. */
export function numbersOf(runs, most = Infinity) {
	const numbers = [];
	for (const [from, to] of runs)
		for (let number = from; number <= to && numbers.length < most; number += 1) numbers.push(number);
	return numbers;
}

/** The numbers of an outcome among values, as runs, the best first. */
export const runsOf = ({ values }, wanted) => values.flatMap(({ outcome, runs }) => (outcome === wanted ? runs : []));

/** The numbers that win quickest, where it is known how quickly. */
export function quickest({ values: [first] }) {
	return first?.outcome === "win" && first.depth ? numbersOf(first.runs) : undefined;
}

/** Whether each number is in a list of runs. */
function spread(runs, size) {
	const flags = new Uint8Array(size + 1);
	for (const [from, to] of runs ?? []) flags.fill(1, from, to + 1);
	return flags;
}

/** What numbers are worth, by number; the server lists them by value. Partners need not be the quickest way: no figures then. */
function byNumber(values, partners) {
	const worths = new Map();
	for (const { outcome, depth, runs } of values) {
		for (const [from, to] of runs) {
			for (let number = from; number <= to; number += 1)
				worths.set(number, partners?.size ? { outcome } : { outcome, depth });
		}
	}
	return worths;
}

/** How a number comes from one of others, the newest if it can: `÷3`, `×2`; nothing if it does not. */
export function relationOf(number, references) {
	const related = (one) => one && number !== one && (one % number === 0 || number % one === 0);
	const reference = references.filter(related).pop();
	if (!reference) return "";
	return reference % number === 0 ? `÷${reference / number}` : `×${number / reference}`;
}

/** How a number comes from the one before it: `46 ÷ 2 =`. */
export const sumOf = (before, number) => `${before} ${relationOf(number, [before]).replace(/^./, "$& ")} =`;

/**
 * What stands on every number; `names` are those of the seats, `playable` says whether the person may play, `plain` whether
 * all free numbers look alike.
 */
export function view(
	board,
	{
		names = ["Player 1", "Player 2"],
		playable = false,
		plain = false,
		hint,
		partners,
		worth,
		played,
		reply,
		stars = [],
	} = {},
) {
	const taken = spread(board.taken, board.size);
	const legal = plain ? taken.map((gone) => 1 - gone) : spread(board.legal, board.size);
	if (board.over) legal.fill(0);
	const owners = new Map();
	for (const { seat, number } of board.moves) if (number !== null) owners.set(number, seat);
	const race = board.race;
	const mine = board.to_move ?? 1;
	const references = board.references ?? (race ? [race.tokens[mine - 1].at] : (board.setters ?? [board.last]));
	const barred = spread(plain ? [] : board.barred, board.size);
	const worths = byNumber(worth ?? [], partners);
	const best = new Set([...stars, ...(hint?.best ? [hint.best] : [])]);
	return {
		first: board.first_number,
		size: board.size,
		seat: board.to_move,
		over: Boolean(board.over),
		playable,
		plain,
		legal,
		/** The number that is joined to its partner when none is looked at, and who is whose. */
		best: hint?.best,
		partners,
		cell(number) {
			const tokens = race ? [1, 2].filter((seat) => race.tokens[seat - 1].at === number) : [];
			const isLegal = legal[number] === 1;
			const trap = barred[number] === 1 && taken[number] === 0;
			return {
				legal: isLegal,
				taken: taken[number] === 1,
				trap,
				// Of two traps it would not say which.
				relation: !plain && !played && (isLegal || trap) && references.length < 2 ? relationOf(number, references) : "",
				by: taken[number] === 1 ? owners.get(number) : undefined,
				last: board.last === number,
				played: played === number,
				reply: reply === number,
				sets: board.setters?.includes(number) ?? false,
				tokens,
				target: race?.target === number,
				banned: race && board.to_move && !plain ? race.tokens[mine - 1].banned === number : false,
				best: best.has(number),
				partner: partners?.get(number),
				worth: isLegal ? worths.get(number) : undefined,
			};
		},
		name: (seat) => names[seat - 1],
	};
}

/** The classes of a number's cell. */
export function classes(cell) {
	const names = ["cell"];
	if (cell.taken) names.push("taken");
	else if (cell.legal) names.push("legal");
	else names.push("free");
	for (const name of ["trap", "last", "played", "reply", "sets", "target", "banned", "best"])
		if (cell[name]) names.push(name);
	if (cell.worth) names.push(cell.worth.outcome);
	if (cell.by) names.push(`by${cell.by}`);
	for (const seat of cell.tokens) names.push(`at${seat}`);
	return names.join(" ");
}

/** A number's cell in words. */
export function label(number, cell, view) {
	const parts = [String(number)];
	if (cell.taken) parts.push(cell.by ? `taken by ${view.name(cell.by)}` : "taken");
	else if (cell.legal) parts.push(view.playable && !view.plain ? "can be played" : "open");
	else parts.push(cell.trap ? "a trap" : "cannot be played now");
	if (cell.last) parts.push("the last number");
	if (cell.played) parts.push("was played");
	if (cell.reply) parts.push("the reply");
	if (cell.sets) parts.push("sets traps");
	for (const seat of cell.tokens) parts.push(`${view.name(seat)} is here`);
	if (cell.target) parts.push("the target");
	if (cell.banned) parts.push("no way back");
	if (cell.best) parts.push("the hint");
	if (cell.worth) parts.push(worthOf(cell.worth));
	if (cell.partner) parts.push(`partner of ${cell.partner}`);
	return parts.join(", ");
}

function worthOf({ outcome, depth }) {
	const said = { win: "wins", loss: "loses", draw: "draws" }[outcome];
	return depth ? `${said} in ${depth}` : said;
}

/** The colour of a pair, far from those of its neighbours, and the same as long as the pair is there. */
export const hueOf = (one, two) => ((Math.min(one, two) * 137.5) % 360).toFixed(0);

/** What the board shows of a hint: the move, and partners. */
export function marks(hint) {
	const partners = new Map();
	for (const [one, two] of hint.pairs) partners.set(one, two).set(two, one);
	return { hint, partners };
}
