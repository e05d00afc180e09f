// What waits for an answer, or has one: taking back, and playing again.

import * as api from "./api.js";
import { find, make, namesOf, told } from "./dom.js";

/** Shows it; `send` sends an answer. */
export function showAsked(state, send) {
  const { undo, rematch, you } = state;
  const mine = (seat) => you.seats.includes(seat);
  const name = (seat) => state.players[seat - 1].name;
  const title = (text) => told("h2", { id: "asked-title" }, text, namesOf(state));
  const answers = (yes, answer) => make("div", { class: "row" },
    make("button", { type: "button", class: "primary", id: "agree", text: yes, onclick: () => send(() => answer(true)) }),
    make("button", { type: "button", id: "decline", text: "Decline", onclick: () => send(() => answer(false)) }));
  let parts = [];
  if (undo && you.may.includes("answer_undo")) {
    parts = [title(`${name(undo.by)} asks to take back`),
      answers("Agree", (agree) => api.answerUndo(state.id, agree, state.version))];
  } else if (undo && mine(undo.by)) {
    parts = [title("You asked to take back. Waiting for the answer …")];
  } else if (rematch?.id) {
    parts = [title(mine(1) || mine(2) ? "You play again." : "They play again."),
      make("a", { class: "button primary", href: `/g/${rematch.id}`, text: "To the rematch" })];
  } else if (rematch?.by && you.may.includes("answer_rematch")) {
    parts = [title(`${name(rematch.by)} would like to play again`),
      answers("Play again", (agree) => api.answerRematch(state.id, agree))];
  } else if (rematch?.by) {
    parts = [title(mine(rematch.by) ? "You offered a rematch. Waiting for the answer …"
      : `${name(rematch.by)} would like to play again.`)];
  } else if (rematch?.declined) {
    parts = [title(mine(rematch.declined) ? "You declined the rematch." : `${name(rematch.declined)} does not want to play again.`)];
  }
  const panel = find("asked");
  const key = JSON.stringify([undo, rematch, you]);
  if (panel.dataset.key !== key) {
    panel.dataset.key = key;
    panel.replaceChildren(...parts);
  }
  panel.hidden = parts.length === 0;
}
