"""How fast the package plays, beside a plain Python environment of the same game in the same run.

    python speed.py
"""

from __future__ import annotations

import pathlib
import random
import sys
import time
from typing import Callable

import divvy_games

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))
from plain import PlainEnv, playout  # noqa: E402


def rate(work: Callable[[int], int], seconds: float = 1.0) -> float:
    """How much work is done in a second."""
    done, number, begun = 0, 0, time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        done += work(number)
        number += 1
    return done / passed


def plain_games(seed: int) -> int:
    playout("multiple-madness", seed)
    return 1


def environment_games(seed: int, env: PlainEnv = PlainEnv()) -> int:
    env.reset()
    done = False
    while not done:
        _, _, done, _, _ = env.step(random.choice(env.valid_moves()))
    return 1


def looped_games(seed: int, start: divvy_games.Game = divvy_games.Game("multiple-madness")) -> int:
    game = start.copy()
    while legal := game.legal:
        game.play(random.choice(legal))
    return 1


def whole_games(seed: int, start: divvy_games.Game = divvy_games.Game("multiple-madness")) -> int:
    start.copy().playout(seed)
    return 1


def vector(exact: bool, count: int = 4096) -> Callable[[int], int]:
    from divvy_games.vector import VectorEnv

    envs = VectorEnv("multiple-madness", count, exact=exact, final_obs=False)
    envs.reset(seed=1)

    def step(_: int) -> int:
        envs.step(envs.sample())
        return count

    return step


if __name__ == "__main__":
    environment, rules = rate(environment_games), rate(plain_games)
    print(f"{'a plain Python environment, games a second':45} {environment:12,.0f}")
    print(f"{'its rules alone, games a second':45} {rules:12,.0f}")
    for name, work in [("Game, each move from Python", looped_games), ("Game.playout", whole_games)]:
        games = rate(work)
        times = f"{games / environment:4.0f} and {games / rules:3.0f} times as many"
        print(f"{name + ', games a second':45} {games:12,.0f}  {times}")
    print(f"{'VectorEnv with masks, moves a second':45} {rate(vector(False)):12,.0f}")
    print(f"{'the same with exact values, moves a second':45} {rate(vector(True)):12,.0f}")
