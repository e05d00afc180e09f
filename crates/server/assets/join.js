// A free seat, for visitors without one: those who came by the invitation see the board and can join the game, the others can
// ask for it.

import * as api from "./api.js";
import { bdi, find, make, namesOf } from "./dom.js";
import { showPanel } from "./panel.js";
import { recall, remember } from "./remember.js";

/** What the server said last about an invitation to a version of the game. */
const checked = { key: "", answer: null };

/** `token` is the invitation, if there is one, `take` takes the seat, and `used` says that it has given its seat. */
export async function showJoin(state, token, take, used) {
	const panel = find("join");
	const free = state.you.may.includes("join");
	const invited = free && token ? await check(state, token) : null;
	const kind = used ? "used" : invited ? `${invited.open} ${token}` : free ? "free" : "";
	if (kind && panel.dataset.kind !== kind) {
		panel.dataset.kind = kind;
		const parts = used
			? tooLate(state, panel)
			: invited?.open
				? offer(state, token, take)
				: explanation(state, invited);
		panel.replaceChildren(...parts);
	}
	panel.hidden = !kind;
	document.body.classList.toggle("guest", Boolean(invited));
}

/** Whether the invitation still gives the seat; the headline says so. */
async function check(state, token) {
	const key = `${state.version} ${token}`;
	if (checked.key !== key) {
		await api.styles("guest.css");
		checked.answer = await api.checkInvite(state.id, token);
		checked.key = key;
	}
	const { sentence } = checked.answer.parts;
	state.parts.headline = sentence;
	state.parts.status = sentence;
	showPanel(state);
	return checked.answer;
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
	const placeholder = state.players.find((player) => !player.taken)?.name;
	const name = make("input", { id: "join-name", maxlength: 40, autocomplete: "nickname", dir: "auto", placeholder });
	name.value = recall("setup")?.names?.[0] ?? "";
	const rounds = state.rounds > 1 ? [`best of ${state.rounds}`] : [];
	const form = make(
		"form",
		{},
		make("h2", { id: "join-title" }, "Play with ", hostOf(state)),
		make("p", { class: "about", text: [...state.about, ...rounds].join(", ") }),
		make("label", { for: "join-name", text: "Your name (optional)" }),
		make("div", { class: "row" }, name, make("button", { class: "primary", id: "join-take", text: "Join the game" })),
	);
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		const past = recall("setup") ?? {};
		if (name.value.trim()) remember("setup", { ...past, names: [name.value, past.names?.[1] ?? ""] });
		take(token, name.value);
	});
	return [form];
}

/** To those who have no invitation, or one that is closed. */
function explanation(state, closed) {
	if (closed) {
		return [
			make("h2", { id: "join-title", text: "The link no longer works" }),
			make("p", {}, "Ask ", hostOf(state), " for a new one, or make a game of your own."),
			make("a", { class: "button primary", href: "/", text: "Make a new game" }),
		];
	}
	const before = "The seat is for the friend who has the invitation link. If you would like to play, ask ";
	const after = " for it; if you would like to watch, stay here.";
	return [
		make("h2", { id: "join-title", text: "This game waits for a second player" }),
		make("p", {}, before, hostOf(state), after),
	];
}
