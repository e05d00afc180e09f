"""The interface of the gg-bench collection's environments for these games.

Agents and prompts written for its games 5, 249, 450, 519 and 972 run unchanged:

>>> from divvy_games.gg_bench import CustomEnv
>>> env = CustomEnv(519)
>>> observation, info = env.reset()
>>> env.valid_moves()[:3]
[0, 1, 2]
"""

from __future__ import annotations

import operator
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

ILLEGAL = -10
SIZE = 20

WINS, GOES_ON = "You win! Opponent has no valid moves.", ""
OVER = "Game is already over."
TAKEN = "Invalid move: Number already removed."
REFUSED = "Invalid move: Not a valid number to remove."


class CustomEnv(gymnasium.Env[Any, Any]):
    """A game for both players in turn: action ``a`` plays number ``a + 1``; 1 to the player who has just won, -10 and the
    end for an illegal action.

    Args:
        number: the collection's number of the game.
        faults: do in everything what the collection's environment does, also where that is against the rules of the game
            or against its own observation space. ``docs/python.md`` has the list.
    """

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
        self._board = _Faulty(self.number) if self.faults else _Ruled(self.number)
        self.done = False
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Any, int, bool, bool, dict[str, Any]]:
        """Plays an action of the player to move."""
        told = OVER if self.done else self._board.play(action)
        self.done = told != GOES_ON
        reward = 1 if told == WINS else 0 if told == GOES_ON or told == OVER and self.number != 5 else ILLEGAL
        info = {"message" if told == WINS else "error": told} if self.number == 5 and told else {}
        return self._observation(), reward, self.done, False, info

    def valid_moves(self) -> list[int]:
        """The legal actions."""
        return [number - 1 for number in self._board.legal]

    def _observation(self) -> Any:
        board = self._board
        declared = self.observation_space.dtype
        if self.number == 249:
            return numpy.array([*board.tokens[0], *board.tokens[1]], declared)
        free = set(board.free)
        last = board.last / SIZE if self.number == 5 else board.last
        # Theirs joins arrays of different types.
        wider: Any = {5: numpy.float64, 450: declared}.get(self.number, numpy.int64)
        flags = [number in free for number in range(1, SIZE + 1)]
        return numpy.array([*flags, last], wider if self.faults else declared)

    def render(self) -> str:
        """The position as the collection's environment writes it."""
        board = self._board
        free, last, player = [str(number) for number in board.free], board.last, board.player
        if self.number == 450:
            lines = [
                "Available Numbers: " + ", ".join(free),
                f"Last Opponent's Number: {last}",
                f"Current Player: Player {player}",
            ]
        elif self.number == 519:
            lines = [
                "Numbers available: " + " ".join(free),
                f"Player {player}'s turn.",
                f"Last number removed by opponent: {last}",
            ]
        elif self.number == 972:
            lines = [
                f"Current Player: Player {player}",
                f"Current Number: {last or None}",
                "Available Numbers: " + ", ".join(free),
            ]
        elif self.number == 249:
            (node, before), (other, other_before) = board.tokens
            lines = [
                f"Player {player}'s Turn:",
                f"Current Node: {node}",
                f"Last Node: {before}",
                f"Opponent's Current Node: {other}",
                f"Opponent's Last Node: {other_before}",
                f"Valid Moves: {board.legal}",
            ]
        else:
            removed = f"Last number removed: {last}" if last else "No numbers have been removed yet."
            return "Remaining numbers: " + " ".join(free) + "\n" + removed
        return "\n".join(lines) + "\n"


class _Ruled:
    """A game by its rules."""

    def __init__(self, number: int) -> None:
        self.game = Game(GAMES[number], SIZE)
        # Whom the collection's environment shows after a win.
        self._stays = number in (249, 450, 972)

    @property
    def free(self) -> list[int]:
        return self.game.free

    @property
    def last(self) -> int:
        return self.game.last or 0

    @property
    def legal(self) -> list[int]:
        return self.game.legal

    @property
    def player(self) -> int:
        winner = self.game.winner
        if winner is None:
            return self.game.to_move or 1
        return winner if self._stays else 3 - winner

    @property
    def tokens(self) -> list[tuple[int, int]]:
        """The node and the last node of the player to move, then of the opponent."""
        tokens = [(node, before or 0) for node, before in self.game.tokens or []]
        return tokens if self.player == 1 else tokens[::-1]

    def play(self, action: Any) -> str:
        number = operator.index(action) + 1
        if number not in self.game.legal:
            return TAKEN if 1 <= number <= SIZE and number not in self.game.free else REFUSED
        self.game.play(number)
        return WINS if self.game.over else GOES_ON


class _Faulty:
    """A game as the collection's environment plays it. This is no rule of any game, so it does not ask the engine: negative
    actions count from the end of the array of numbers, a player who cannot move in 249 is stuck, and so on."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.player = 1
        self.last: Any = 0
        self._is_free = numpy.ones(SIZE, numpy.bool_)
        self._at: dict[int, tuple[Any, Any]] = {1: (1, 0), 2: (1, 0)}

    @property
    def free(self) -> list[int]:
        return [number for number in range(1, SIZE + 1) if self._is_free[number - 1]]

    @property
    def tokens(self) -> list[tuple[int, int]]:
        return [self._at[self.player], self._at[3 - self.player]]

    @property
    def legal(self) -> list[int]:
        if self.number == 249:
            node, before = self.tokens[0]
            near = (number for number in range(1, SIZE + 1) if number != node and _related(node, number))
            return [number for number in near if number != before]
        return [number for number in self.free if self._may_follow(number)]

    def _may_follow(self, number: Any) -> bool:
        if self.last == 0:
            return True
        if self.number == 450:
            return 1 in (number, self.last) or not _related(self.last, number)
        return _related(self.last, number)

    def play(self, action: Any) -> str:
        number = action + 1
        if self.number in (5, 519, 972) and not self._is_free[action]:
            return TAKEN
        # In 972 any number may follow that the test of divisors accepts, on the board or not.
        if not (self._may_follow(number) if self.number == 972 else number in self.legal):
            return REFUSED
        if self.number == 249:
            self._at[self.player] = (number, self._at[self.player][0])
            won = bool(number == SIZE)
        else:
            self._is_free[action], self.last = False, number
            won = not self.legal
        if not won or self.number in (5, 519):
            self.player = 3 - self.player
        return WINS if won else GOES_ON


def _related(last: Any, number: Any) -> bool:
    return bool(last % number == 0 or number % last == 0)


def _observation_space(number: int) -> Any:
    if number == 249:
        return spaces.Box(0, SIZE, (4,), numpy.int32)
    if number == 5:
        return spaces.Box(0.0, 1.0, (SIZE + 1,), numpy.float32)
    if number == 450:
        high = numpy.array([1] * SIZE + [SIZE], numpy.int32)
        return spaces.Box(numpy.zeros(SIZE + 1, numpy.int32), high, dtype=numpy.int32)
    return spaces.Box(0, SIZE, (SIZE + 1,), numpy.int32)
