// A game that its link contains: `/share#GAME;OPTIONS:MOVES`. The server checks it and reviews it.

import * as api from "./api.js";
import { Board } from "./board.js";
import { find, notice, say } from "./dom.js";
import { Review } from "./review.js";
import { after, view } from "./view.js";

/** The game in the link. A stray percent sign in it is the server's to refuse. */
function asked() {
  const hash = location.hash.slice(1);
  try {
    return new URLSearchParams(location.search).get("game") ?? decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** What the board needs to know, from the notation as the server wrote it and its list of games. */
function stateOf({ notation, review }, games) {
  const [head] = notation.split(":");
  const [id, ...parts] = head.split(";");
  const game = games.find((one) => one.id === id);
  const given = new Map(parts.map((part) => part.split("=")));
  const usual = (name) => game.options.find((option) => option.name === name)?.default;
  const size = Number(given.get("size") ?? usual("size"));
  const race = game.options.some((option) => option.name === "target") && {
    start: Number(given.get("start") ?? usual("start")),
    target: Number(given.get("target") ?? size),
  };
  return {
    game: id,
    name: game.name,
    size,
    first_number: given.has("without-one") ? 2 : 1,
    players: [{ name: "First player" }, { name: "Second player" }],
    first: 1,
    moves: review.moves.map(({ player, move }) => ({ seat: player, number: move })),
    race: race || undefined,
  };
}

const board = new Board(find("board"), {
  onPress() {},
  onLook(to) { say(find("legend"), to ? `÷ factors and × multiples of ${to} are marked.` : ""); },
});

async function show() {
  try {
    const [answer, { games }] = await Promise.all([api.reviewOf(asked()), api.games()]);
    const state = stateOf(answer, games);
    say(find("name"), state.name);
    say(find("about"), answer.notation.split(":")[0].split(";").slice(1).join(", "));
    document.title = `${state.name}, a game – divvy`;
    find("rules").href = `/rules/${state.game}`;
    const review = new Review(find("review"), {
      onStep: (moves) => board.show(view(after(state, moves))),
      given: () => undefined,
    });
    notice(find("refusal"), null);
    review.show(state, answer.review);
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    notice(find("refusal"), error.sentence);
  }
}

addEventListener("hashchange", show);
show();
