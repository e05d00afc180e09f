// The link that gives the free seat: for whoever sends it, and for whoever opens it. The token travels behind the #, so
// that opening the link sends it nowhere; only its QR code asks the server for a picture of it, in a request's body.

import * as api from "./api.js";
import { copy, find, make } from "./dom.js";
import { recall, recallOne, remember } from "./remember.js";

/** The token in this page's address. */
export const shown = () => new URLSearchParams(location.hash.slice(1)).get("invite");

export function forget() {
  if (location.hash) history.replaceState(null, "", location.pathname);
}

/** The link and its QR code, while the seat is free. */
export function showInvite(state) {
  const panel = find("invite");
  const token = recallOne("invites", state.id);
  const wanted = Boolean(token) && state.you.seats.length > 0 && state.players.some((player) => !player.taken);
  if (wanted && !panel.childElementCount) {
    const link = `${location.origin}/g/${state.id}#invite=${token}`;
    const field = make("input", { id: "invite-link", readonly: true, value: link, "aria-label": "Link for your friend" });
    field.addEventListener("focus", () => field.select());
    const button = make("button", { type: "button", class: "primary", id: "invite-copy", text: "Copy" });
    button.addEventListener("click", () => copy(link, button));
    const picture = make("img", { class: "qr", alt: "The link as a QR code", width: 180, height: 180 });
    // Without a picture there is still the link.
    api.qr(link).then((source) => { picture.src = source; }, () => picture.remove());
    panel.append(
      make("h2", { id: "invite-title", text: "Invite a friend" }),
      make("p", { text: "Whoever opens this link first takes the other seat. Everyone after that watches." }),
      make("div", { class: "row" }, field, button),
      picture,
    );
  }
  panel.hidden = !wanted;
}

/** The offer of the seat, to whoever came by the link. */
export function showJoin(state, take) {
  const panel = find("join");
  const token = shown();
  const wanted = Boolean(token) && state.you.may.includes("join");
  if (wanted && !panel.childElementCount) {
    const host = state.players.find((player) => player.taken)?.name;
    const name = make("input", { id: "join-name", maxlength: 40, autocomplete: "nickname" });
    name.value = recall("setup")?.names?.[0] ?? "";
    const form = make("form", {},
      make("h2", { id: "join-title", text: `${host} invites you` }),
      make("label", { for: "join-name", text: "Your name" }),
      make("div", { class: "row" }, name, make("button", { class: "primary", id: "join-take", text: "Take the seat" })));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const past = recall("setup") ?? {};
      if (name.value.trim()) remember("setup", { ...past, names: [name.value, past.names?.[1] ?? ""] });
      take(token, name.value);
    });
    panel.append(form);
  }
  panel.hidden = !wanted;
}
