// A game that its link contains: `/share#GAME;OPTIONS:MOVES`, and behind `&` who played and how it ended, where that is
// known. The server checks the moves and reviews them.

import * as api from "./api.js";
import { Board } from "./board.js";
import { find, notice, say, tell } from "./dom.js";
import { Review } from "./review.js";
import { after, view } from "./view.js";

/** The game in the link, and what else stands there. A stray percent sign in it is the server's to refuse. */
function asked() {
  const [game, ...more] = location.hash.slice(1).split("&");
  const about = new URLSearchParams(more.join("&"));
  try {
    return [new URLSearchParams(location.search).get("game") ?? decodeURIComponent(game), about];
  } catch {
    return [game, about];
  }
}

/** How the round ended, by the server's word; whether somebody gave up, only the link can know. */
function endingOf({ over, review }, about, names) {
  const resigned = { 1: 0, 2: 1 }[about.get("resigned")];
  if (over) return `${names[review.winner - 1]} wins!`;
  return resigned === undefined ? null : `${names[resigned]} resigned. ${names[1 - resigned]} wins!`;
}

/** Options in the words of the form, and which round of how many this is. */
function detailsOf(state, about, names) {
  const [round, rounds] = (about.get("round") ?? "").split("/");
  const [one, two] = (about.get("score") ?? "").split("-");
  return [
    names.join(" and "), ...state.choices,
    ...(rounds ? [`round ${round}, best of ${rounds}; the link holds this round only`] : []),
    ...(two ? [`${names[0]} ${one}, ${names[1]} ${two}`] : []),
  ];
}

/** What the board needs to know, from the notation as the server wrote it and its list of games. */
function stateOf({ notation, review }, games, names) {
  const [head] = notation.split(":");
  const [id, ...parts] = head.split(";");
  const game = games.find((one) => one.id === id);
  const given = new Map(parts.map((part) => part.split("=")));
  const choices = parts.map((part) => {
    const [name, value] = part.split("=");
    const option = game.options.find((one) => one.name === name.replaceAll("-", "_"));
    return [option.label, option.labels?.[option.values.indexOf(value)] ?? value].filter(Boolean).join(" ");
  });
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
    choices,
    players: names.map((name) => ({ name })),
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
    const [game, about] = asked();
    const [answer, { games }] = await Promise.all([api.reviewOf(game), api.games()]);
    const names = [about.get("first") || "First player", about.get("second") || "Second player"];
    const state = stateOf(answer, games, names);
    state.ending = endingOf(answer, about, names);
    say(find("name"), state.name);
    tell(find("about"), detailsOf(state, about, names).join(" · "), names);
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
