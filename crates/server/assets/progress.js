// What was solved with this browser. A day is "solved", later "later", or "shown" after so many tries; a grade has so many solved, and a streak of
// those that were right at the first try.

import { recall, remember } from "./remember.js";

/** Whether the puzzle of a day was solved, on that day or later. */
export const isSolved = (day) => ["solved", "later"].includes(day?.done);
export const puzzles = () => ({ days: {}, grades: {}, ...recall("puzzles") });

const iso = (time) => new Date(time).toISOString().slice(0, 10);
export const today = () => iso(Date.now());
/** The date of so many days before another. */
export const before = (date, days = 1) => iso(Date.parse(date) - days * 86400000);

/** How many days in a row were solved, up to a date. */
export function inARow(days, date) {
	let count = 0;
	while (days[before(date, count)]?.done === "solved") count += 1;
	return count;
}

/** Notes an answer to the puzzle of a day; one that is done stays as it is. */
export function noteDay(date, done) {
	const { days, grades } = puzzles();
	const { tries = 0, done: already = "" } = days[date] ?? {};
	// Only a day's own puzzle makes days in a row.
	const how = done === "solved" && date !== today() ? "later" : done;
	if (!already) remember("puzzles", { grades, days: { ...days, [date]: { tries: tries + 1, done: how } } });
}

/** Notes an answer to a puzzle of a grade; `first` says whether it is the first. */
export function noteGrade(grade, right, first) {
	const { days, grades } = puzzles();
	const { solved = 0, streak = 0, best = 0 } = grades[grade] ?? {};
	const now = right && first ? streak + 1 : 0;
	const noted = { solved: solved + (right ? 1 : 0), streak: now, best: Math.max(best, now) };
	remember("puzzles", { days, grades: { ...grades, [grade]: noted } });
}
