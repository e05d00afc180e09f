// The first page: one click plays, another opens the form.

import * as api from "./api.js";
import { to } from "./carrier.js";
import { find, notice } from "./dom.js";
import { open } from "./setup.js";
import { showMine } from "./mine.js";
import { recall, rememberOne } from "./remember.js";

/** Begins a game and goes to it. */
async function begin(proposal, trouble) {
	notice(trouble, null);
	try {
		await api.play(proposal, ({ game, invite }) => invite && rememberOne("invites", game.id, invite));
	} catch (error) {
		notice(trouble, error.sentence ?? String(error));
		throw error;
	}
}

let beginning = false;

async function once(button, work) {
	if (beginning) return;
	beginning = true;
	button.setAttribute("aria-disabled", "true");
	try {
		await work();
	} catch (error) {
		if (!(error instanceof api.Refusal)) throw error;
	} finally {
		beginning = false;
		button.removeAttribute("aria-disabled");
	}
}

/** What one click plays stands on the card; the server has written it there. */
function quick({ game, options, bot }) {
	const name = recall("setup")?.names?.[0] ?? "";
	return { game, options: JSON.parse(options), mode: "computer", bot, names: [name, ""] };
}

for (const card of document.querySelectorAll("[data-game]")) {
	const game = card.dataset.game;
	const play = card.querySelector("[data-do=play]");
	play.addEventListener("click", () => once(play, () => begin(quick(card.dataset), find("trouble"))));
	const setup = card.querySelector("[data-do=setup]");
	setup.addEventListener("click", () => once(setup, () => open(game, once, begin)));
}

// “Play” on a page of rules leads here; coming back to this page later must not begin another game.
const wanted = new URLSearchParams(location.search).get("play");
if (wanted) history.replaceState(null, "", to("/"));
document.querySelector(`[data-game="${CSS.escape(wanted ?? "")}"] [data-do=play]`)?.click();

// Coming back from a game by the browser's own button finds the buttons as they should be.
addEventListener("pageshow", (event) => {
	beginning = false;
	if (event.persisted) showMine();
});
showMine();
