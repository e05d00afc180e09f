"""Reference results on the benchmark: every bot, and an agent that learns from other positions than those it is asked about.

The agent looks two moves ahead, counts, and knows no rule of thumb: a small network is fitted so that its choice wins as often
as possible in positions of another seed. It learns in a minute.

    python benchmark.py [positions of each kind]
"""

from __future__ import annotations

import sys

import divvy_games
import numpy
from divvy_games import bench

HIDDEN, ROUNDS, RATE, EXAMPLES = 24, 400, 0.02, 900
KINDS = ["related", "unrelated", "race", "short", "middle", "long"]


def seen(game: divvy_games.Game, number: int) -> list[float]:
    """What there is to count after a move."""
    mover, after = game.to_move, game.copy()
    after.play(number)
    if after.over:
        return [1.0] + [0.0] * 9
    replies, ends, follow = after.legal, 0, []
    for reply in replies:
        later = after.copy()
        later.play(reply)
        ends += later.over
        follow.append(len(later.legal))
    again = after.to_move == mover
    few, many = numpy.log1p(min(follow)), numpy.log1p(numpy.mean(follow))
    odd = sum(count % 2 for count in follow) / len(follow)
    free = len(after.free) % 2 if after.tokens is None else 0
    return [0.0, again, ends > 0, ends / len(replies), numpy.log1p(len(replies)), len(replies) % 2, few, many, odd, free]


def table(game: divvy_games.Game) -> numpy.ndarray:
    """A row for each legal move."""
    return numpy.array([seen(game, number) for number in game.legal])


class Agent:
    """One hidden layer that gives every move a worth."""

    def __init__(self, seed: int = 1) -> None:
        chance = numpy.random.default_rng(seed)
        self.weights = [chance.normal(0, 0.3, shape) for shape in [(10, HIDDEN), (HIDDEN,), (HIDDEN,)]]

    def worth(self, rows: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        """What each move seems worth, and the hidden layer."""
        first, bias, last = self.weights
        hidden = numpy.tanh(rows @ first + bias)
        return hidden @ last, hidden

    def learn(self, examples: list[tuple[numpy.ndarray, numpy.ndarray]]) -> None:
        """Makes the moves that win more likely, all examples at a time (Adam)."""
        rows, wins = numpy.concatenate([rows for rows, _ in examples]), numpy.concatenate([wins for _, wins in examples])
        counts = [len(wins) for _, wins in examples]
        starts = numpy.cumsum([0, *counts[:-1]])

        def share(worth: numpy.ndarray) -> numpy.ndarray:
            """Of each example, the worths as shares of their sum."""
            return worth / numpy.repeat(numpy.add.reduceat(worth, starts), counts)

        mean, square = ([numpy.zeros_like(weight) for weight in self.weights] for _ in range(2))
        for round in range(1, ROUNDS + 1):
            worth, hidden = self.worth(rows)
            chosen = share(numpy.exp(worth))
            error = (chosen - share(chosen * wins)) / len(examples)
            back = numpy.outer(error, self.weights[2]) * (1 - hidden**2)
            slopes = (rows.T @ back, back.sum(0), hidden.T @ error)
            for place, slope in enumerate(slopes):
                mean[place] = 0.9 * mean[place] + 0.1 * slope
                square[place] = 0.999 * square[place] + 0.001 * slope**2
                step = mean[place] / (1 - 0.9**round) / (numpy.sqrt(square[place] / (1 - 0.999**round)) + 1e-8)
                self.weights[place] -= RATE * step

    def move(self, game: divvy_games.Game) -> int:
        """The move that seems best."""
        return game.legal[int(self.worth(table(game))[0].argmax())]


def trained() -> Agent:
    """An agent that has learned from positions of seed 1,000."""
    agent, examples = Agent(), []
    for entry in bench.create_dataset("divvy", size=EXAMPLES, seed=1_000, neutral=True):
        known = entry["metadata"]
        wins = numpy.isin(known["legal"], known["winning"]).astype(float)
        examples.append((table(divvy_games.Game.parse(known["position"])), wins))
    agent.learn(examples)
    return agent


if __name__ == "__main__":
    text = bench.make(positions=int(sys.argv[1])) if len(sys.argv) > 1 else bench.make()
    entries = bench.read(text)
    print("| player | right | skill |", " | ".join(KINDS), "|")
    players = {name: divvy_games.bot(name, seed=1) for name in divvy_games.BOTS}
    for name, player in {**players, "trained": trained()}.items():
        games = ((entry["metadata"]["id"], divvy_games.Game.parse(entry["metadata"]["position"])) for entry in entries)
        rows = bench.score(text, [(id, player.move(game)) for id, game in games])["rows"]
        skills = {row["name"]: row["skill"] for row in rows}
        low, high = rows[0]["skill_interval"]
        by = " | ".join(f"{skills.get(kind, numpy.nan):.2f}" for kind in KINDS)
        print(f"| {name} | {100 * rows[0]['accuracy']:.1f} | {rows[0]['skill']:.2f} ({low:.2f} to {high:.2f}) | {by} |", flush=True)
