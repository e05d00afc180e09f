// What the browser remembers of how its owner likes the page: large numbers, light or dark, whether it shows what can be
// played, and how soon the reply is shown.

import { find } from "./dom.js";
import { recall, remember } from "./remember.js";

/** How long one's own move is shown before the reply, in milliseconds. */
const BEAT = 600;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export const beat = () => recall("beat") ?? (still.matches ? 0 : BEAT);

const large = () => recall("large") === true;

/** Whether all free numbers look alike. */
export const isPlain = () => recall("plain") === true;

function show() {
	document.documentElement.classList.toggle("large", large());
	find("large").checked = large();
	find("theme").value = recall("theme") ?? "";
	find("plain").checked = isPlain();
	find("beat").value = String(beat());
}

/** `onPlain` is called when what can be played is to be hidden, or shown again. */
export function followSettings(onPlain) {
	const menu = find("settings");
	show();
	find("large").addEventListener("change", ({ target }) => {
		remember("large", target.checked);
		show();
	});
	find("theme").addEventListener("change", ({ target }) => {
		remember("theme", target.value);
		wear(target.value);
	});
	find("plain").addEventListener("change", ({ target }) => {
		remember("plain", target.checked);
		onPlain();
	});
	find("beat").addEventListener("change", ({ target }) => remember("beat", Number(target.value)));
	// It closes as menus do.
	document.addEventListener("click", ({ target }) => {
		if (!menu.contains(target)) menu.open = false;
	});
	menu.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape") return;
		menu.open = false;
		menu.firstElementChild.focus();
	});
}
