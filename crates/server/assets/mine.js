// The games of this browser that are not finished. It remembers which; where they stand, the server says.

import * as api from "./api.js";
import { bdi, find, make, namesOf, render } from "./dom.js";
import { forgetOne, recallAll } from "./remember.js";

export async function showMine() {
	// The last ones first, and not more than the server answers for.
	const known = recallAll("games").reverse().slice(0, 12);
	let games = [];
	try {
		if (known.length > 0) ({ games } = await api.mine(known));
	} catch (error) {
		// The list is a convenience; the page is of use without it.
		if (error instanceof api.Refusal) return;
		throw error;
	}
	for (const id of known) if (!games.some((game) => game.id === id)) forgetOne("games", id);
	find("mine-games").replaceChildren(...games.map(line));
	find("mine").hidden = games.length === 0;
}

function line(game) {
	const [one, two] = namesOf(game).map(bdi);
	const mine = game.you.seats.length === 1 ? game.you.seats[0] : null;
	const who = mine ? ["with ", mine === 1 ? two : one] : [one, " and ", two];
	const free = game.players.some((player) => !player.taken);
	const round = game.rounds > 1 ? [`round ${game.round} · `] : [];
	const about = [...(free ? [] : [...who, " · "]), ...round, ...render(game.parts.status)];
	return make(
		"li",
		{},
		make(
			"a",
			{ class: "button", href: `/g/${game.id}` },
			make("span", { class: "unseen", text: "Go on with" }),
			make("strong", { text: game.name }),
			make("span", { class: "about" }, ...about),
		),
	);
}
