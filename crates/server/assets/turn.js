// Whose turn it is, in a line.

/** A name whose direction of writing leaves the text around it alone, where there is room for text only. */
const isolated = (name) => `\u2068${name}\u2069`;

/** The seat of whoever plays on one side; nobody's at a screen for two, and for those who watch. */
const mySeat = ({ you }) => (you.seats.length === 1 ? you.seats[0] : null);

export function turn(state, nameOf = (name) => name) {
  if (state.over) return result(state);
  const watching = state.you.seats.length === 0;
  if (state.players.some((player) => !player.taken)) return watching ? "A seat is free" : "Waiting for the other player";
  const seat = state.to_move;
  return mySeat(state) === seat ? "Your turn" : `${nameOf(state.players[seat - 1].name)}’s turn`;
}

function result(state) {
  const seat = mySeat(state);
  if (seat && state.winner) return state.winner === seat ? "You win!" : "You lose";
  return state.finished ? "The game is over" : "The round is over";
}

/** The same for the title of a page. */
export const title = (state) => `${turn(state, isolated)} – ${state.name}`;
