"""The rules written again, as plainly as possible: what the package is checked against, and its peer in speed."""

from __future__ import annotations

import random
from typing import Any

import numpy


class PlainRemoval:
    """A removal game: take a number that is (or is not) a factor or multiple of the last one."""

    def __init__(self, related: bool, size: int = 20, even: bool = False) -> None:
        self.related, self.size, self.even = related, size, even
        self.free = list(range(1, size + 1))
        self.last: int | None = None
        self.moves: list[int] = []

    def legal(self) -> list[int]:
        last = self.last
        if last is None:
            return [number for number in self.free if not self.even or number % 2 == 0]
        return [number for number in self.free if (number % last == 0 or last % number == 0) == self.related]

    def play(self, number: int) -> None:
        assert number in self.legal()
        self.free.remove(number)
        self.last = number
        self.moves.append(number)

    @property
    def winner(self) -> int | None:
        return None if self.legal() else 2 - len(self.moves) % 2


class PlainTraps:
    """Trap Avoidance with its options: a number sets traps, its factors and multiples, for `memory` turns."""

    def __init__(
        self,
        size: int = 20,
        memory: int = 1,
        without_one: bool = False,
        one: str = "trap",
        opening: str = "any",
        from_: int | None = None,
    ) -> None:
        self.size, self.memory, self.one, self.opening = size, memory, one, opening
        struck = [] if from_ is None else [from_]
        self.free = [number for number in range(1, size + 1) if number not in struck and (number > 1 or not without_one)]
        self.played, self.gone = 0, struck

    def legal(self) -> list[int]:
        if not self.gone:
            return [number for number in self.free if self.may_open(number)]
        setting = self.gone[-self.memory :]
        return [number for number in self.free if not any(self.is_trap(number, setter) for setter in setting)]

    def may_open(self, number: int) -> bool:
        return self.opening == "any" or number % 2 == 0 and (self.opening == "even" or number < self.size / 2)

    def is_trap(self, number: int, setter: int) -> bool:
        if self.one == "free" and 1 in (number, setter):
            return False
        return number % setter == 0 or setter % number == 0

    def play(self, number: int) -> None:
        self.free.remove(number)
        self.gone.append(number)
        self.played += 1

    @property
    def winner(self) -> int | None:
        return None if self.legal() else 2 - self.played % 2


class PlainRace:
    """A race from 1 to the largest number along factors and multiples, never straight back; without a move a turn is
    skipped, and a skipped turn lifts the ban."""

    def __init__(self, size: int = 20) -> None:
        self.size, self.at, self.banned, self.turn = size, [1, 1], [None, None], 0
        self.turns: list[tuple[int, int | None]] = []

    def legal(self) -> list[int]:
        if self.winner:
            return []
        at, banned = self.at[self.turn], self.banned[self.turn]
        return [n for n in range(1, self.size + 1) if n != at and n != banned and (n % at == 0 or at % n == 0)]

    def play(self, number: int) -> None:
        assert number in self.legal()
        self.banned[self.turn], self.at[self.turn] = self.at[self.turn], number
        self.turns.append((self.turn + 1, number))
        self.turn = 1 - self.turn
        while not self.winner and not self.legal():
            self.turns.append((self.turn + 1, None))
            self.banned[self.turn] = None
            self.turn = 1 - self.turn

    @property
    def winner(self) -> int | None:
        return next((player + 1 for player in (0, 1) if self.at[player] == self.size), None)


class PlainEnv:
    """Multiple Madness as a learner meets it: an observation, a reward and a list of actions at every step."""

    def reset(self) -> tuple[Any, dict[str, Any]]:
        self.board = PlainRemoval(True)
        return self.observation(), {}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.board.play(action + 1)
        done = self.board.winner is not None
        return self.observation(), float(done), done, False, {}

    def valid_moves(self) -> list[int]:
        return [number - 1 for number in self.board.legal()]

    def observation(self) -> Any:
        free = set(self.board.free)
        flags = [int(number in free) for number in range(1, self.board.size + 1)]
        return numpy.array([*flags, self.board.last or 0], numpy.int32)


def plain(game: str, size: int = 20) -> PlainRemoval | PlainRace:
    """The plain form of a game."""
    if game == "number-maze":
        return PlainRace(size)
    return PlainRemoval(game != "trap-avoidance", size)


def playout(game: str, seed: int) -> int:
    """A random game; returns how many moves it had."""
    chance, board, moves = random.Random(seed), plain(game), 0
    while legal := board.legal():
        board.play(chance.choice(legal))
        moves += 1
    return moves
