"""Evaluations, on agents whose skill is known."""

import math

import divvy
import pytest
from divvy.evaluation import interval


def test_perfect_play_scores_one_and_chance_scores_zero():
    games = ["multiple-madness", "trap-avoidance", "number-maze"]
    perfect = divvy.evaluate(divvy.bot("perfect", seed=1), games, ["perfect", "random"], games=40, seed=1).total
    assert perfect.accuracy == perfect.skill == perfect.kept == 1.0
    chance = divvy.evaluate(divvy.bot("random", seed=1), games, ["perfect", "random"], games=300, seed=1).total
    assert abs(chance.skill) < 0.15 and chance.kept > chance.accuracy
    low, high = chance.accuracy_interval
    assert low < chance.chance < high


def test_the_same_seed_gives_the_same_report():
    def report(seed):
        return str(divvy.evaluate(divvy.bot("easy", seed=3), "multiple-madness", games=10, seed=seed))

    assert report(1) == report(1) != report(2)


def test_a_function_is_an_agent_and_an_opponent():
    def smallest(game):
        return game.legal[0]

    report = divvy.evaluate(smallest, divvy.Game("multiple-madness", 12, opening="even"), [smallest], games=6)
    assert report.total.games == 6 and report.rows()[0]["opponent"] == "smallest"


def test_an_illegal_move_loses_and_is_counted():
    total = divvy.evaluate(lambda game: 0, "multiple-madness", ["perfect"], games=4, random_plies=0).total
    assert (total.illegal, total.wins) == (4, 0)


def test_games_without_chance_differ_by_their_beginnings():
    one = divvy.evaluate(lambda game: game.legal[0], "chain-reaction", ["perfect"], games=30, random_plies=0)
    many = divvy.evaluate(lambda game: game.legal[0], "chain-reaction", ["perfect"], games=30, random_plies=3)
    assert one.distinct_games <= 2 < many.distinct_games


def test_wilson():
    assert interval(0, 0) == (0.0, 1.0)
    low, high = interval(50, 100)
    assert math.isclose(low, 0.4038, abs_tol=1e-4) and math.isclose(high, 0.5962, abs_tol=1e-4)


@pytest.mark.parametrize("bad", ["nobody"])
def test_an_unknown_opponent_is_named(bad):
    with pytest.raises(ValueError, match='"nobody" is not a bot'):
        divvy.evaluate(divvy.bot("random"), "multiple-madness", [bad], games=1)
