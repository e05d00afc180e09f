"""Five two-player number games about factors and multiples, with exact answers.

>>> import divvy_games
>>> game = divvy_games.Game("multiple-madness", size=20, opening="even")
>>> game.play(6)
>>> game.legal
[1, 2, 3, 12, 18]
>>> game.solve()
Solution(winner=1, winning=[], best=1, depth=12)

The games are ``trap-avoidance``, ``multiple-madness``, ``chain-reaction``, ``number-maze`` and ``sequence-duel``
(``divvy_games.GAMES``). Players that come with the package: ``divvy_games.bot("hard")`` (``divvy_games.BOTS``).

For learning agents, each in a module of its own so that nothing else is imported:

* ``divvy_games.pettingzoo.env("multiple-madness")``: two agents in turn, with action masks
* ``gymnasium.make("divvy/MultipleMadness-v1", opponent="hard")`` after ``import divvy_games.gymnasium``: one agent
  against a bot, on the board that is proposed for the game (``divvy_games.contest``)
* ``divvy_games.vector.VectorEnv("multiple-madness", 4096)``: thousands of games at once
* ``divvy_games.gg_bench.CustomEnv(519)``: the interface of the gg-bench collection
* ``divvy_games.evaluate(agent, "multiple-madness")``: how well an agent plays, measured exactly
* ``divvy_games.create_dataset("multiple-madness", size=100)``: questions for language models (``divvy_games.bench``)
"""

from __future__ import annotations

from ._census import Census, census
from ._divvy import (
    BOTS,
    GAMES,
    Boards,
    Bot,
    Decisions,
    Game,
    Review,
    ReviewedMove,
    Solution,
    __version__,
    contest,
    count,
    fair,
    longest,
    puzzle,
    verify,
)
from .bench import create_dataset
from .evaluation import evaluate

bot = Bot

__all__ = [
    "BOTS",
    "GAMES",
    "Boards",
    "Bot",
    "Census",
    "Decisions",
    "Game",
    "Review",
    "ReviewedMove",
    "Solution",
    "__version__",
    "bot",
    "census",
    "contest",
    "count",
    "create_dataset",
    "evaluate",
    "fair",
    "longest",
    "puzzle",
    "verify",
]
