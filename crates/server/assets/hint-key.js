// What a hint is about: a position. After an undo another one may have as many moves.

export const hintKey = (state, ply) => `${state.id}/${state.round}/${ply}/${state.notation}`;
