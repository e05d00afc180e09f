// A free seat, for visitors without one: those who came by the invitation can take it, the others can ask for it.

import { bdi, find, make, namesOf } from "./dom.js";
import { recall, remember } from "./remember.js";

/** `token` is the invitation, if there is one, `take` takes the seat, and `used` says that it has given its seat. */
export function showJoin(state, token, take, used) {
	const panel = find("join");
	const kind = used ? "used" : state.you.may.includes("join") ? `free ${token}` : "";
	if (kind && panel.dataset.kind !== kind) {
		panel.dataset.kind = kind;
		panel.replaceChildren(...(used ? tooLate(state, panel) : token ? offer(state, token, take) : explanation(state)));
		panel.hidden = false;
	}
	if (!kind) panel.hidden = true;
}

/** An invitation gives its seat once. */
function tooLate(state, panel) {
	const [one, two] = namesOf(state).map(bdi);
	const close = () => {
		panel.hidden = true;
		panel.parentElement.classList.remove("some");
	};
	return [
		make("h2", { id: "join-title", text: "This invitation has been used" }),
		make("p", {}, "It gave its seat to the first who took it. ", one, " and ", two, " play; you are watching."),
		make(
			"div",
			{ class: "row" },
			make("button", { type: "button", class: "primary", id: "join-watch", text: "Watch", onclick: close }),
			make("a", { class: "button", href: "/", text: "Play a game of your own" }),
		),
	];
}

const hostOf = (state) => bdi(state.players.find((player) => player.taken)?.name);

function offer(state, token, take) {
	const name = make("input", { id: "join-name", maxlength: 40, autocomplete: "nickname", dir: "auto" });
	name.value = recall("setup")?.names?.[0] ?? "";
	const form = make(
		"form",
		{},
		make("h2", { id: "join-title" }, hostOf(state), " invites you"),
		make("label", { for: "join-name", text: "Your name" }),
		make("div", { class: "row" }, name, make("button", { class: "primary", id: "join-take", text: "Take the seat" })),
	);
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		const past = recall("setup") ?? {};
		if (name.value.trim()) remember("setup", { ...past, names: [name.value, past.names?.[1] ?? ""] });
		take(token, name.value);
	});
	return [form];
}

function explanation(state) {
	const before = "The seat is for the friend who has the invitation link. If you would like to play, ask ";
	const after = " for it; if you would like to watch, stay here.";
	return [
		make("h2", { id: "join-title", text: "This game waits for a second player" }),
		make("p", {}, before, hostOf(state), after),
	];
}
