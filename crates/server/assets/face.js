// The face of a game: what its moves make up. The list grows at its end and follows it.

import { find, make } from "./dom.js";
import { SIGNS, sumOf } from "./view.js";

const list = find("moves");

/** The moves as they are shown, to append to them where the game only went on. */
let listed = [];

/** Shows the moves; those after the first `at` are still to come. Only so many `before` and `after` that are seen. */
export function showFace(state, at = state.moves.length, [before, after] = [Infinity, Infinity]) {
	const goesOn = listed.every((move, index) => {
		const now = state.moves[index];
		return now && now.seat === move.seat && now.number === move.number;
	});
	if (!goesOn || !list.childElementCount) {
		listed = [];
		list.replaceChildren(...starts(state));
	}
	for (const end of list.querySelectorAll(".end")) end.remove();
	for (const move of state.moves.slice(listed.length)) {
		list.append(item(state, move, listed.at(-1)));
		listed.push(move);
	}
	list.append(...ends(state));
	for (const [place, move] of [...list.children].entries()) move.hidden = place < at - before || place > at + after;
	const lengths = (state.race ? [".seat1", ".seat2"] : [""]).map((way) => markHere(way, state.moves.length - at));
	// Both ways of a race end in one line.
	list.style.setProperty("--end", Math.max(...lengths) + 1);
	// Before the next paint, when everything else is laid out too.
	requestAnimationFrame(() => {
		const here = at < state.moves.length && list.querySelector(".here");
		if (here) {
			const inOneRow = getComputedStyle(list).flexWrap === "nowrap";
			list.scrollTo(inOneRow ? here.offsetLeft - list.clientWidth / 2 : 0, here.offsetTop - list.clientHeight / 2);
		} else list.scrollTo(list.scrollWidth, list.scrollHeight);
		list.classList.toggle("cut", list.scrollLeft > 2);
	});
}

function item(state, { seat, number }, before) {
	const name = state.players[seat - 1].name;
	return make(
		"li",
		{
			class: `move ${state.race ? "stop" : ""} seat${seat}${number ? "" : " none"}`,
			"data-from": before && sumOf(before.number, number),
		},
		make("span", { class: "sign", "aria-hidden": "true", text: SIGNS[seat - 1] }),
		make("span", { class: "unseen", text: `${name}: ` }),
		make("span", { text: number ?? "no move" }),
	);
}

/** Both ways of a race begin at one node. */
function starts({ race }) {
	return race ? [1, 2].map((seat) => make("li", { class: `stop start seat${seat}`, text: race.start })) : [];
}

/** What is still to come: the next link of a chain, the target of both ways. */
function ends(state) {
	if (state.over) return [];
	if (state.race)
		return [1, 2].map((seat) =>
			make("li", { class: `stop end goal-stop seat${seat}`, text: `⚑ ${state.race.target}` }),
		);
	return state.game === "chain-reaction" ? [make("li", { class: "next end", "aria-hidden": "true", text: "?" })] : [];
}

/** Marks the last number of a game, or of one player's way, and those still to come; tells how many there are. */
function markHere(way, later) {
	const stops = [...list.querySelectorAll(`li${way}:not(.end)`)];
	const last = stops.length - 1 - later;
	stops.forEach((stop, index) => {
		stop.classList.toggle("here", index === last);
		stop.classList.toggle("later", index > last);
	});
	return stops.length;
}
