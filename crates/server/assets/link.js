// Links to pass on.

import { make, namesOf } from "./dom.js";

/** Puts the link that contains the whole round on the clipboard. */
export function copyGame(state, button) {
	copy(`${location.origin}/share#${shared(state)}`, button);
}

/** This round with its names and its result, as `/share` reads it. */
function shared(state) {
	const names = state.first === 1 ? namesOf(state) : namesOf(state).reverse();
	const more = new URLSearchParams({ first: names[0], second: names[1] });
	if (state.resigned) more.set("resigned", state.resigned === state.first ? "1" : "2");
	if (state.rounds > 1) {
		more.set("round", `${state.round}/${state.rounds}`);
		more.set("score", (state.first === 1 ? state.score : [...state.score].reverse()).join("-"));
	}
	return `${state.notation}&${more}`;
}

/** Puts a text on the clipboard; where the browser does not allow it, shows it to be copied by hand. */
export async function copy(text, button) {
	const before = (button.dataset.text ??= button.textContent);
	try {
		// Browsers have a clipboard only on encrypted pages, and a server in a classroom is not one.
		if (navigator.clipboard) await navigator.clipboard.writeText(text);
		else byHand(text);
		button.textContent = "Copied";
		setTimeout(() => {
			button.textContent = before;
		}, 2000);
	} catch {
		prompt("Copy this link:", text);
	}
}

/** The old way: select it, and press copy. */
function byHand(text) {
	const focused = document.activeElement;
	const field = make("textarea", { class: "unseen" });
	field.value = text;
	document.body.append(field);
	field.select();
	const copied = document.execCommand("copy");
	field.remove();
	focused?.focus();
	if (!copied) throw new Error("not copied");
}
