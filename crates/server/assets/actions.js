// The buttons. Which of them are there is the server's word; they stay in their places and are shown or hidden.

import { make } from "./dom.js";

const plays = (state) => !state.over && state.you.seats.length > 0 && state.players.every((player) => player.taken);

/**
 * Name, text, whether it has its place in a state, and its key; in the order of their weight: after the end what people want
 * next stands first. While a round is played the same buttons stay where they are, and those that cannot be pressed now are
 * disabled.
 */
const BUTTONS = [
	["hint", "Hint", (may, state) => plays(state) && state.mode !== "friend", "H"],
	["undo", "Undo", (may, state) => plays(state), "U"],
	["redo", "Redo", (may, state, undone) => plays(state) && undone, "R"],
	["resign", "Resign", (may, state) => plays(state)],
	// A friend is away whose turn it is.
	["claim", "Claim the win", (may, state) => may("claim") && !state.players[state.to_move - 1].here],
	["next_round", "Next round", (may) => may("next_round")],
	// An offer is answered where it stands.
	["rematch", "Play again", (may) => may("rematch") && !may("answer_rematch")],
	["review", "Review", (may) => may("review")],
	["other_bot", "", (may, state) => may("rematch") && state.other_bot],
	["share", "Share", (may, state) => state.over],
	["new_game", "All games", (may, state) => state.over],
	["take_back", "Undo", (may, state) => state.over && may("undo"), "U"],
];

export class Actions {
	constructor(root, handlers) {
		this.buttons = new Map();
		for (const [name, text, shown, key] of BUTTONS) {
			const id = `do-${name.replace("_", "-")}`;
			const button = make("button", { type: "button", text, id, "aria-keyshortcuts": key, hidden: true });
			button.addEventListener("click", () => {
				if (button.getAttribute("aria-disabled") !== "true") handlers[name](button);
			});
			root.append(button);
			this.buttons.set(name, { button, shown, key });
		}
	}

	/** Presses the button that has a key, if it is there. */
	key(key) {
		for (const { button, key: own } of this.buttons.values()) {
			if (own === key.toUpperCase() && !button.hidden) button.click();
		}
	}

	/** `undone` says whether there are moves to be played again. */
	show(state, undone) {
		const may = (what) => state.you.may.includes(what);
		const first = BUTTONS.find(([, , shown]) => shown(may, state, undone))?.[0];
		for (const [name, { button, shown }] of this.buttons) {
			button.hidden = !shown(may, state, undone);
			button.classList.toggle("primary", name === first && name !== "undo");
			const off = ["hint", "undo", "resign"].includes(name) && !may(name);
			button.setAttribute("aria-disabled", String(off));
		}
		this.label("other_bot", `Try ${state.other_bot}?`);
		for (const name of ["undo", "take_back"]) this.label(name, state.mode === "friend" ? "Ask to undo" : "Undo");
	}

	label(name, text) {
		const { button } = this.buttons.get(name);
		if (button.textContent !== text) button.textContent = text;
	}
}
