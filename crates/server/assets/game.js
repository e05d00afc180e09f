// The game page: shows what the server says, and sends what the person chose.

import * as api from "./api.js";
import { Actions, confirmed } from "./actions.js";
import { Board } from "./board.js";
import { copy, find, make, notice, say } from "./dom.js";
import { forget, showInvite, showJoin, shown } from "./invite.js";
import { watch } from "./live.js";
import { showPanel } from "./panel.js";
import { hintKey } from "./hint-key.js";
import { after, letters, turn, view } from "./view.js";

const id = location.pathname.split("/")[2];

let state = null;
let busy = false;
/** Hints and the review come with the first press: most of a game needs neither. */
let hint = null;
let review = null;

const board = new Board(find("board"), { onPress: play, onLook: legend });
const actions = new Actions(find("actions"), {
  hint: () => send(async () => {
    hint ??= new (await api.module("hint.js")).Hint(find("hint"));
    await hint.press(state);
    announce(hint.words);
  }),
  undo: () => send(() => api.undo(id, state.ply, state.version)),
  resign: async () => {
    const { ply, version } = state;
    if (await confirmed("Give this round up?")) await send(() => api.resign(id, ply, version));
  },
  next_round: () => send(() => api.nextRound(id, state.round)),
  rematch: () => send(() => api.rematch(id)),
  review: () => send(async () => {
    const answer = await api.review(id);
    review ??= new (await api.module("review.js")).Review(find("review"), { onStep: lookBack, given });
    review.show(state, answer.review);
    find("review-title").focus();
  }),
  share: (button) => copy(`${location.origin}/share#${state.notation}`, button),
  new_game: () => location.assign("/"),
});

const stream = watch(id, {
  onState: take,
  onPresence(here) {
    if (!state) return;
    state.players.forEach((player, seat) => { if (player.kind === "human") player.here = here[seat]; });
    showPanel(state);
  },
  onLink(stands) { find("connection").hidden = stands; },
  onGone(error) {
    find("connection").hidden = true;
    document.title = "No such game – divvy";
    find("main").replaceChildren(make("h1", { text: error.sentence }),
      make("p", {}, make("a", { class: "button primary", href: "/", text: "To the games" })));
    find("main").hidden = false;
  },
});

/** Takes a state in, unless a newer one is here already. */
function take(now) {
  if (state && now.version < state.version) return;
  const before = state;
  state = now;
  // Whoever comes to an old game stays there; whoever was here when the next one began goes along.
  if (before && !before.rematch?.id && now.rematch?.id) {
    location.assign(`/g/${now.rematch.id}`);
    return;
  }
  // What was refused was about the game as it was.
  if (before && before.version !== now.version) notice(find("refusal"), null);
  if (before && (before.ply !== now.ply || before.round !== now.round) && !now.over) review?.close();
  if (shown() && !now.you.may.includes("join")) forget();
  show();
  // What somebody else has played must not stay out of sight.
  const last = now.moves.at(-1);
  if (before && before.ply < now.ply && last?.number && !now.you.seats.includes(last.seat)) board.reveal(last.number);
  if (!before || before.version !== now.version) announce(line(now));
}

/** What happened and whose turn it is, in a line. */
const line = (now) => now.over ? now.said || now.ending : `${now.said} ${turn(now)}.`.trim();

function announce(text) {
  say(find("live"), text ?? "");
}

function show() {
  const focused = document.activeElement;
  find("main").hidden = false;
  showPanel(state);
  actions.show(state);
  hint?.show(state, actions);
  showInvite(state);
  showJoin(state, join);
  showAsked();
  find("goto").hidden = state.size <= 100;
  say(find("said"), state.over ? "" : state.said);
  // Until the friend has come the invitation is the link to send, not the one for watching.
  find("copy-link").hidden = state.players.some((player) => !player.taken);
  if (!review?.open) board.show(view(state, hint?.marks(state)));
  // A button that is no longer there must not take the focus with it.
  if (focused !== document.body && !focused.checkVisibility()) (hint?.open ? find("hint") : board).focus();
}

/** What there is to say about a position of the round that is over; asked for once. */
const advice = new Map();
function given(ply) {
  const key = hintKey(state, ply);
  if (ply >= state.ply) return undefined;
  if (!advice.has(key)) {
    // Too many at once are refused; the picture comes when the move is shown again.
    advice.set(key, api.hint(state.id, ply).catch(() => void advice.delete(key)));
  }
  return advice.get(key);
}

/** The board as it was after so many entries of the move list. */
function lookBack(moves, marks) {
  const past = moves === state.moves.length ? state : after(state, moves);
  board.show(view(past, marks && { hint: marks, letters: letters(marks.pairs) }));
}

/** What somebody waits for: an answer about taking back, or about a rematch; and where the rematch is. */
function showAsked() {
  const panel = find("asked");
  const name = (seat) => state.players[seat - 1].name;
  const mine = (seat) => state.you.seats.includes(seat);
  const { undo, rematch } = state;
  let parts = [];
  if (undo && state.you.may.includes("answer_undo")) {
    const button = (text, agree) => make("button", {
      type: "button", text, class: agree ? "primary" : "", id: agree ? "agree" : "decline",
      onclick: () => send(() => api.answerUndo(id, agree, state.version)),
    });
    parts = [make("h2", { id: "asked-title", text: `${name(undo.by)} asks to take back` }),
      make("div", { class: "row" }, button("Agree", true), button("Decline", false))];
  } else if (undo && mine(undo.by)) {
    parts = [make("h2", { id: "asked-title", text: "You asked to take back. Waiting for the answer …" })];
  } else if (rematch?.id) {
    parts = [make("h2", { id: "asked-title", text: "They play again." }),
      make("a", { class: "button primary", href: `/g/${rematch.id}`, text: "To the rematch" })];
  } else if (rematch?.by) {
    const text = mine(rematch.by) ? "You offered a rematch. Waiting for the answer …" : `${name(rematch.by)} would like to play again`;
    parts = [make("h2", { id: "asked-title", text })];
  }
  const key = JSON.stringify([undo, rematch, state.you]);
  if (panel.dataset.key !== key) {
    panel.dataset.key = key;
    panel.replaceChildren(...parts);
  }
  panel.hidden = parts.length === 0;
}

/** Sends something; one at a time. What the server refuses is shown in its own words. */
async function send(work) {
  if (busy) return;
  busy = true;
  actions.busy(true);
  notice(find("refusal"), null);
  try {
    const answer = await work();
    if (answer) take(answer);
    else show();
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    if (error.game) take(error.game);
    notice(find("refusal"), error.sentence);
  } finally {
    busy = false;
    actions.busy(false);
  }
}

function play(number) {
  // Looking back and watching are quiet; everything else is for the server to judge.
  if (review?.open || state.over || state.you.seats.length === 0) return;
  const { ply, version } = state;
  send(() => api.move(id, number, ply, version));
}

async function join(token, name) {
  await send(async () => {
    const joined = await api.join(id, token, name);
    forget();
    // The stream was opened by somebody who watched; who sits here is asked when it opens.
    stream.reopen();
    return joined;
  });
  board.focus();
}

function legend(to) {
  say(find("legend"), to ? `÷ factors and × multiples of ${to} are marked.` : "");
}

function typed() {
  const number = Number(find("goto-number").value.trim());
  if (board.has(number)) return number;
  notice(find("refusal"), `The numbers go from ${state.first_number} to ${state.size}.`);
  return null;
}

find("goto").addEventListener("submit", (event) => {
  event.preventDefault();
  const number = typed();
  if (number) play(number);
  find("goto-number").select();
});
find("goto-show").addEventListener("click", () => {
  const number = typed();
  if (number) board.focus(number);
});
// Not by the address: an invitation stands there.
find("skip").addEventListener("click", (event) => {
  event.preventDefault();
  board.focus();
});
find("copy-link").addEventListener("click", (event) => copy(location.origin + location.pathname, event.currentTarget));
