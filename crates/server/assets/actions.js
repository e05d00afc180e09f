// The buttons. Which of them are there is the server's word; they stay in their places and are shown or hidden.

import { find, make } from "./dom.js";

const plays = (state) => !state.over && state.you.seats.length > 0 && state.players.every((player) => player.taken);

/**
 * Name, text, and whether it has its place in a state; in the order of their weight. While a round is played the same
 * buttons stay where they are, and those that cannot be pressed now are disabled.
 */
const BUTTONS = [
	["hint", "Hint", (may, state) => plays(state) && state.mode !== "friend"],
	["undo", "Undo", (may, state) => plays(state)],
	["resign", "Resign", (may, state) => plays(state)],
	["next_round", "Next round", (may) => may("next_round")],
	["review", "Review", (may) => may("review")],
	// An offer is answered where it stands.
	["rematch", "Again", (may) => may("rematch") && !may("answer_rematch")],
	["new_game", "Menu", (may, state) => state.over],
	["take_back", "Undo", (may, state) => state.over && may("undo")],
];

export class Actions {
	constructor(root, handlers) {
		this.buttons = new Map();
		for (const [name, text, shown] of BUTTONS) this.#add(root, handlers, name, text, shown);
		this.#add(find("settings").lastElementChild, handlers, "share", "Share this game", (may, state) => state.over);
	}

	#add(root, handlers, name, text, shown) {
		const button = make("button", { type: "button", text, id: `do-${name.replace("_", "-")}`, hidden: true });
		button.addEventListener("click", () => {
			if (button.getAttribute("aria-disabled") !== "true") handlers[name](button);
		});
		root.append(button);
		this.buttons.set(name, { button, shown });
	}

	show(state) {
		const may = (what) => state.you.may.includes(what);
		const first = BUTTONS.find(([, , shown]) => shown(may, state))?.[0];
		for (const [name, { button, shown }] of this.buttons) {
			button.hidden = !shown(may, state);
			button.classList.toggle("primary", name === first && name !== "undo");
			const off = ["hint", "undo", "resign"].includes(name) && !may(name);
			button.setAttribute("aria-disabled", String(off));
		}
		this.label("share", state.rounds > 1 ? "Share this round" : "Share this game");
		for (const name of ["undo", "take_back"]) this.label(name, state.mode === "friend" ? "Ask to undo" : "Undo");
	}

	label(name, text) {
		const { button } = this.buttons.get(name);
		if (button.textContent !== text) button.textContent = text;
	}
}

/** Asks before something that cannot be taken back. */
export function confirmed(text) {
	const dialog = find("confirm");
	find("confirm-text").textContent = text;
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
