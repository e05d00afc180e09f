// How a game is given up, and what is begun after it.

import * as api from "./api.js";
import { find, namesOf } from "./dom.js";

/** Asks before a game is given up. */
export function confirmed({ rounds }) {
	const dialog = find("confirm");
	find("confirm-text").textContent = `Resign this ${rounds > 1 ? "round" : "game"}?`;
	return new Promise((resolve) => {
		const done = (answer) => {
			dialog.close();
			resolve(answer);
		};
		find("confirm-yes").onclick = () => done(true);
		find("confirm-no").onclick = () => done(false);
		dialog.oncancel = () => resolve(false);
		dialog.showModal();
	});
}

/** Begins the same game against another computer player; the other side opens. */
export async function beginOther(state) {
	const { game, options, other_bot: bot, first, rounds } = state;
	const names = namesOf(state);
	await api.play({ game, options, mode: "computer", bot, first: 3 - first, best_of: rounds, names });
}
