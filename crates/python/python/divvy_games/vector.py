"""Thousands of games at once, as a Gymnasium vector environment.

>>> from divvy_games.vector import VectorEnv
>>> envs = VectorEnv("multiple-madness", 1024)
>>> observations, infos = envs.reset(seed=1)
>>> observations["action_mask"].shape
(1024, 20)
"""

from __future__ import annotations

import operator
from typing import Any

import numpy
from gymnasium.vector import AutoresetMode, VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from . import _spaces
from ._divvy import Boards

__all__ = ["VectorEnv"]


class VectorEnv(GymnasiumVectorEnv[Any, Any, Any]):
    """Games in which one agent plays both sides in turn.

    An action belongs to the player to move (``info["to_move"]``), and so does its reward: 1 for a move that wins, -1 for
    an illegal one, which loses. A game that has ended begins anew in the same step, and ``info["final_obs"]`` has what was
    seen last in it; ``final_obs=False`` saves the time that this takes. With ``exact=True`` every info has ``value`` (1 if the
    player to move wins with best play, -1 if not, 0 for a draw) and ``winning`` (the moves that win).

    The arrays are made once and written in place: copy what must outlast the next step, or pass ``copy=True``. Final
    observations are always copies.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str = "multiple-madness",
        num_envs: int = 1024,
        *,
        exact: bool = False,
        copy: bool = False,
        final_obs: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError("render_mode takes None: pictures are made of single games")
        start = _spaces.begin(game, options)
        self.num_envs = num_envs
        self.boards = Boards(game, num_envs, exact=exact, **options)
        self.single_observation_space = _spaces.observation_space(start)
        self.single_action_space = _spaces.action_space(start)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._final_obs = final_obs

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _observations(self) -> dict[str, Any]:
        boards = self.boards
        return {
            "observation": self._given(boards.observation),
            "action_mask": self._given(boards.action_mask),
        }

    def _infos(self) -> dict[str, Any]:
        boards = self.boards
        infos = {"to_move": self._given(boards.to_move)}
        if boards.value is not None:
            infos["value"] = self._given(boards.value)
            infos["winning"] = self._given(boards.winning)
        return infos

    def _final(self) -> dict[str, Any]:
        """The last observations of the games that have just ended, in the form that Gymnasium gives them."""
        boards = self.boards
        ended = boards.terminated | boards.truncated
        if not (self._final_obs and ended.any()):
            return {}
        places = numpy.flatnonzero(ended)
        final = numpy.full(self.num_envs, None, dtype=object)
        rows = zip(boards.final_observation[places], boards.final_action_mask[places])
        for place, (observation, mask) in zip(places.tolist(), rows):
            final[place] = {"observation": observation, "action_mask": mask}
        return {"final_obs": final, "_final_obs": ended}

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins every game anew. The seed is that of ``sample``; the games themselves leave nothing to chance.

        Raises:
            ValueError: for a list of seeds: one generator draws for all games.
        """
        if isinstance(seed, (list, tuple, numpy.ndarray)):
            raise ValueError("seed takes one number for all games, not one for each")
        number = None if seed is None else operator.index(seed)
        super().reset(seed=number)
        self.boards.reset(number)
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Plays one action in every game."""
        boards = self.boards
        boards.step(numpy.ascontiguousarray(actions, dtype=numpy.int64))
        return (
            self._observations(),
            self._given(boards.reward),
            self._given(boards.terminated),
            self._given(boards.truncated),
            {**self._infos(), **self._final()},
        )

    def sample(self) -> Any:
        """A random legal action for every game."""
        self.boards.sample()
        return self._given(self.boards.actions)
