"""Evaluations, on agents whose skill is known."""

import math

import divvy
import pytest


def test_perfect_play_scores_one_and_chance_scores_zero():
    games = ["multiple-madness", "trap-avoidance", "number-maze"]
    perfect = divvy.evaluate(divvy.bot("perfect", seed=1), games, ["perfect", "random"], games=40, seed=1).total
    assert perfect.accuracy == perfect.skill == perfect.kept == 1.0
    chance = divvy.evaluate(divvy.bot("random", seed=1), games, ["perfect", "random"], games=300, seed=1).total
    assert abs(chance.skill) < 0.15 and chance.kept > chance.accuracy
    low, high = chance.decisions.interval
    assert 0.0 < low < chance.decisions.distinct_accuracy < high < 1.0


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


def test_decisions_are_those_of_the_plain_definition():
    decisions, expected = divvy.Decisions(), []
    for seed in range(50):
        game = divvy.Game("multiple-madness", 12)
        game.play_randomly(2, seed)
        given = len(game.moves)
        game.playout(seed)
        decisions.judge(game, 1, given)
        replayed = divvy.Game("multiple-madness", 12)
        for ply, number in enumerate(game.moves):
            legal, winning = replayed.legal, replayed.solve().winning
            if ply >= given and replayed.to_move == 1 and 0 < len(winning) < len(legal):
                expected.append((number in winning, len(winning) / len(legal)))
            replayed.play(number)
    assert decisions.count == len(expected) > 50
    assert decisions.right == sum(right for right, _ in expected)
    assert math.isclose(decisions.chance, sum(chance for _, chance in expected) / len(expected))
    with pytest.raises(ValueError, match="player takes 1 or 2, not 3"):
        decisions.judge(game, 3)


def test_an_unknown_opponent_is_named():
    with pytest.raises(ValueError, match='"genius" is not a bot'):
        divvy.evaluate(divvy.bot("random"), "multiple-madness", ["genius"], games=1)
