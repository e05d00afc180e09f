// What a hint is about: a position of one round of one game. The moves belong to it: after an undo another position may
// have as many.

export const hintKey = (state, ply) => `${state.id}/${state.round}/${ply}/${state.notation}`;
