"""The spaces that the environments share."""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces

from ._divvy import Game


def begin(game: str, options: dict[str, Any]) -> Game:
    """A game before its first move.

    Raises:
        ValueError: if there is none.
    """
    start = Game(game, **options)
    if start.over:
        raise ValueError("no first move is possible with these options")
    return start


def observation_space(game: Game) -> spaces.Dict:
    """What a player sees: the position, and which actions are legal."""
    width = len(game.observation())
    position: spaces.Space[Any] = spaces.Box(0, game.size, (width,), numpy.int32)
    return spaces.Dict(
        {"observation": position, "action_mask": spaces.Box(0, 1, (game.size,), numpy.int8)}
    )


def action_space(game: Game) -> spaces.Discrete:
    """Action ``a`` plays number ``a + 1``."""
    return spaces.Discrete(game.size)


def observe(game: Game) -> dict[str, Any]:
    """The position as the player to move sees it."""
    return {"observation": game.observation(), "action_mask": game.action_mask()}
