"""How well an agent plays, measured exactly.

In a **decision** the agent is to move, can win, and could also give the win away. Only decisions say something about skill:
where every move wins or every move loses, any choice is as good as another. What is no legal move is a wrong answer.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any, Callable, Sequence, Union

from ._divvy import Bot, Decisions, Game

__all__ = ["Report", "Score", "evaluate"]

Agent = Callable[[Game], int]
Player = Union[Agent, Bot, str]


@dataclass
class Score:
    """What was counted over some games."""

    games: int = 0
    wins: int = 0
    illegal: int = 0
    """Games lost by an answer that is not a legal move, which is a wrong one if it came in a decision."""
    decisions: Decisions = field(default_factory=Decisions)
    """The moves, judged exactly."""

    @property
    def accuracy(self) -> float:
        """The share of decisions in which the answer was a winning move."""
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
    """The scores of an evaluation, by game with its options (in notation), opponent and seat."""

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
        head = ["game", "opponent", "seat", "games", "won", "illegal", "decisions", "right", "95 %", "chance", "skill"]
        head += ["95 %", "kept"]
        lines = [head]
        entries = [(*key, score) for key, score in self.scores.items()]
        for game, opponent, seat, score in [*entries, ("all", "", "", self.total)]:
            decisions = score.decisions
            accuracy, skill = decisions.accuracy_interval, decisions.skill_interval
            lines.append(
                [
                    game,
                    opponent,
                    str(seat),
                    str(score.games),
                    _percent(score.win_rate),
                    str(score.illegal),
                    str(decisions.count),
                    _percent(decisions.accuracy),
                    "-".join(map(_percent, accuracy)) if decisions.count else "-",
                    _percent(decisions.chance),
                    f"{decisions.skill:.2f}" if decisions.count else "-",
                    f"{skill[0]:.2f} to {skill[1]:.2f}" if decisions.count else "-",
                    _percent(score.kept),
                ]
            )
        widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
        table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines]
        return "\n".join([*table, f"{self.total.games} games, {self.distinct_games} of them different."])


def evaluate(
    agent: Player,
    game: str | Game | Sequence[str | Game],
    opponents: Sequence[Player] = ("random", "easy", "perfect"),
    *,
    games: int = 100,
    random_plies: int = 2,
    seed: int = 0,
) -> Report:
    """Lets an agent play against opponents, from both seats, and judges each of its moves exactly.

    Args:
        agent: a function that is handed a ``Game``, which is a copy, and returns the number to play; or a bot. An answer that
            is no legal move loses the game, and is a wrong one; an exception ends the evaluation and is raised.
        game: a game by name, or a ``Game`` from whose position all games begin, or several of them.
        opponents: bots, or functions like the agent.
        games: how many games against each opponent; the agent sits first in half of them.
        random_plies: so many random moves at the beginning of every game, so that players without chance meet more
            than one game. They are not judged.
        seed: makes chance repeatable: that of the random moves and of all bots, whatever seeds they have themselves.

    Raises:
        TypeError: if the agent or an opponent is not a player.
        ValueError: if a game is listed twice.

    >>> from divvy_games import evaluate, bot
    >>> report = evaluate(bot("greedy", seed=1), "multiple-madness", ["random"], games=10, seed=1)
    >>> report.total.games
    10
    """
    _name(agent)
    if games < 0:
        raise ValueError(f"games takes a number that is not negative, not {games}")
    starts = [game] if isinstance(game, (str, Game)) else list(game)
    begins = [Game(start) if isinstance(start, str) else start for start in starts]
    if len({begin.notation for begin in begins}) < len(begins):
        raise ValueError("a game is listed twice, which would play the same games again")
    named, report, played = _named(opponents), Report(), set()
    for begin in begins:
        for name, opponent in named.items():
            for number in range(games):
                seat = 1 + number % 2
                chance = random.Random(f"{seed} {begin.notation} {name} {number}")
                score = report.scores.setdefault((begin.notation, name, seat), Score())
                played.add(_play(begin.copy(), agent, opponent, seat, random_plies, chance, score))
    report.distinct_games = len(played)
    return report


def _play(
    game: Game, agent: Player, opponent: Player, seat: int, plies: int, chance: random.Random, score: Score
) -> str:
    game.play_randomly(plies, chance.getrandbits(64))
    player, other = _agent(agent, chance), _agent(opponent, chance)
    given = len(game.moves)
    failed: list[int] = []
    while not (failed or game.over or game.abandoned):
        if game.to_move != seat:
            game.play(other(game.copy()))
            continue
        number = player(game.copy())
        try:
            game.play(number)
        except (TypeError, ValueError):
            failed.append(len(game.moves))
    score.games += 1
    score.wins += game.winner == seat
    score.illegal += len(failed)
    score.decisions.judge(game, seat, given, failed)
    return game.notation


def bot_name(bot: Bot | str) -> str:
    """The name of a bot.

    Raises:
        ValueError: if it is not one of a bot.
    """
    return bot.name if isinstance(bot, Bot) else Bot(bot, seed=0).name


def _name(player: Player) -> str:
    if isinstance(player, (str, Bot)):
        return bot_name(player)
    if not callable(player):
        raise TypeError(f"a player is a function of a Game or a bot, not {player!r}")
    return str(getattr(player, "__name__", type(player).__name__))


def _named(players: Sequence[Player]) -> dict[str, Player]:
    """The players by names that tell them apart: two functions can have the same."""
    named: dict[str, Player] = {}
    for player in players:
        name = _name(player)
        same = sum(other.split(" #")[0] == name for other in named)
        named[f"{name} #{same + 1}" if same else name] = player
    return named


def _agent(player: Player, chance: random.Random) -> Agent:
    """The player for one game. A bot draws anew in each, and the same on every run."""
    if isinstance(player, (str, Bot)):
        return Bot(bot_name(player), seed=chance.getrandbits(64)).move
    return player


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f}"


def _figures(score: Score) -> dict[str, Any]:
    decisions = score.decisions
    accuracy, skill = decisions.accuracy_interval, decisions.skill_interval
    return {
        "games": score.games,
        "won": score.win_rate,
        "illegal": score.illegal,
        "decisions": decisions.count,
        "accuracy": decisions.accuracy,
        "accuracy_low": accuracy[0],
        "accuracy_high": accuracy[1],
        "chance": decisions.chance,
        "skill": decisions.skill,
        "skill_low": skill[0],
        "skill_high": skill[1],
        "kept": score.kept,
    }
