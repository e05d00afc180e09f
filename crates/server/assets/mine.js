// The games of this browser. It remembers which; where they stand, the server says.

import * as api from "./api.js";
import { to } from "./carrier.js";
import { bdi, find, make, namesOf, render } from "./dom.js";
import { forgetOne, recall, rememberOne } from "./remember.js";

/** Not more than the server answers for. */
const MOST = 12;

export async function showMine() {
	// The last ones first. Those that were seen to be over are in the history.
	const known = [...(recall("games") ?? [])].reverse().filter(([, { over }]) => !over);
	const asked = known.slice(0, MOST);
	let games = [];
	try {
		if (asked.length > 0) ({ games } = await api.mine(asked.map(([id]) => id)));
	} catch (error) {
		// The list is a convenience; the page is of use without it.
		if (error instanceof api.Refusal) return;
		throw error;
	}
	for (const [id] of asked) if (!games.some((game) => game.id === id)) forgetOne("games", id);
	const noted = new Map(known);
	find("mine-games").replaceChildren(...games.map((game) => line(game, noted.get(game.id))));
	find("mine").hidden = games.length === 0;
}

/** `noted` is what the browser keeps of the game. */
function line(game, noted) {
	const [one, two] = namesOf(game).map(bdi);
	const mine = game.you.seats.length === 1 ? game.you.seats[0] : null;
	const who = mine ? ["with ", mine === 1 ? two : one] : [one, " and ", two];
	const free = game.players.some((player) => !player.taken);
	const round = game.rounds > 1 ? [`round ${game.round} · `] : [];
	const since = noted.at ? [` · ${ago(noted.at)}`] : [];
	const about = [...(free ? [] : [...who, " · "]), ...round, ...render(game.parts.status), ...since];
	const link = make(
		"a",
		{ class: "button", href: to(`/g/${game.id}`) },
		make("span", { class: "unseen", text: game.finished ? "Look at" : "Go on with" }),
		make("strong", { text: game.name }),
		make("span", { class: "about" }, ...about),
	);
	const remove = () => {
		forgetOne("games", game.id);
		const undo = make("button", { type: "button", text: "Undo", onclick: restore });
		const said = make("span", { class: "about", role: "status", text: `${game.name} is no longer listed.` });
		item.replaceChildren(said, undo);
		undo.focus();
	};
	const restore = () => {
		rememberOne("games", game.id, noted);
		item.replaceChildren(link, button);
		button.focus();
	};
	const label = `Remove ${game.name} from this list`;
	const button = make("button", {
		type: "button",
		class: "quiet",
		"aria-label": label,
		text: "Remove",
		onclick: remove,
	});
	const item = make("li", {}, link, button);
	return item;
}

/** How long ago something was, in words. */
function ago(time) {
	const minutes = Math.floor((Date.now() - time) / 60000);
	if (minutes < 1) return "just now";
	const [value, unit] =
		minutes < 60 ? [minutes, "minute"] : minutes < 1440 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
	return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(value), unit);
}
