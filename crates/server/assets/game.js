// The game page: shows what the server says, and sends what the person chose.

import * as api from "./api.js";
import { Actions, confirmed } from "./actions.js";
import { Board } from "./board.js";
import { find, make, namesOf, notice, say, tell } from "./dom.js";
import { hintKey } from "./hint-key.js";
import { watch } from "./live.js";
import { showPanel } from "./panel.js";
import { forgetOne, recall, remember, rememberOne } from "./remember.js";
import { marks, view } from "./view.js";

const id = location.pathname.split("/")[2];

let state = null;
let busy = false;
/** Hints and the review come with the first press, a free seat and requests when there are some: most of a game needs none. */
let hint = null;
let review = null;
const calls = {};

const board = new Board(find("board"), { onPress: play, onLook: legend });
const actions = new Actions(find("actions"), {
  hint: () => send(async () => {
    await api.styles("review.css");
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
    await api.styles("review.css");
    review ??= new (await api.module("review.js")).Review(find("review"), { onStep: lookBack, given });
    review.show(answer);
    find("review-title").focus();
  }),
  share: (button) => send(async () => (await api.module("link.js")).copyGame(state, button)),
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
  if (invitation() && !now.you.may.includes("join")) forgetInvitation();
  if (now.you.seats.length > 0 && now.finished) forgetOne("games", id);
  else if (now.you.seats.length > 0 && !before?.you.seats.length) rememberOne("games", id, 1);
  show();
  // What somebody else has played must not stay out of sight.
  const last = now.moves.at(-1);
  if (before && before.ply < now.ply && last?.number && !now.you.seats.includes(last.seat)) board.reveal(last.number);
  if (!before || before.version !== now.version) announce(line(now, before));
}

/** What happened and whose turn it is, in a line. */
function line(now, before) {
  if (!now.over) return `${now.said} ${now.status}.`.trim();
  if (before?.over || !now.you.ending) return now.said || now.ending;
  // Whoever plays is told the end as theirs, and the move before it.
  const last = now.moves.findLast(({ number }) => number !== null);
  const move = before && before.ply < now.ply && last ? `${now.players[last.seat - 1].name}: ${last.number}. ` : "";
  return move + now.you.ending;
}

/** The token of an invitation in this page's address. */
const invitation = () => new URLSearchParams(location.hash.slice(1)).get("invite");

function forgetInvitation() {
  if (location.hash) history.replaceState(null, "", location.pathname);
}

function announce(text) {
  say(find("live"), text ?? "");
}

/** Shows what belongs to some games only, as soon as its module is here. */
async function showCalls() {
  const free = state.players.some((player) => !player.taken);
  const watching = state.you.seats.length === 0;
  try {
    if (calls.join || (free && watching)) (calls.join ??= await api.module("join.js")).showJoin(state, invitation(), join);
    if (calls.invite || (free && !watching)) (calls.invite ??= await api.module("invite.js")).showInvite(state);
    if (calls.asked || state.request) (calls.asked ??= await api.module("asked.js")).showAsked(state, send);
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    notice(find("refusal"), error.sentence);
  }
}

/** Where the focus goes when what had it is no longer there. */
function settle() {
  if (hint?.open && !find("hint").hidden) find("hint").focus();
  else if (state.you.may.includes("move")) board.focus();
  else find("turn").focus();
}

function show() {
  const focused = document.activeElement;
  find("main").hidden = false;
  showPanel(state);
  actions.show(state);
  hint?.show(state, actions);
  showCalls();
  find("goto").hidden = state.size <= 100;
  tell(find("said"), state.over ? "" : state.said, namesOf(state));
  // Until the friend has come the invitation is the link to send, not the one for watching.
  find("copy-link").hidden = state.players.some((player) => !player.taken);
  if (!review?.open) board.show(view(state, hint?.marks(state)));
  // A button that is no longer there must not take the focus with it.
  if (focused !== document.body && !focused.checkVisibility()) settle();
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

/** The board as it was earlier, with the hint for it. */
function lookBack(past, advised) {
  board.show(view(past, advised && marks(advised)));
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
  const listed = state.you.may.includes("move") && state.legal.some(([from, to]) => from <= number && number <= to);
  send(async () => {
    // What the server has not listed it would refuse: it is asked why, and nothing is tried in vain.
    const { legal, why } = listed ? { legal: true } : await api.why(id, number);
    if (legal) return api.move(id, number, ply, version);
    notice(find("refusal"), api.sentence(why));
    return undefined;
  });
}

async function join(token, name) {
  await send(async () => {
    const joined = await api.join(id, token, name);
    forgetInvitation();
    // The stream was opened by somebody who watched; who sits here is asked when it opens.
    stream.reopen();
    return joined;
  });
}

function legend(to, pair) {
  const parts = to ? [`÷ factors and × multiples of ${to} are marked.`] : [];
  if (pair) parts.push(`${pair[0]} and ${pair[1]} are partners.`);
  say(find("legend"), parts.join(" "));
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

/** For a screen that many look at; the browser remembers it. */
function enlarge(large) {
  document.documentElement.classList.toggle("large", large);
  find("large").setAttribute("aria-pressed", String(large));
}
enlarge(recall("large") === true);
find("large").addEventListener("click", () => {
  remember("large", recall("large") !== true);
  enlarge(recall("large") === true);
});

find("copy-link").addEventListener("click", ({ currentTarget }) => send(async () => {
  (await api.module("link.js")).copy(location.origin + location.pathname, currentTarget);
}));
