"""One agent against a bot, as a Gymnasium environment. Importing this module registers the environments.

>>> import gymnasium, divvy_games.gymnasium
>>> env = gymnasium.make("divvy/MultipleMadness-v1", opponent="easy")
>>> observation, info = env.reset(seed=1)
>>> int(observation["action_mask"].sum())
8
"""

from __future__ import annotations

from typing import Any, Callable

import gymnasium
import numpy

from . import _picture, _spaces
from ._divvy import Bot, Game
from ._register import register
from .evaluation import bot_name

register()

__all__ = ["BotEnv", "register"]

TRIES = 50
"""So often a game is begun until the agent has something to decide in it."""


class BotEnv(gymnasium.Env[Any, Any]):
    """A game against a bot.

    Action ``a`` plays number ``a + 1``. The reward is 1 for winning, -1 for losing, 0 meanwhile. An illegal action loses
    the game (``info["illegal"]``); the observation says which actions are legal.

    Args:
        game: the name of the game.
        opponent: a bot or its name (``divvy_games.BOTS``), or a function that is handed a ``Game`` and returns the number
            to play. A bot draws anew in every game, and the same for the same seed of ``reset``.
        seat: 1 to move first, 2 to move second, ``None`` for a random seat in every game.
        render_mode: ``ansi`` for text, ``rgb_array`` for a picture.
        options: those of the game, such as ``size=30``; without any, the game is as specified.
    """

    metadata = {"render_modes": _picture.MODES, "render_fps": 2}

    def __init__(
        self,
        game: str = "multiple-madness",
        opponent: str | Bot | Callable[[Game], int] = "hard",
        seat: int | None = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if seat not in (1, 2, None):
            raise ValueError(f"seat takes 1, 2 or None, not {seat!r}")
        self._start = _spaces.begin(game, options)
        if isinstance(opponent, (str, Bot)):
            self._opponent: str | Callable[[Game], int] = bot_name(opponent)
        elif callable(opponent):
            self._opponent = opponent
        else:
            raise TypeError(f"opponent takes a bot, its name or a function, not {opponent!r}")
        self._wanted_seat = seat
        self.render_mode = _picture.checked(render_mode)
        self.observation_space = _spaces.observation_space(self._start)
        self.action_space = _spaces.action_space(self._start)
        self.game = self._start.copy()
        self.seat = seat or 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game; where the opponent has the first move it makes it. A game that ends with that move is begun anew:
        the agent has nothing to decide in it.

        Raises:
            ValueError: if the opponent ends every game with its first move.
        """
        super().reset(seed=seed)
        for _ in range(TRIES):
            self.game = self._start.copy()
            self.seat = self._wanted_seat or int(self.np_random.integers(1, 3))
            chance = int(self.np_random.integers(2**32))
            opponent = self._opponent
            # The bot itself: a method of it would not be copied with the environment.
            self._player = Bot(opponent, seed=chance) if isinstance(opponent, str) else opponent
            self._reply()
            if not self.game.over:
                return _spaces.observe(self.game), {"seat": self.seat}
        raise ValueError(
            f"the opponent wins {self._start.notation} with its first move: take seat 1, another opponent, or the board that is"
            " proposed (divvy_games.contest)"
        )

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays an action, and the bot's reply."""
        number = int(action) + 1
        if number not in self.game.legal:
            return _spaces.observe(self.game), -1.0, True, False, {"illegal": True}
        self.game.play(number)
        self._reply()
        reward = 0.0
        if self.game.over:
            reward = 1.0 if self.game.winner == self.seat else -1.0
        cut_off = not self.game.over and self.game.abandoned
        return _spaces.observe(self.game), reward, self.game.over, cut_off, {}

    def _reply(self) -> None:
        while not self.game.over and self.game.to_move != self.seat:
            if self.game.abandoned:
                return
            choose = self._player.move if isinstance(self._player, Bot) else self._player
            self.game.play(choose(self.game.copy()))

    def action_masks(self) -> Any:
        """Which actions are legal, as booleans: what maskable agents ask for."""
        return self.game.action_mask().astype(numpy.bool_)

    def render(self) -> Any:
        """The position as text or as a picture, as ``render_mode`` says."""
        return _picture.render(self.game, self.render_mode)
