"""The interface of the gg-bench collection's environments for these games.

Agents and prompts written for its games 5, 249, 450, 519 and 972 run unchanged:

>>> from divvy_games.gg_bench import CustomEnv
>>> env = CustomEnv(519)
>>> observation, info = env.reset()
>>> env.valid_moves()[:3]
[0, 1, 2]
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

from ._divvy import Game

__all__ = ["CustomEnv", "GAMES"]

GAMES = {
    5: "sequence-duel",
    249: "number-maze",
    450: "trap-avoidance",
    519: "multiple-madness",
    972: "chain-reaction",
}
"""The collection's numbers of the games."""

ILLEGAL = -10.0
SIZE = 20


class CustomEnv(gymnasium.Env[Any, Any]):
    """A game for both players in turn: action ``a`` plays number ``a + 1``; 1 to the player who has just won, -10 and the
    end for an illegal action.

    Args:
        number: the collection's number of the game.
        faults: reproduce what the collection's environment does against the rules of its game: in 450 the number 1 is
            free, in 249 a player whose only way is back is stuck instead of skipped, in 972 action -1 opens the game
            without taking a number, in 5, 519 and 972 action 20 raises an IndexError.
    """

    metadata = {"render_modes": ["human"]}

    def __init__(self, number: int = 519, *, faults: bool = False) -> None:
        super().__init__()
        if number not in GAMES:
            raise ValueError(f"number takes {', '.join(map(str, GAMES))}, not {number!r}")
        self.number = number
        self.faults = faults
        self.action_space = spaces.Discrete(SIZE)
        self.observation_space = _observation_space(number)
        self.reset()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a game: Player 1 moves first."""
        super().reset(seed=seed)
        free_one: dict[str, Any] = {"one": "free"} if self.faults and self.number == 450 else {}
        self.game = Game(GAMES[self.number], SIZE, **free_one)
        self.done = False
        self._passed = 0
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action of the player to move."""
        if self.done:
            if self.number == 5:
                return self._observation(), ILLEGAL, True, False, {"error": "the game is over"}
            return self._observation(), 0.0, True, False, {}
        action = int(action)
        if self.faults:
            if action == SIZE and self.number in (5, 519, 972):
                raise IndexError("list index out of range")
            if action == -1 and self.number == 972 and not self.game.moves:
                self._passed += 1
                return self._observation(), 0.0, False, False, {}
        if action not in self.valid_moves():
            self.done = True
            info = {"error": "the action is not legal"} if self.number == 5 else {}
            return self._observation(), ILLEGAL, True, False, info
        mover = self.game.to_move
        self.game.play(action + 1)
        self.done = self.game.over
        reward = 1.0 if self.done and self.game.winner == mover else 0.0
        return self._observation(), reward, self.done, False, {}

    def valid_moves(self) -> list[int]:
        """The legal actions."""
        if self.done or self._is_stuck():
            return []
        return [number - 1 for number in self.game.legal]

    def _is_stuck(self) -> bool:
        """Whether the collection's environment would have stopped here: it knows no skipped turn."""
        turns = self.game.turns
        return self.faults and self.number == 249 and bool(turns) and turns[-1][1] is None

    def _player(self) -> int:
        """Whose turn it is; once the game is over, whose it would be."""
        if self.game.to_move is not None:
            return (self.game.to_move + self._passed - 1) % 2 + 1
        turns = self.game.turns
        return 3 - turns[-1][0] if turns else 1

    def _tokens(self) -> list[tuple[int, int]]:
        tokens = [(node, banned or 0) for node, banned in self.game.tokens or []]
        return tokens if self._player() == 1 else tokens[::-1]

    def _observation(self) -> Any:
        if self.number == 249:
            (node, banned), (other, other_banned) = self._tokens()
            return numpy.array([node, banned, other, other_banned], numpy.int32)
        free = set(self.game.free)
        flags = [int(number in free) for number in range(1, SIZE + 1)]
        last = self.game.last or 0
        if self.number == 5:
            return numpy.array([*flags, last / SIZE], numpy.float32)
        return numpy.array([*flags, last], numpy.int32)

    def render(self) -> str:
        """The position as the collection's environment writes it."""
        free, last, player = self.game.free, self.game.last, self._player()
        if self.number == 450:
            lines = [
                "Available Numbers: " + ", ".join(map(str, free)),
                f"Last Opponent's Number: {last}",
                f"Current Player: Player {player}",
            ]
        elif self.number == 519:
            lines = [
                "Numbers available: " + " ".join(map(str, free)),
                f"Player {player}'s turn.",
                f"Last number removed by opponent: {last}",
            ]
        elif self.number == 972:
            lines = [
                f"Current Player: Player {player}",
                f"Current Number: {last}",
                "Available Numbers: " + ", ".join(map(str, free)),
            ]
        elif self.number == 249:
            (node, banned), (other, other_banned) = self._tokens()
            lines = [
                f"Player {player}'s Turn:",
                f"Current Node: {node}",
                f"Last Node: {banned or None}",
                f"Opponent's Current Node: {other}",
                f"Opponent's Last Node: {other_banned or None}",
            ]
        else:
            removed = f"Last number removed: {last}" if last else "No numbers have been removed yet."
            return "Remaining numbers: " + " ".join(map(str, free)) + "\n" + removed
        return "\n".join(lines) + "\n"


def _observation_space(number: int) -> Any:
    if number == 249:
        return spaces.Box(0, SIZE, (4,), numpy.int32)
    if number == 5:
        return spaces.Box(0.0, 1.0, (SIZE + 1,), numpy.float32)
    if number == 450:
        high = numpy.array([1] * SIZE + [SIZE], numpy.int32)
        return spaces.Box(numpy.zeros(SIZE + 1, numpy.int32), high, dtype=numpy.int32)
    return spaces.Box(0, SIZE, (SIZE + 1,), numpy.int32)
