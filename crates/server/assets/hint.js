// Hints in three steps on one card: a question that does not tell the move, the move, and why.

import * as api from "./api.js";
import { make } from "./dom.js";
import { marks } from "./view.js";

/** What a hint is about: a position. After an undo another one may have as many moves. */
const keyOf = (state) => `${state.id}/${state.round}/${state.ply}/${state.notation}`;

/** What the next press does, by the step that is shown. */
const NEXT = ["Show the move", "Why?", "Hide hint"];

export class Hint {
	constructor(root) {
		this.root = root;
		this.advice = null;
		this.step = 0;
	}

	/** Whether the hint is about another position. */
	#old(state) {
		return state.over || !this.advice || this.advice.key !== keyOf(state);
	}

	/** Asks, tells more, or takes the hint away. `current` gives the state that is shown: it may change meanwhile. */
	async press(current) {
		const state = current();
		if (this.#old(state)) {
			const key = keyOf(state);
			this.advice = null;
			const advice = await api.hint(state.id, state.ply);
			if (key !== keyOf(current())) return;
			this.advice = { ...advice, key };
			this.step = 0;
		} else if (this.step === 2) {
			this.advice = null;
			this.root.hidden = true;
			return;
		} else {
			this.step += 1;
		}
		this.#draw();
	}

	/** What the board shows of it: the move, and partners with the reason. */
	marks(state) {
		if (this.#old(state) || this.step === 0) return {};
		return this.step === 1 ? { hint: this.advice } : marks(this.advice);
	}

	/** Takes the hint away when the game has gone on. */
	show(state, actions) {
		const old = this.#old(state);
		if (old) this.root.hidden = true;
		actions.label("hint", old ? "Hint" : NEXT[this.step]);
	}

	#draw() {
		const { outcome, steps } = this.advice;
		const parts = [make("p", { class: `verdict ${outcome}`, text: steps[Math.min(this.step, 1)] })];
		if (this.step === 2) {
			parts.push(make("p", { text: steps[2] }), make("p", { class: "partners", role: "status" }));
			if (this.advice.pairs.length)
				parts.push(make("p", { class: "about", text: "⇄ on the board is a number’s partner." }));
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
		return this.advice?.steps[this.step] ?? "";
	}
}
