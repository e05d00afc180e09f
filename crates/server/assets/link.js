// Links to pass on: by the phone's share sheet where there is one, otherwise by the clipboard.

import { to } from "./carrier.js";
import { make, namesOf } from "./dom.js";

/** A page's whole address. */
export const linkTo = (path) => new URL(to(path), location.href).href;

/** Passes on the link that contains the whole round. */
export function shareGame(state, button) {
	return pass(linkTo(`/explore#${addressOf(state)}`), `A game of ${state.name}`, button);
}

/** This round with its names and its result, as `/explore` reads it. */
export function addressOf(state) {
	const names = state.first === 1 ? namesOf(state) : namesOf(state).reverse();
	const more = new URLSearchParams({ first: names[0], second: names[1] });
	if (state.resigned) more.set("resigned", state.resigned === state.first ? "1" : "2");
	if (state.rounds > 1) {
		more.set("round", `${state.round}/${state.rounds}`);
		more.set("score", (state.first === 1 ? state.score : [...state.score].reverse()).join("-"));
	}
	if (state.seat) more.set("you", state.seat === state.first ? "1" : "2");
	return `${state.notation}&${more}`;
}

/** Whether this is a phone or a tablet with a share sheet; browsers have it on encrypted pages only. */
export const canShare = () => Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

export async function pass(url, title, button) {
	if (canShare()) {
		try {
			await navigator.share({ title, url });
			return;
		} catch (error) {
			// The person has closed the sheet.
			if (error.name === "AbortError") return;
		}
	}
	await copy(url, button);
}

/** Puts a link on the clipboard; where the browser does not allow that, it is shown to be copied by hand. */
async function copy(link, button) {
	const before = (button.dataset.text ??= button.textContent);
	try {
		// Browsers have a clipboard only on encrypted pages, and a server in a classroom is not one.
		if (navigator.clipboard) await navigator.clipboard.writeText(link);
		else byHand(link);
		button.textContent = "Copied";
		setTimeout(() => {
			button.textContent = before;
		}, 2000);
	} catch {
		showLink(link);
	}
}

function showLink(link) {
	const field = make("input", { class: "grow", readonly: true, value: link, "aria-label": "Link" });
	const close = make("button", { type: "button", text: "Close", onclick: () => dialog.close() });
	const dialog = make(
		"dialog",
		{ "aria-label": "Link", onclose: () => dialog.remove() },
		make("p", { text: "Copy this link:" }),
		make("div", { class: "row" }, field, close),
	);
	document.body.append(dialog);
	dialog.showModal();
	field.select();
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
