// Puzzles on paper, by the browser's own print: the questions, then the answers on a page of their own.

import { ask, attempt } from "./api.js";
import { find, make, notice, textOf } from "./dom.js";
import { classes, view } from "./view.js";

const form = find("sheet-form");
const HARDEST = find("sheet-grade").length - 1;

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

/** The board; its classes are those of cells, by names of which only the paper knows. */
function squares(board) {
	const shown = view(board);
	const square = (_, index) => {
		const name = classes(shown.cell(index + 1)).replace(/\S+/g, "on-$&");
		return index + 1 < shown.first ? make("b") : make("i", { class: name, text: index + 1 });
	};
	return make("div", { class: "squares" }, ...Array.from({ length: board.size }, square));
}

function question({ grade, board }, index) {
	const dots = "●".repeat(grade) + "○".repeat(HARDEST - grade);
	return make(
		"article",
		{},
		make("h2", { text: `${index + 1} ` }, make("small", { text: `${dots} ${board.name}, ${board.about[0]}` })),
		squares(board),
		make("p", { text: `${textOf(board.parts.headline)}.` }),
		make("p", { class: "blank", text: "The number that wins:" }),
	);
}

async function answer({ position, board }, index) {
	const { best, text } = await ask({ command: "hint", position, names: ["You", "Computer"], first: board.first });
	// Pairs are not broken between lines.
	const why = text.replace(/(\d)-(\d)/g, "$1\u2011$2");
	return make("div", {}, make("h3", { text: `${index + 1}: ${best}` }), make("p", { text: why }));
}

async function print() {
	const puzzles = await collect(Object.fromEntries(new FormData(form)));
	find("answers").replaceChildren(...(await Promise.all(puzzles.map(answer))));
	find("questions").replaceChildren(...puzzles.map(question));
	for (const rules of document.querySelectorAll("[data-rules]"))
		rules.hidden = !puzzles.some(({ board }) => board.game === rules.dataset.rules);
	find("sheet").close();
	window.print();
}

form.addEventListener("submit", (event) => {
	event.preventDefault();
	attempt(print, (text) => notice(find("sheet-trouble"), text));
});
find("sheet-close").addEventListener("click", () => find("sheet").close());
