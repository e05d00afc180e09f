// Hints: first how the position stands, and only when asked again what to do and why.

import * as api from "./api.js";
import { make } from "./dom.js";
import { picture } from "./pairing.js";
import { hintKey } from "./hint-key.js";
import { marks } from "./view.js";

export class Hint {
	constructor(root) {
		this.root = root;
		this.advice = null;
		this.open = false;
	}

	/** Whether the hint is about another position. */
	#old(state) {
		return state.over || !this.advice || this.advice.key !== hintKey(state, state.ply);
	}

	/** Asks, tells more, or takes the hint away. `current` gives the state that is shown: it may change meanwhile. */
	async press(current) {
		const state = current();
		if (this.#old(state)) {
			const key = hintKey(state, state.ply);
			this.advice = null;
			const advice = await api.hint(state.id, state.ply);
			if (key !== hintKey(current(), current().ply)) return;
			this.advice = { ...advice, key };
			this.open = false;
		} else if (this.open) {
			this.advice = null;
			this.root.hidden = true;
			return;
		} else {
			this.open = true;
		}
		this.#draw();
	}

	/** What the board shows of it. */
	marks(state) {
		if (this.#old(state) || !this.open) return {};
		return marks(this.advice);
	}

	/** Takes the hint away when the game has gone on. */
	show(state, actions) {
		const old = this.#old(state);
		if (old) this.root.hidden = true;
		actions.label("hint", old ? "Hint" : this.open ? "Hide hint" : "Show the move");
	}

	#draw() {
		const { verdict, outcome, text, pairs, best } = this.advice;
		const parts = [make("p", { class: `verdict ${outcome}`, text: verdict })];
		if (this.open) {
			parts.push(make("p", { text }), make("p", { class: "partners", role: "status" }));
			const drawn = picture(pairs, best);
			if (drawn) parts.push(drawn);
		}
		this.root.replaceChildren(...parts);
		this.root.hidden = false;
	}

	/** Names the two partners that the board joins. */
	showPair(pair) {
		const line = this.root.querySelector(".partners");
		if (line) line.textContent = pair ? `${pair[0]} and ${pair[1]} are partners.` : "";
	}

	/** In one line, for the live region. */
	get words() {
		if (!this.advice) return "";
		return this.open ? this.advice.text : this.advice.verdict;
	}
}
