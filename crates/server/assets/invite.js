// The link that gives the free seat, for the player who sends it. The token travels behind the #, so that opening the link
// sends it nowhere; only its QR code asks the server for a picture of it, in a request's body.

import * as api from "./api.js";
import { find, make } from "./dom.js";
import { copy } from "./link.js";
import { forgetOne, recallOne, rememberOne } from "./remember.js";

/** `send` sends a request; what the server refuses is shown. */
export function showInvite(state, send) {
	const panel = find("invite");
	const wanted = state.you.may.includes("invite");
	const token = recallOne("invites", state.id);
	if (wanted && panel.dataset.token !== String(token)) {
		panel.dataset.token = token;
		panel.replaceChildren(...(token ? offer(state, token) : []), ...choices(state, token, send));
	}
	panel.hidden = !wanted;
}

function offer(state, token) {
	const link = `${location.origin}/g/${state.id}#invite=${token}`;
	const field = make("input", { id: "invite-link", readonly: true, value: link, "aria-label": "Link for your friend" });
	field.addEventListener("focus", () => field.select());
	const button = make("button", { type: "button", class: "primary", id: "invite-copy", text: "Copy" });
	button.addEventListener("click", () => copy(link, button));
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
		make("p", { text: "The first who opens this link and takes the seat plays with you. Everyone else watches." }),
		make("div", { class: "row" }, field, button),
		picture,
	];
}

/** A new link, where this browser does not know the one before, or it went to the wrong person; and none at all. */
function choices(state, token, send) {
	const invite = (cancel) =>
		send(async () => {
			const { game, invite: fresh } = await api.invite(state.id, cancel);
			if (fresh) rememberOne("invites", state.id, fresh);
			else forgetOne("invites", state.id);
			return game;
		});
	const anew = make("button", {
		type: "button",
		id: "invite-anew",
		text: token ? "New link" : "Invite a friend",
		onclick: () => invite(false),
	});
	if (!token) {
		return [
			make("h2", { id: "invite-title", text: "No invitation" }),
			make("p", { text: "No link that you could send is known here. A new one replaces any earlier one." }),
			make("div", { class: "row" }, anew),
		];
	}
	const cancel = make("button", {
		type: "button",
		id: "invite-cancel",
		text: "Cancel invitation",
		onclick: () => invite(true),
	});
	return [make("div", { class: "row" }, anew, cancel)];
}
