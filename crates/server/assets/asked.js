// What waits for an answer, or has one: taking back, and playing again.

import * as api from "./api.js";
import { to } from "./carrier.js";
import { find, make, render } from "./dom.js";

/** Shows it; `send` sends an answer. */
export function showAsked(state, send) {
	const { request, rematch, you } = state;
	const answers = (yes, answer) =>
		make(
			"div",
			{ class: "row" },
			make("button", {
				type: "button",
				class: "primary",
				id: "agree",
				text: yes,
				onclick: () => send(() => answer(true)),
			}),
			make("button", { type: "button", id: "decline", text: "Decline", onclick: () => send(() => answer(false)) }),
		);
	const parts = request ? [make("h2", { id: "asked-title" }, ...render(state.parts.request))] : [];
	if (you.may.includes("answer_undo")) {
		parts.push(answers("Agree", (agree) => api.answerUndo(state.id, agree, state.version)));
	} else if (you.may.includes("answer_rematch")) {
		parts.push(answers("Play again", (agree) => api.answerRematch(state.id, agree)));
	} else if (rematch?.id) {
		parts.push(make("a", { class: "button primary", href: to(`/g/${rematch.id}`), text: "To the rematch" }));
	}
	const panel = find("asked");
	const key = JSON.stringify([request, rematch, you]);
	if (panel.dataset.key !== key) {
		panel.dataset.key = key;
		panel.replaceChildren(...parts);
	}
	panel.hidden = !request;
}
