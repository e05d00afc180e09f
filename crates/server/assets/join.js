// A free seat, for those who do not sit here: whoever came by the invitation can take it, whoever came without can ask
// for it.

import { find, make, namesOf, told } from "./dom.js";
import { recall, remember } from "./remember.js";

/** `token` is the invitation, if there is one, and `take` takes the seat. */
export function showJoin(state, token, take) {
  const panel = find("join");
  const wanted = state.you.may.includes("join");
  if (wanted && !panel.childElementCount) panel.append(...(token ? offer(state, token, take) : explanation(state)));
  panel.hidden = !wanted;
}

const hostOf = (state) => state.players.find((player) => player.taken)?.name;

function offer(state, token, take) {
  const name = make("input", { id: "join-name", maxlength: 40, autocomplete: "nickname", dir: "auto" });
  name.value = recall("setup")?.names?.[0] ?? "";
  const form = make("form", {},
    told("h2", { id: "join-title" }, `${hostOf(state)} invites you`, namesOf(state)),
    make("label", { for: "join-name", text: "Your name" }),
    make("div", { class: "row" }, name, make("button", { class: "primary", id: "join-take", text: "Take the seat" })));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const past = recall("setup") ?? {};
    if (name.value.trim()) remember("setup", { ...past, names: [name.value, past.names?.[1] ?? ""] });
    take(token, name.value);
  });
  return [form];
}

function explanation(state) {
  const text = `The seat is for whoever has the invitation link. If you would like to play, ask ${hostOf(state)} for it; `
    + "if you would like to watch, stay here.";
  return [make("h2", { id: "join-title", text: "This game waits for a second player" }), told("p", {}, text, namesOf(state))];
}
