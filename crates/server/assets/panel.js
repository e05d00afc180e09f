// What stands beside the board: players, whose turn it is, the moves so far.

import { find, isolated, make, namesOf, say, tell } from "./dom.js";
import { SIGNS } from "./view.js";

const players = find("players");
const moves = find("moves");

/** The list as it is shown, to append to it where the game only went on. */
let listed = [];

export function showPanel(state) {
  // Nobody is to move before both are here.
  const complete = state.players.every((player) => player.taken);
  document.body.dataset.turn = complete && state.to_move ? state.to_move : "";
  showPlayers(state);
  showTurn(state);
  showMoves(state);
  say(find("name"), state.name);
  const about = state.rounds > 1 ? [`Round ${state.round}, best of ${state.rounds}`] : [];
  if (state.you.seats.length === 0) about.push("you are watching");
  say(find("round"), about.join(" · "));
  find("rules").href = `/rules/${state.game}`;
}

function showPlayers(state) {
  while (players.childElementCount < 2) {
    players.append(make("li", {}, make("span", { class: "sign", "aria-hidden": "true" }),
      make("bdi", { class: "who" }), make("span", { class: "what" }), make("span", { class: "score" })));
  }
  state.players.forEach((player, index) => {
    const seat = index + 1;
    const item = players.children[index];
    const [sign, who, what, score] = item.children;
    item.className = `player seat${seat}`;
    item.classList.toggle("to-move", document.body.dataset.turn === String(seat));
    item.classList.toggle("away", !player.here);
    say(sign, SIGNS[index]);
    say(who, player.name);
    say(what, whatOf(state, player, seat));
    say(score, state.rounds > 1 ? String(state.score[index]) : state.winner === seat ? "won" : "");
  });
}

function whatOf(state, player, seat) {
  const parts = [];
  if (state.mode !== "local" && state.you.seats.includes(seat)) parts.push("you");
  if (player.kind !== "human") parts.push(`computer, ${player.kind}`);
  else if (!player.taken) parts.push("free seat");
  else if (state.mode === "friend" && !state.you.seats.includes(seat)) parts.push(player.here ? "here" : "away");
  if (state.race) parts.push(state.race.walks[seat - 1].join(" → "));
  return parts.join(" · ");
}

/** The tab says it too, for those who look at something else meanwhile. */
function showTurn(state) {
  const line = find("turn");
  line.classList.toggle("over", state.over);
  tell(line, state.you.ending ?? state.ending ?? state.status, namesOf(state));
  document.title = `${isolated(state.status, namesOf(state))} – ${state.name}`;
}

function showMoves(state) {
  const kept = listed.every((move, index) => {
    const now = state.moves[index];
    return now && now.seat === move.seat && now.number === move.number;
  });
  if (!kept) {
    moves.replaceChildren();
    listed = [];
  }
  for (const move of state.moves.slice(listed.length)) {
    const name = state.players[move.seat - 1].name;
    moves.append(make("li", { class: `move seat${move.seat}` },
      make("span", { class: "sign", "aria-hidden": "true", text: SIGNS[move.seat - 1] }),
      make("span", { class: "unseen", text: `${name}: ` }),
      make("span", { text: move.number ?? "skips" })));
    listed.push(move);
  }
  find("moves-section").hidden = listed.length === 0;
}
