// What a hint is about: a position of one round of one game.

export const hintKey = (state, ply) => `${state.id}/${state.round}/${ply}`;
