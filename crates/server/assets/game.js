// The game page: shows what the server says, and sends what the person chose.

import * as api from "./api.js";
import { Actions } from "./actions.js";
import { Board } from "./board.js";
import { ALONE, gameHere, to } from "./carrier.js";
import { cueEdges, find, isShown, make, namesOf, notice, say, textOf } from "./dom.js";
import { watch } from "./live.js";
import { showPanel } from "./panel.js";
import { recall, recallOne, rememberGame } from "./remember.js";
import { beat, followSettings, isPlain } from "./settings.js";
import { has, view } from "./view.js";

const id = gameHere();

/** The state that is shown. */
let state = null;
/** Newer ones that are shown after a beat each, and when the move before them was sent or shown. */
let pending = [];
let movedAt = -Infinity;
let timer;
/** Numbers that were taken back and can be played again, the next one first: a bot replies to them as it did before. */
let undone = [];
let busy = false;
/** Whether the visitor came by an invitation that has given its seat already. */
let used = false;
/** Hints and the review come with the first press, a free seat and requests when there are some: most of a game needs none. */
let hint = null;
let review = null;
/** While a review is open: the headline of the position that is looked at. */
let past;
let noted;
const panels = {};

const board = new Board(find("board"), {
	onPress: (number) => (review?.open ? review.press(number) || board.refuse(number) : play(number)),
	onPoint: (number) => review?.open && review.point(number),
	onLook: (pair) => hint?.showPair(pair),
});
const actions = new Actions(find("actions"), {
	hint: () =>
		send(async () => {
			await api.styles("review.css");
			hint ??= new (await api.module("hint.js")).Hint(find("hint"));
			await hint.press(() => state);
			if (hint.words) announce(hint.words);
		}),
	undo: takeBack,
	take_back: takeBack,
	redo: () => play(undone[0]),
	resign: async () => {
		flush();
		const { ply, version } = state;
		let end;
		await send(async () => void (end = await api.module("end.js")));
		if (await end?.confirmed(state)) await send(() => api.resign(id, ply, version));
	},
	claim: () => send(() => api.claim(id, state.ply, state.version)),
	next_round: () => send(() => api.nextRound(id, state.round)),
	rematch: () => send(() => api.rematch(id)),
	other_bot: () => send(async () => (await api.module("end.js")).beginOther(state)),
	review: () => {
		if (!review?.open) {
			history.pushState({ review: true }, "", "#review");
			followAddress();
		} else if (history.state?.review) {
			history.back();
		} else {
			closeReview();
		}
	},
	share: (button) => send(async () => void (await api.module("link.js")).shareGame(state, button)),
	new_game: () => location.assign(to("/")),
});

function takeBack() {
	send(() => api.undo(id, state.ply, state.version));
}

const stream = watch(id, {
	onState: take,
	onPresence(here) {
		if (!state) return;
		state.players.forEach((player, seat) => {
			if (player.kind === "human") player.here = here[seat];
		});
		showPanel(state, undefined, past);
		actions.show(state, undone.length > 0);
	},
	onLink(stands) {
		find("connection").hidden = stands;
		// What could not be sent can be sent again.
		if (stands && find("refusal").dataset.code === "offline") refuse(null);
	},
	onGone(error) {
		find("connection").hidden = true;
		find("skip").remove();
		document.title = "No such game – divvy";
		find("main").className = "lost";
		find("main").replaceChildren(
			make("h1", { text: error.sentence }),
			make("p", {}, make("a", { class: "button primary", href: to("/"), text: "To the games" })),
		);
		find("main").hidden = false;
	},
});

/** Takes a state in, unless a newer one is shown already. The opponent's reply waits until one's own move has been seen. */
function take(now) {
	if (state && now.version < state.version) return;
	const wait = replyIn(now);
	if (wait > 0 || pending.length) {
		if (pending.some((known) => known.version >= now.version)) return;
		pending.push(now);
		clearTimeout(timer);
		timer = setTimeout(next, wait);
		return;
	}
	accept(now);
}

/** How long to wait before a state is shown, in milliseconds. */
function replyIn(now) {
	if (!state || document.hidden || now.round !== state.round || now.ply <= state.ply) return 0;
	const last = now.moves.filter(({ number }) => number !== null).at(-1);
	return now.you.seats.includes(last?.seat) ? 0 : movedAt + beat() - performance.now();
}

/** Shows the first state that waits; another one, of a player who moves again, a beat later. */
function next() {
	const now = pending.shift();
	movedAt = performance.now();
	if (pending.length) timer = setTimeout(next, beat());
	if (now.version >= state.version) accept(now);
}

/** Shows at once what waits. */
function flush() {
	clearTimeout(timer);
	const now = pending.pop();
	pending = [];
	if (now && now.version >= state.version) accept(now);
}

/** Follows what was taken back and played again: of a game against a computer only one's own numbers. */
function followUndone(before, now) {
	const own = (moves) => moves.filter(({ seat, number }) => number !== null && now.you.seats.includes(seat));
	const numbers = (moves) => own(moves).map(({ number }) => number);
	if (!before || before.round !== now.round || now.mode === "friend") undone = [];
	else if (now.ply < before.ply) undone = [...numbers(before.moves.slice(now.moves.length)), ...undone];
	else
		for (const number of numbers(now.moves.slice(before.moves.length)))
			undone = undone[0] === number ? undone.slice(1) : [];
}

function accept(now) {
	const before = state;
	state = now;
	followUndone(before, now);
	// A visitor who comes to an old game stays there; one who was here when the next one began goes along.
	if (before && !before.rematch?.id && now.rematch?.id) {
		location.assign(to(`/g/${now.rematch.id}`));
		return;
	}
	// Not what all are told to a player who has just sat down.
	const seated = before?.you.seats.length !== now.you.seats.length;
	const changed = seated || before.version !== now.version;
	// What was refused was about the game as it was.
	if (before && changed) refuse(null);
	if (before && (before.ply !== now.ply || before.round !== now.round) && !now.over) closeReview();
	if (invitation() && !now.you.may.includes("join")) {
		used = now.you.seats.length === 0;
		forgetInvitation();
	}
	if (now.you.seats.length > 0 && recallOne("games", id)?.version !== now.version)
		rememberGame(now, textOf(now.parts.headline));
	// After a move the board tells what happened; other events are told in their own words.
	// A request is told where it is answered.
	const moved = seated || before.ply < now.ply || before.round !== now.round || now.over || !now.said || now.request;
	const said = moved ? soFar() : now.parts.said;
	show(changed ? said : undefined);
	if (!before) followAddress();
	// The opponent's move must not stay out of sight.
	const last = now.moves.at(-1);
	if (last?.number && (!before || before.ply < now.ply)) board.reveal(last.number);
	if (changed) announce(`${textOf(now.request ? now.parts.request : said)} ${textOf(now.parts.headline)}`.trim());
	if (document.hidden && recall("notify") && isMyTurn(now) && !(before && isMyTurn(before))) tellTurn();
}

/** A player whose friend has just moved may look at something else. */
const isMyTurn = ({ mode, you }) => mode === "friend" && you.may.includes("move");

async function tellTurn() {
	(await api.module("notify.js")).tellTurn(id, document.title);
}

/** The last turns, and what can be played unless that is hidden, or free: then the headline has said so. */
function soFar() {
	const { parts, moves, race, last, players } = state;
	const free = !moves.length && !race && !last && players.every((player) => player.taken);
	return isPlain() || free ? parts.happened : parts.so_far;
}

function closeReview() {
	if (!review?.open) return;
	review.close();
	past = undefined;
	find("main").classList.remove("reviewing");
	if (inAddress("review") !== null) history.replaceState(null, "", to(`/g/${id}`));
	show(soFar());
}

/** Opens the review that the address asks for, at the move that stands there, or closes it. */
function followAddress() {
	const at = inAddress("review");
	if (at === null || !state.you.may.includes("review")) {
		closeReview();
		return;
	}
	send(async () => {
		const answer = await api.review(id);
		await api.styles("review.css");
		const { Explorer } = await api.module("explorer.js");
		review ??= new Explorer(find("review"), { onStep, onTrouble: refuse, legend: find("legend") });
		find("main").classList.add("reviewing");
		const [rules, played = ""] = answer.notation.split(":");
		const players = { names: answer.names, first: state.first, you: answer.you ?? undefined };
		review.show({ rules, moves: inAddress("line") ?? played, at, answer, players });
	});
}

/** Shows a position of the review: its headline, what is to be said about it, and its board. */
function onStep({ headline, said }, shown) {
	if (!review.open) return;
	past = headline;
	// Browsers refuse a page that changes its address too often.
	clearTimeout(noted);
	const { moves, at } = review.address;
	const line = moves.includes("(") ? `&line=${moves}` : "";
	noted = setTimeout(() => past && history.replaceState(history.state, "", `#review=${at}${line}`), 200);
	showPanel(state, said, past);
	announce(`${textOf(headline)} ${textOf(said)}`);
	board.show(shown);
}

const inAddress = (what) => new URLSearchParams(location.hash.slice(1)).get(what);

/** The token of an invitation in this page's address. */
const invitation = () => inAddress("invite");

function forgetInvitation() {
	if (location.hash) history.replaceState(null, "", to(`/g/${id}`));
}

function announce(text) {
	say(find("live"), text ?? "");
}

/** Shows in the headline's place why something was refused. */
function refuse(text, code = "") {
	notice(find("refusal"), text);
	find("refusal").dataset.code = code;
}

/** Shows what belongs to some games only, as soon as its module is here. */
async function showCalls() {
	const free = state.players.some((player) => !player.taken);
	const watching = state.you.seats.length === 0;
	try {
		if (panels.join || used || (free && watching))
			await (panels.join ??= await api.module("join.js")).showJoin(state, invitation(), join, used);
		if (panels.invite || (free && !watching))
			await (panels.invite ??= await api.module("invite.js")).showInvite(state, send);
		if (panels.asked || state.request) (panels.asked ??= await api.module("asked.js")).showAsked(state, send);
		// A board that cannot be seen at once.
		if (state.size > 100) (panels.goto ??= await api.module("goto.js")).showGoto(state, board, { play, refuse });
	} catch (error) {
		if (!(error instanceof api.Refusal)) throw error;
		refuse(error.sentence, error.code);
	}
	find("calls").classList.toggle(
		"some",
		[...find("calls").children].some((panel) => !panel.hidden),
	);
	find("main").hidden = false;
}

/** Where the focus goes when what had it is no longer there. */
function settle() {
	if (hint && !find("hint").hidden) find("hint").focus();
	else if (state.you.may.includes("move")) board.focus();
	else find("turn").focus();
}

function show(said) {
	const focused = document.activeElement;
	// A guest's page is laid out otherwise: it is shown once it is known whether the invitation is open.
	if (!invitation()) find("main").hidden = false;
	showPanel(state, past ? undefined : said, past);
	actions.show(state, undone.length > 0);
	hint?.show(state, actions);
	actions.label("review", review?.open ? "Close review" : "Review");
	showCalls();
	// Until the friend has come the invitation is the link to send, not the one for watching.
	find("copy-link").hidden = Boolean(ALONE) || state.players.some((player) => !player.taken);
	find("notify-field").hidden = state.mode !== "friend" || state.you.seats.length !== 1 || !window.Notification;
	for (const part of [find("beat"), ...find("beat").labels]) part.hidden = state.mode !== "computer";
	const person = { names: namesOf(state), playable: state.you.may.includes("move"), plain: isPlain() };
	if (!review?.open) board.show(view(state, { ...person, ...hint?.marks(state) }));
	// A button that is no longer there must not take the focus with it.
	if (focused !== document.body && !isShown(focused)) settle();
}

/** Sends something; one at a time. What the server refuses is shown in its own words. */
async function send(work) {
	if (busy) return;
	flush();
	busy = true;
	find("board").setAttribute("aria-busy", "true");
	refuse(null);
	try {
		const answer = await work();
		if (answer) take(answer);
		else show();
	} catch (error) {
		if (!(error instanceof api.Refusal)) throw error;
		if (error.game) take(error.game);
		refuse(error.sentence, error.code);
	} finally {
		busy = false;
		find("board").setAttribute("aria-busy", "false");
	}
}

function play(number) {
	// Watching is quiet, and so is a press while the reply is on its way; everything else is for the server to judge.
	if (pending.length || busy || state.over || state.you.seats.length === 0) return;
	const { ply, version } = state;
	const listed = state.you.may.includes("move") && has(state.legal, number);
	if (listed) {
		movedAt = performance.now();
		board.sending(number, true);
	}
	send(async () => {
		// What the server has not listed it would refuse: it is asked why, and nothing is tried in vain.
		const { legal, why, sentence, reason } = listed ? { legal: true } : await api.why(id, number);
		if (legal) return api.move(id, number, ply, version);
		refuse((isPlain() ? reason : sentence) ?? api.sentence(why));
		board.refuse(number);
		return undefined;
	}).finally(() => board.sending(number, false));
}

async function join(token, name) {
	await send(async () => {
		const joined = await api.join(id, token, name);
		forgetInvitation();
		// The stream was opened by a visitor who watched; who sits here is asked when it opens.
		stream.reopen();
		return joined;
	});
}

// Not by the address: an invitation stands there.
find("skip").addEventListener("click", (event) => {
	event.preventDefault();
	board.focus();
});
// Arrow keys and N find the board from wherever nothing else has the focus; the keys of buttons work where none is typed.
document.addEventListener("keydown", (event) => {
	const { key, target } = event;
	if (!state || event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, dialog")) return;
	const nothing = [document.body, find("turn")].includes(document.activeElement);
	if (key === "?") find("rules").click();
	else if (review?.open) review.key(event);
	else if (/^[hur]$/i.test(key)) actions.key(key);
	else if (nothing && /^(Arrow|[nN]$)/.test(key)) {
		event.preventDefault();
		board.focus(/n/i.test(key) ? board.next(key === "n" ? 1 : -1) : undefined);
	}
});
// Back and forward open and close the review; another invitation to the same game does not load the page again.
addEventListener("popstate", () => {
	refuse(null);
	if (!state) return;
	showCalls();
	followAddress();
});
followSettings(() => state && show(soFar()));
for (const part of ["board", "calls", "review"]) cueEdges(find(part));

find("copy-link").addEventListener("click", ({ currentTarget }) =>
	send(async () => {
		void (await api.module("link.js")).pass(location.origin + location.pathname, document.title, currentTarget);
	}),
);
find("notify").checked = Boolean(recall("notify"));
find("notify").addEventListener("change", ({ target }) =>
	send(async () => {
		if (!(await (await api.module("notify.js")).switchNotices(target)))
			refuse("This browser does not allow notifications here.");
	}),
);
