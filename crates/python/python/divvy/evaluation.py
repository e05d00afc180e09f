"""How well an agent plays, measured exactly.

In a **decision** the agent is to move, can win, and could also give the win away. Only decisions say something about skill:
where every move wins or every move loses, any choice is as good as another.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any, Callable, Sequence

from ._divvy import Bot, Game

__all__ = ["Report", "Score", "evaluate", "interval"]

Agent = Callable[[Game], int]
LIMIT = 1000


@dataclass
class Score:
    """What was counted over some games."""

    games: int = 0
    wins: int = 0
    illegal: int = 0
    """Games lost by a move that is not legal."""
    decisions: int = 0
    right: int = 0
    """Decisions in which a winning move was played."""
    chance_right: float = 0.0
    """How many of the same decisions a random mover gets right, on average."""
    won_positions: int = 0
    kept_positions: int = 0
    distinct: dict[str, list[int]] = field(default_factory=dict, repr=False)
    """For every different decision how often it was met, and how often it was right."""

    @property
    def accuracy(self) -> float:
        """The share of decisions in which a winning move was played."""
        return _share(self.right, self.decisions)

    @property
    def accuracy_interval(self) -> tuple[float, float]:
        """A 95 % interval for it, by Wilson's formula, over different decisions: the same one twice tells nothing new."""
        right = sum(right / met for met, right in self.distinct.values())
        return interval(right, len(self.distinct))

    @property
    def distinct_accuracy(self) -> float:
        """The same share where every different decision counts once."""
        return _share(sum(right / met for met, right in self.distinct.values()), len(self.distinct))

    @property
    def chance(self) -> float:
        """What a random mover scores in the same decisions."""
        return _share(self.chance_right, self.decisions)

    @property
    def skill(self) -> float:
        """What remains of the accuracy beyond chance: 0 for a random mover, 1 for perfect play."""
        return _share(self.accuracy - self.chance, 1.0 - self.chance)

    @property
    def kept(self) -> float:
        """The share of all won positions that were still won after the move, those without a choice included."""
        return _share(self.kept_positions, self.won_positions)

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return _share(self.wins, self.games)

    def add(self, other: Score) -> None:
        """Adds what another score counted."""
        for name in ("games", "wins", "illegal", "decisions", "right", "chance_right"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.won_positions += other.won_positions
        self.kept_positions += other.kept_positions
        for position, (met, right) in other.distinct.items():
            entry = self.distinct.setdefault(position, [0, 0])
            entry[0] += met
            entry[1] += right


@dataclass
class Report:
    """The scores of an evaluation, by game, opponent and seat."""

    scores: dict[tuple[str, str, int], Score] = field(default_factory=dict)
    distinct_games: int = 0

    def score(self, game: str | None = None, opponent: str | None = None, seat: int | None = None) -> Score:
        """The score over what fits."""
        total = Score()
        for key, score in self.scores.items():
            if all(wanted in (None, found) for wanted, found in zip((game, opponent, seat), key)):
                total.add(score)
        return total

    @property
    def total(self) -> Score:
        """The score over everything."""
        return self.score()

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game, opponent and seat."""
        return [
            {"game": game, "opponent": opponent, "seat": seat, **_figures(score)}
            for (game, opponent, seat), score in self.scores.items()
        ]

    def __str__(self) -> str:
        head = ["game", "opponent", "seat", "games", "won", "decisions", "right", "95 %", "chance", "skill", "kept"]
        lines = [head]
        entries = [(*key, score) for key, score in self.scores.items()]
        for game, opponent, seat, score in [*entries, ("all", "", "", self.total)]:
            low, high = score.accuracy_interval
            lines.append(
                [
                    game,
                    opponent,
                    str(seat),
                    str(score.games),
                    _percent(score.win_rate),
                    f"{score.decisions} ({len(score.distinct)})",
                    _percent(score.accuracy),
                    f"{_percent(low)}-{_percent(high)}",
                    _percent(score.chance),
                    f"{score.skill:.2f}" if score.decisions else "-",
                    _percent(score.kept),
                ]
            )
        widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
        table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines]
        return "\n".join([*table, f"{self.total.games} games, {self.distinct_games} of them different."])


def evaluate(
    agent: Agent | Bot,
    game: str | Game | Sequence[str | Game],
    opponents: Sequence[str | Agent] = ("random", "easy", "perfect"),
    *,
    games: int = 100,
    random_plies: int = 2,
    seed: int = 0,
) -> Report:
    """Lets an agent play against opponents, from both seats, and judges each of its moves exactly.

    Args:
        agent: a function that is handed a ``Game`` and returns the number to play, or a ``Bot``. The game is a copy.
        game: a game by name, or a ``Game`` from whose position all games begin, or several of them.
        opponents: bots by name, or functions like the agent.
        games: how many games against each opponent; the agent sits first in half of them.
        random_plies: so many random moves at the beginning of every game, so that players without chance meet more
            than one game. They are not judged.
        seed: makes chance repeatable.

    >>> from divvy import evaluate, bot
    >>> report = evaluate(bot("greedy", seed=1), "multiple-madness", ["random"], games=10, seed=1)
    >>> report.total.games
    10
    """
    player = _callable(agent)
    starts = [game] if isinstance(game, (str, Game)) else list(game)
    report, played = Report(), set()
    for start in starts:
        begin = Game(start) if isinstance(start, str) else start
        for opponent in opponents:
            name = opponent if isinstance(opponent, str) else getattr(opponent, "__name__", repr(opponent))
            for number in range(games):
                seat = 1 + number % 2
                chance = random.Random(f"{seed} {begin.notation} {name} {number}")
                other = _callable(Bot(opponent, seed=chance.getrandbits(32)) if isinstance(opponent, str) else opponent)
                score = report.scores.setdefault((begin.name, name, seat), Score())
                played.add(_play(begin.copy(), player, other, seat, random_plies, chance, score))
    report.distinct_games = len(played)
    return report


def _play(
    game: Game, player: Agent, other: Agent, seat: int, plies: int, chance: random.Random, score: Score
) -> str:
    for _ in range(plies):
        # A random move that would end the game at once is not played.
        going_on = [number for number in game.legal if not _ends(game, number)]
        if not going_on:
            break
        game.play(chance.choice(going_on))
    score.games += 1
    while not game.over and len(game.turns) < LIMIT:
        if game.to_move != seat:
            game.play(other(game.copy()))
        elif not _judge(game, player(game.copy()), score):
            score.illegal += 1
            return game.notation
    score.wins += game.winner == seat
    return game.notation


def _ends(game: Game, number: int) -> bool:
    game.play(number)
    over = game.over
    game.undo()
    return over


def _judge(game: Game, number: int, score: Score) -> bool:
    """Plays the agent's move and counts what it was worth; false if it is not legal."""
    legal, winning = game.legal, game.solve().winning
    right = number in winning
    if winning:
        score.won_positions += 1
        score.kept_positions += right
    if 0 < len(winning) < len(legal):
        score.decisions += 1
        score.right += right
        score.chance_right += len(winning) / len(legal)
        entry = score.distinct.setdefault(_position(game), [0, 0])
        entry[0] += 1
        entry[1] += right
    if number not in legal:
        return False
    game.play(number)
    return True


def _position(game: Game) -> str:
    """What makes two positions the same to the player to move."""
    state = game.tokens if game.tokens is not None else (game.free, game.last)
    return f"{game.name} {game.options} {game.to_move if game.tokens else ''} {state}"


def _callable(player: Agent | Bot) -> Agent:
    return player.move if isinstance(player, Bot) else player


def interval(right: float, trials: float) -> tuple[float, float]:
    """A 95 % interval for a share, by Wilson's formula."""
    if not trials:
        return (0.0, 1.0)
    z = 1.959964
    share = right / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return (max(0.0, middle - half), min(1.0, middle + half))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f}"


def _figures(score: Score) -> dict[str, Any]:
    low, high = score.accuracy_interval
    return {
        "games": score.games,
        "won": score.win_rate,
        "illegal": score.illegal,
        "decisions": score.decisions,
        "distinct_decisions": len(score.distinct),
        "accuracy": score.accuracy,
        "accuracy_low": low,
        "accuracy_high": high,
        "distinct_accuracy": score.distinct_accuracy,
        "chance": score.chance,
        "skill": score.skill,
        "kept": score.kept,
    }

