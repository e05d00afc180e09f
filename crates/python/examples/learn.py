"""A tabular learner teaches itself Multiple Madness on 1 to 10, and is measured exactly while it learns.

It knows nothing but the rules: a table holds what each position seems worth to the player to move, and every game that it
plays against itself corrects the positions it went through. After each stage all won positions that play can reach are
asked for: in how many of them does it keep the win?

    python learn.py [picture.png]
"""

from __future__ import annotations

import random
import sys

import divvy_games

SIZE = 10
STAGES = [0, 50, 100, 200, 400, 800, 1600, 3200, 6400]


def key(game: divvy_games.Game) -> tuple:
    """What makes two positions the same."""
    return (tuple(game.free), game.last)


class Learner:
    """A table of values, 1 for won and -1 for lost, and the way it is learned."""

    def __init__(self, seed: int) -> None:
        self.values: dict[tuple, float] = {}
        self.random = random.Random(seed)

    def worth(self, game: divvy_games.Game, number: int) -> float:
        """What a move seems worth: the opposite of what the opponent then has."""
        game.play(number)
        worth = 1.0 if game.over else -self.values.get(key(game), 0.0)
        game.undo()
        return worth

    def choose(self, game: divvy_games.Game) -> int:
        """The move that seems best."""
        return max(game.legal, key=lambda number: self.worth(game, number))

    def play_a_game(self) -> None:
        """A game against itself, now and then with a random move; afterwards its positions are corrected, the last first."""
        game = divvy_games.Game("multiple-madness", SIZE)
        while not game.over:
            explore = self.random.random() < 0.5
            game.play(self.random.choice(game.legal) if explore else self.choose(game))
        while game.moves:
            game.undo()
            self.values[key(game)] = max(self.worth(game, number) for number in game.legal)


def decisions() -> list[divvy_games.Game]:
    """Every position that play can reach in which some move wins and another loses."""
    found, seen, open_positions = [], set(), [divvy_games.Game("multiple-madness", SIZE)]
    while open_positions:
        game = open_positions.pop()
        if key(game) in seen or game.over:
            continue
        seen.add(key(game))
        if 0 < len(game.solve().winning) < len(game.legal):
            found.append(game)
        for number in game.legal:
            after = game.copy()
            after.play(number)
            open_positions.append(after)
    return found


def kept(learner: Learner, positions: list[divvy_games.Game]) -> float:
    """In which share of these positions the learner keeps the win."""
    right = sum(learner.choose(game) in game.solve().winning for game in positions)
    return right / len(positions)


def learn(seed: int = 1) -> list[tuple[int, float]]:
    """Games played, and the share of decisions that are right after them."""
    learner, positions, played, curve = Learner(seed), decisions(), 0, []
    print(f"{len(positions)} decisions can be reached on 1 to {SIZE}")
    for stage in STAGES:
        while played < stage:
            learner.play_a_game()
            played += 1
        share = kept(learner, positions)
        curve.append((played, share))
        print(f"after {played:5} games it keeps the win in {100 * share:5.1f} % of them")
        if share == 1.0:
            break
    return curve


def plot(curve: list[tuple[int, float]], path: str) -> None:
    """The curve as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.plot([games for games, _ in curve], [100 * share for _, share in curve], marker="o")
    pyplot.xscale("symlog")
    pyplot.xlabel("games played against itself")
    pyplot.ylabel("decisions right, of all that can be reached (%)")
    pyplot.title(f"A table learns Multiple Madness on 1 to {SIZE}")
    pyplot.savefig(path)


if __name__ == "__main__":
    learned = learn()
    if len(sys.argv) > 1:
        plot(learned, sys.argv[1])
