// The headline, the players, and whose turn it is.

import { to } from "./carrier.js";
import { find, fit, make, render, say, tell, textOf } from "./dom.js";
import { showFace } from "./face.js";
import { SIGNS } from "./view.js";

const players = find("players");
for (const line of ["turn", "said", "refusal"]) fit(find(line));

/** Shows a state; `said` is the line below the headline, in parts. `past` is the headline of an earlier position instead. */
export function showPanel(state, said, past) {
	// Neither player is to move before both are here.
	const complete = state.players.every((player) => player.taken);
	document.body.dataset.turn = complete && state.to_move ? state.to_move : "";
	find("main").classList.toggle("waiting", !complete && !state.over);
	showPlayers(state);
	showHeadline(state, past);
	if (said !== undefined) tell(find("said"), said);
	find("main").dataset.game = state.game;
	say(find("face-title"), state.moves_heading);
	showFace(state);
	say(find("name"), state.name);
	say(find("aim"), state.goal);
	say(find("about"), state.about.join(" · "));
	const about = state.rounds > 1 ? [`Round ${state.round}, best of ${state.rounds}`] : [];
	if (state.you.seats.length === 0) about.push("you are watching");
	say(find("round"), about.join(" · "));
	find("rules").href = to(`/rules/${state.game}?from=${state.id}`);
}

function showPlayers(state) {
	while (players.childElementCount < 2) {
		players.append(
			make(
				"li",
				{},
				make("span", { class: "sign", "aria-hidden": "true" }),
				make("span", { class: "name" }, make("bdi", { class: "who" }), " ", make("span", { class: "what" })),
				make("span", { class: "score" }),
			),
		);
	}
	state.players.forEach((player, index) => {
		const seat = index + 1;
		const item = players.children[index];
		const [sign, { children: called }, score] = item.children;
		const [who, what] = called;
		item.className = `player seat${seat}`;
		item.classList.toggle("to-move", document.body.dataset.turn === String(seat));
		item.classList.toggle("away", !player.here);
		say(sign, SIGNS[index]);
		say(who, isYou(state, seat) && /^Player \d$/.test(player.name) ? "You" : player.name);
		say(what, whatOf(state, player, seat));
		say(score, state.rounds > 1 ? String(state.score[index]) : "");
	});
}

const isYou = (state, seat) => state.you.seats.length === 1 && state.you.seats[0] === seat;

function whatOf(state, player, seat) {
	const parts = [];
	if (state.mode === "local" && state.you.seats.length === 2) parts.push("at this screen");
	else if (isYou(state, seat) && !/^Player \d$/.test(player.name)) parts.push("you");
	if (player.kind !== "human")
		parts.push(player.name.toLowerCase().includes("computer") ? player.kind : `computer, ${player.kind}`);
	else if (!player.taken) parts.push("free seat");
	else if (state.mode === "friend" && !state.you.seats.includes(seat)) parts.push(player.here ? "here" : "away");
	return parts.join(" · ");
}

/** What to do, or how it ended. The tab says whose turn it is, for those who look at something else meanwhile. */
function showHeadline(state, past) {
	const line = find("turn");
	const goal = find("goal");
	line.classList.toggle("over", state.over);
	goal.classList.toggle("over", state.over && !past);
	const mine = state.you.seats.length === 1 && state.winner && !past;
	goal.classList.toggle("won", state.over && Boolean(mine) && state.you.seats.includes(state.winner));
	goal.classList.toggle("lost", state.over && Boolean(mine) && !state.you.seats.includes(state.winner));
	// A number has the colour that it has on the board: of the target, of the piece that moves, of the player who took it.
	const ownerOf = (number) => state.moves.findLast((move) => move.number === number)?.seat;
	const colour = (number) =>
		number === state.race?.target ? "target" : `by${state.race ? state.to_move : ownerOf(number)}`;
	const number = (text) => make("em", { text, class: colour(Number(text)) });
	const write = (text) => text.split(/(\d+)/).map((piece, index) => (index % 2 ? number(piece) : piece));
	const { status } = state.parts;
	const headline = past ?? state.parts.headline;
	if (line.textContent !== textOf(headline))
		line.replaceChildren(make("span", {}, ...render(headline, past ? undefined : write)));
	document.title = `${textOf(status, (name) => `\u2068${name}\u2069`)} – ${state.name}`;
}
