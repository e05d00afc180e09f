// What was done with this browser: finished games, puzzles, lessons, chains. It stays here; a file takes it elsewhere and back.

import { to } from "./carrier.js";
import { bdi, find, make, notice, say } from "./dom.js";
import { addressOf } from "./link.js";
import { before, inARow, isSolved, today } from "./progress.js";
import { MOST_PLAYED, recall, rememberAll } from "./remember.js";

const whole = (value) => Number.isSafeInteger(value) && value >= 0;
const text = (value) => typeof value === "string" && value.length <= 5000;
const list = (test) => (value) => Array.isArray(value) && value.every(test);
const two = (test) => (value) => list(test)(value) && value.length === 2;
const isObject = (value) => value?.constructor === Object;
/** An object with such names for such values. */
const each = (name, test) => (value) =>
	isObject(value) && Object.entries(value).every(([key, entry]) => name.test(key) && test(entry));
/** An object with these fields and no others. */
const record = (fields) => (value) =>
	isObject(value) &&
	Object.keys(value).every((key) => Object.hasOwn(fields, key)) &&
	Object.entries(fields).every(([key, test]) => test(value[key]));
/** What games that were kept by an older version lack. */
const newer = (value) => value === undefined || value === null || text(value);

const game = record({
	at: whole,
	name: text,
	said: text,
	against: newer,
	board: newer,
	won: (value) => [undefined, null, true, false].includes(value),
	seat: (value) => [undefined, null, 1, 2].includes(value),
	notation: text,
	first: (seat) => [1, 2].includes(seat),
	players: two(record({ name: text })),
	resigned: (seat) => [null, 1, 2].includes(seat),
	round: whole,
	rounds: whole,
	score: two(whole),
});

/** Puts two objects together; of what both have, `pick` makes one. */
function join(mine, theirs, pick) {
	const both = ([key, value]) => [key, Object.hasOwn(mine, key) ? pick(mine[key], value) : value];
	return { ...mine, ...Object.fromEntries(Object.entries(theirs).map(both)) };
}
const most = (one, two) => Math.max(one, two);
const solved = (one, two) => (isSolved(one) || !isSolved(two) ? one : two);

/** All that is kept: what there is at first, what a file may hold, and how that joins what is here, of which nothing is lost. */
const KINDS = {
	played: {
		none: [],
		test: list((entry) => Array.isArray(entry) && entry.length === 2 && text(entry[0]) && game(entry[1])),
		join(mine, theirs) {
			const known = new Map(mine);
			const others = [...new Map(theirs)].filter(([key]) => !known.has(key)).reverse();
			return [...others.slice(0, MOST_PLAYED - mine.length).reverse(), ...mine];
		},
	},
	puzzles: {
		none: { days: {}, grades: {} },
		test: record({
			days: each(
				/^\d{4}-\d\d-\d\d$/,
				record({ tries: whole, done: (how) => ["", "solved", "later", "shown"].includes(how) }),
			),
			grades: each(/^[1-5]$/, record({ solved: whole, streak: whole, best: whole })),
		}),
		join: (mine, theirs) => ({
			days: join(mine.days, theirs.days, solved),
			grades: join(mine.grades, theirs.grades, (one, two) => join(one, two, most)),
		}),
	},
	lessons: { none: {}, test: each(/^[a-z0-9-]{1,60}$/, whole), join: (mine, theirs) => join(mine, theirs, most) },
	chains: { none: {}, test: each(/^\d{1,7}$/, whole), join: (mine, theirs) => join(mine, theirs, most) },
};
const kinds = Object.entries(KINDS);
/** What is here; a part that an older version left otherwise counts as none. */
const kept = () =>
	Object.fromEntries(kinds.map(([kind, { none, test }]) => [kind, test(recall(kind)) ? recall(kind) : none]));

const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const long = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const isThisYear = (at) => new Date(at).getFullYear() === new Date().getFullYear();
const RESULTS = new Map([
	[true, { class: "badge won", text: "Won" }],
	[false, { class: "badge lost", text: "Lost" }],
]);

function line([, { at, name, said, against, board, won, ...game }]) {
	const [one, two] = game.players.map((player) => bdi(player.name));
	const who = against ? ["against ", bdi(against)] : [one, " and ", two];
	const result = make("span", RESULTS.get(won) ?? { class: "badge", text: "Two players" });
	const when = make("time", { class: "about", text: (isThisYear(at) ? short : long).format(at) });
	const title = [result, " ", make("strong", { text: name }), " ", when];
	const about = [...who, ...(board ? [` · ${board}`] : []), make("br"), said];
	const href = to(`/explore#${addressOf(game)}`);
	return make(
		"li",
		{},
		make("a", { class: "button", href }, ...title, " ", make("span", { class: "about more" }, ...about)),
	);
}

/** So many days are shown. */
const DAYS = 14;
const written = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const HOW = { solved: "solved", later: "solved later", shown: "answer shown" };

/** A day, and how its puzzle was solved, or that it was not. */
function day(date, how) {
	const text = `${written.format(Date.parse(date))}: ${HOW[how?.done] ?? "not solved"}`;
	const sign = isSolved(how) ? "✓" : "";
	const parts = [make("span", { text: String(Number(date.slice(8))) }), make("b", { text: sign })];
	const link = { class: isSolved(how) ? "solved" : "", href: to(`/puzzle#${date}`), title: text, "aria-label": text };
	return make("li", {}, make("a", link, ...parts));
}

function show() {
	const all = kept();
	const { days, grades } = all.puzzles;
	const { played, lessons, chains } = all;
	const counts = Object.entries({ played, daily: days, training: grades, lessons, chains });
	for (const [kind, done] of counts) find(kind).hidden = !Object.keys(done).length;
	find("nothing").hidden = counts.some(([kind]) => !find(kind).hidden);
	find("counts").hidden = counts.every(([kind]) => kind === "played" || find(kind).hidden);
	// Below all else, so that nothing moves it.
	find("files").hidden = false;
	find("export").disabled = find("delete").disabled = !find("nothing").hidden;
	const won = played.filter(([, game]) => game.won).length;
	say(find("sum"), `${played.length} ${played.length === 1 ? "game" : "games"}, ${won} won. Press one to review it.`);
	find("games").replaceChildren(...[...played].sort(([, one], [, two]) => two.at - one.at).map(line));
	const row = inARow(days, today()) || inARow(days, before(today()));
	const best = Math.max(0, ...Object.keys(days).map((day) => inARow(days, day)));
	say(find("row"), `${Object.values(days).filter(isSolved).length} solved · ${row} days in a row, ${best} at best`);
	const dates = Array.from({ length: DAYS }, (_, index) => before(today(), DAYS - 1 - index));
	find("days").replaceChildren(...dates.map((date) => day(date, days[date])));
	for (const row of document.querySelectorAll("[data-grade]")) {
		const grade = grades[row.dataset.grade];
		row.hidden = !grade;
		for (const cell of row.querySelectorAll("td")) say(cell, String(grade?.[cell.dataset.of]));
	}
	const taught = [...document.querySelectorAll("[data-lesson]")];
	const isDone = ({ dataset: { lesson, steps } }) => lessons[lesson] >= steps;
	say(find("learnt"), `${taught.filter(isDone).length} of ${taught.length} done`);
	for (const row of taught) {
		const { lesson, steps } = row.dataset;
		row.hidden = !lessons[lesson];
		say(row.querySelector("td"), isDone(row) ? "✓ Done" : `${lessons[lesson]} of ${steps} steps`);
	}
	const chain = ([size, length]) =>
		make("a", { class: "button", href: to(`/chain#${size}`), text: `${length} on 1–${size}` });
	find("longest").replaceChildren(...Object.entries(chains).map(chain));
}

find("export").addEventListener("click", () => {
	const blob = new Blob([JSON.stringify({ divvy: 1, ...kept() })], { type: "application/json" });
	const href = URL.createObjectURL(blob);
	make("a", { href, download: `divvy-${today()}.json` }).click();
	setTimeout(() => URL.revokeObjectURL(href), 1000);
});

/** Joins a file to what is here, or says why not; then nothing has changed. */
async function take(file) {
	if (file.size > 10_000_000) return "it is too large";
	let read;
	try {
		read = JSON.parse(await file.text());
	} catch {
		return "it is not JSON";
	}
	if (!isObject(read) || read.divvy !== 1) return "it does not say that divvy made it";
	const { divvy, ...rest } = read;
	const wrong = Object.keys(rest).find((kind) => !Object.hasOwn(KINDS, kind) || !KINDS[kind].test(rest[kind]));
	if (wrong) return `“${wrong.slice(0, 40)}” in it is not as it should be`;
	const mine = kept();
	const joined = kinds.map(([kind, { join }]) => [
		kind,
		Object.hasOwn(rest, kind) ? join(mine[kind], rest[kind]) : mine[kind],
	]);
	return rememberAll(Object.fromEntries(joined)) ? null : "this browser has no room for it";
}

find("import").addEventListener("click", () => find("file").click());
find("file").addEventListener("change", async ({ target }) => {
	const [file] = target.files;
	if (!file) return;
	const wrong = await take(file);
	target.value = "";
	notice(find("trouble"), wrong && `This file was not imported: ${wrong}. Nothing has changed.`);
	say(find("live"), wrong ? "" : "Imported.");
	show();
});
find("delete").addEventListener("click", () => find("confirm").showModal());
find("confirm-no").addEventListener("click", () => find("confirm").close());
find("confirm-yes").addEventListener("click", () => {
	rememberAll(Object.fromEntries(kinds.map(([kind]) => [kind, undefined])));
	find("confirm").close();
	say(find("live"), "Everything is deleted.");
	show();
});
addEventListener("pageshow", show);
