// Beside a board that cannot be seen at once: a field for a number, and the numbers that can be played, as far as there is
// room for them.

import { find, make } from "./dom.js";
import { isPlain } from "./settings.js";

let shown;

/** Shows it; `play` plays a number, `refuse` says why not. */
export function showGoto(state, board, { play, refuse }) {
	if (!shown) follow(board, play, refuse);
	shown = state;
	find("goto").hidden = false;
	const numbers = [];
	for (const [from, to] of state.you.may.includes("move") && !isPlain() ? state.legal : []) {
		for (let number = from; number <= to && numbers.length < 60; number += 1) numbers.push(number);
	}
	find("next-key").hidden = !numbers.length;
	const key = numbers.join();
	if (find("playable").dataset.key === key) return;
	find("playable").dataset.key = key;
	find("playable").replaceChildren(
		...numbers.map((number) =>
			make("button", {
				type: "button",
				text: number,
				"aria-label": `Go to ${number}`,
				onclick: () => board.focus(number),
			}),
		),
	);
}

function follow(board, play, refuse) {
	const typed = () => {
		const number = Number(find("goto-number").value.trim());
		if (board.has(number)) return number;
		refuse(`The numbers go from ${shown.first_number} to ${shown.size}.`);
		return null;
	};
	find("goto").addEventListener("submit", (event) => {
		event.preventDefault();
		const number = typed();
		if (number) play(number);
		find("goto-number").select();
	});
	find("goto-show").addEventListener("click", () => {
		const number = typed();
		if (number) board.focus(number);
	});
}
