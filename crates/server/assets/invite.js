// The link that gives the free seat, for the player who sends it. The token travels behind the #, so that opening the link
// sends it nowhere; only its QR code asks the server for a picture of it, in a request's body.

import * as api from "./api.js";
import { find, make } from "./dom.js";
import { canShare, pass } from "./link.js";
import { recallOne, rememberOne } from "./remember.js";

/** What is kept instead of a token once the invitation is cancelled. */
const CLOSED = "";

/** `send` sends a request; what the server refuses is shown. */
export async function showInvite(state, send) {
	const panel = find("invite");
	const wanted = state.you.may.includes("invite");
	const token = recallOne("invites", state.id);
	if (wanted) await api.styles("guest.css");
	if (wanted && panel.dataset.token !== String(token)) {
		panel.dataset.token = token;
		panel.replaceChildren(...(token ? offer(state, token) : []), ...choices(state, token, send));
	}
	panel.hidden = !wanted;
}

function offer(state, token) {
	const link = `${location.origin}/g/${state.id}#invite=${token}`;
	const field = make("textarea", { id: "invite-link", readonly: true, rows: 3, "aria-label": "Link for your friend" });
	field.value = link;
	field.addEventListener("focus", () => field.select());
	const text = canShare() ? "Send link" : "Copy link";
	const button = make("button", { type: "button", class: "primary", id: "invite-copy", text });
	button.addEventListener("click", () => pass(link, `Play ${state.name} with me`, button));
	const picture = make("img", { class: "qr", alt: "The link as a QR code", width: 144, height: 144 });
	// Without a picture there is still the link.
	api.qr(link).then(
		(source) => {
			picture.src = source;
		},
		() => picture.remove(),
	);
	return [
		make("h2", { id: "invite-title", text: "Invite a friend" }),
		make("p", { text: "The first to join by this link plays with you. Everyone else watches." }),
		make("div", { class: "row" }, field, button),
		picture,
	];
}

/** A new link, where this browser does not know the one before, or it went to the wrong person; and none at all. */
function choices(state, token, send) {
	const button = (id, text, cancel) =>
		make("button", {
			type: "button",
			id,
			text,
			class: token ? "" : "primary",
			onclick: () =>
				send(async () => {
					const { game, invite } = await api.invite(state.id, cancel);
					rememberOne("invites", state.id, invite ?? CLOSED);
					return game;
				}),
		});
	const anew = button("invite-anew", "New link", false);
	if (token) return [make("div", { class: "row" }, anew, button("invite-cancel", "Cancel invitation", true))];
	const said =
		token === CLOSED
			? ["This invitation is closed.", "Make a new link?"]
			: ["Invite a friend", "This browser does not know the link. A new one replaces any earlier one."];
	return [
		make("h2", { id: "invite-title", text: said[0] }),
		make("p", { text: said[1] }),
		make("div", { class: "row" }, anew, make("a", { class: "button", href: "/", text: "All games" })),
	];
}
