"""How well an agent plays, measured exactly.

In a **decision** the agent is to move, can win, and could also give the win away. Only decisions say something about skill:
where every move wins or every move loses, any choice is as good as another.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any, Callable, Sequence

from ._divvy import Bot, Decisions, Game

__all__ = ["Report", "Score", "evaluate"]

Agent = Callable[[Game], int]


@dataclass
class Score:
    """What was counted over some games."""

    games: int = 0
    wins: int = 0
    illegal: int = 0
    """Games lost by a move that is not legal."""
    decisions: Decisions = field(default_factory=Decisions)
    """The moves, judged exactly."""

    @property
    def accuracy(self) -> float:
        """The share of decisions in which a winning move was played."""
        return self.decisions.accuracy

    @property
    def skill(self) -> float:
        """What remains of the accuracy beyond chance: 0 for a random mover, 1 for perfect play."""
        return self.decisions.skill

    @property
    def kept(self) -> float:
        """The share of all won positions that were still won after the move, those without a choice included."""
        return _share(self.decisions.won_kept, self.decisions.won_positions)

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return _share(self.wins, self.games)

    def add(self, other: Score) -> None:
        """Adds what another score counted."""
        self.games += other.games
        self.wins += other.wins
        self.illegal += other.illegal
        self.decisions.add(other.decisions)


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
            decisions = score.decisions
            low, high = decisions.interval
            lines.append(
                [
                    game,
                    opponent,
                    str(seat),
                    str(score.games),
                    _percent(score.win_rate),
                    f"{decisions.count} ({decisions.distinct})",
                    _percent(decisions.accuracy),
                    f"{_percent(low)}-{_percent(high)}",
                    _percent(decisions.chance),
                    f"{decisions.skill:.2f}" if decisions.count else "-",
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
    game.play_randomly(plies, chance.getrandbits(32))
    given, legal = len(game.moves), True
    while legal and not game.over and not game.abandoned:
        if game.to_move != seat:
            game.play(other(game.copy()))
            continue
        try:
            game.play(player(game.copy()))
        except (TypeError, ValueError):
            legal = False
    score.games += 1
    score.wins += game.winner == seat
    score.illegal += not legal
    score.decisions.judge(game, seat, given)
    return game.notation


def _callable(player: Agent | Bot) -> Agent:
    return player.move if isinstance(player, Bot) else player


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f}"


def _figures(score: Score) -> dict[str, Any]:
    decisions = score.decisions
    low, high = decisions.interval
    return {
        "games": score.games,
        "won": score.win_rate,
        "illegal": score.illegal,
        "decisions": decisions.count,
        "distinct_decisions": decisions.distinct,
        "accuracy": decisions.accuracy,
        "distinct_accuracy": decisions.distinct_accuracy,
        "accuracy_low": low,
        "accuracy_high": high,
        "chance": decisions.chance,
        "skill": decisions.skill,
        "kept": score.kept,
    }
