// Puzzles on paper, by the browser's own print: the questions, then the answers on a page of their own.

import { ask, attempt } from "./api.js";
import { find, make, notice, textOf } from "./dom.js";
import { classes, view } from "./view.js";

const [form, paper] = [find("sheet-form"), find("paper")];
const HARDEST = find("sheet-grade").length - 1;

/** The classes of a cell, of which only the paper knows. */
const on = (names) => names.replace(/\S+/g, "on-$&");

/** Opens the form. */
export const choose = () => find("sheet").showModal();

/** So many different puzzles, from easy to hard where no grade is chosen. */
async function collect({ game, grade, count }) {
	const found = new Map();
	const [seed] = crypto.getRandomValues(new Uint32Array(1));
	for (let tried = 0; found.size < count && tried < 3 * count; tried += 1) {
		const hard = Number(grade) || 1 + Math.floor((found.size * HARDEST) / count);
		const puzzle = await ask({ command: "puzzle", seed: seed + tried, grade: hard, ...(game && { game }) });
		const { name, size, taken, last, race } = puzzle.board;
		found.set(JSON.stringify([name, size, taken, last, race?.tokens]), puzzle);
	}
	return [...found.values()];
}

function squares(board) {
	const shown = view(board);
	const square = (number) =>
		number < shown.first ? make("b") : make("i", { class: on(classes(shown.cell(number))), text: number });
	return make("div", { class: "squares" }, ...Array.from({ length: board.size }, (_, index) => square(index + 1)));
}

function question({ grade, board }, index) {
	const dots = "●".repeat(grade) + "○".repeat(HARDEST - grade);
	const small = make("small", { text: `${dots} ${board.name}, ${board.about[0]}` });
	return make(
		"article",
		{},
		make("h2", { text: `${index + 1} ` }, small),
		squares(board),
		make("p", { text: `${textOf(board.parts.headline)}.` }),
		make("p", { class: "blank", text: "The number that wins:" }),
	);
}

async function answer({ position, board }, index) {
	const { best, text } = await ask({ command: "hint", position, names: ["You", "Computer"], first: board.first });
	return make(
		"div",
		{},
		make("h3", { text: `${index + 1}: ${best}` }),
		make("p", { text: text.replace(/(\d)-(\d)/g, "$1\u2011$2") }),
	);
}

/** What the sheet is called, the rules of its games, and what the marks mean. */
function head(puzzles) {
	const some = (test) => puzzles.some(({ board }) => test(board));
	const games = [...find("sheet-game").options].filter(({ value }) => some(({ game }) => game === value));
	const marks = [
		...(some(({ race }) => !race)
			? [
					["taken", "is taken"],
					["last", "the last number"],
				]
			: []),
		...(some(({ race }) => race)
			? [
					["at1", "you"],
					["at2", "the computer"],
					["target", "the target"],
				]
			: []),
	];
	return [
		make("p", { class: "blank name", text: "Name" }),
		make("h1", { text: games.length === 1 ? `Puzzles: ${games[0].text}` : "Puzzles" }),
		...games.map(({ text, dataset }) => make("p", {}, make("strong", { text: `${text}. ` }), dataset.summary)),
		make("p", { text: "In each position exactly one number wins. Find it." }),
		make("p", { class: "key" }, ...marks.flatMap(([name, text]) => [make("i", { class: on(name) }), ` ${text} `])),
	];
}

form.addEventListener("submit", (event) => {
	event.preventDefault();
	const work = async () => {
		const puzzles = await collect(Object.fromEntries(new FormData(form)));
		const answers = await Promise.all(puzzles.map(answer));
		paper.replaceChildren(
			...head(puzzles),
			make("main", {}, ...puzzles.map(question)),
			make("section", {}, make("h1", { text: "Answers" }), ...answers),
		);
		find("sheet").close();
		print();
	};
	attempt(work, (text) => notice(find("sheet-trouble"), text));
});
find("sheet-close").addEventListener("click", () => find("sheet").close());
