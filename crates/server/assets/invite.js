// The link that gives the free seat, for whoever sends it. The token travels behind the #, so that opening the link sends
// it nowhere; only its QR code asks the server for a picture of it, in a request's body.

import * as api from "./api.js";
import { find, make } from "./dom.js";
import { copy } from "./link.js";
import { recallOne } from "./remember.js";

export function showInvite(state) {
  const panel = find("invite");
  const token = recallOne("invites", state.id);
  const wanted = Boolean(token) && state.players.some((player) => !player.taken);
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
      make("p", { text: "The first who opens this link and takes the seat plays with you. Everyone else watches." }),
      make("div", { class: "row" }, field, button),
      picture,
    );
  }
  panel.hidden = !wanted;
}
