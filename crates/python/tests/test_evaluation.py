"""Evaluations, on agents whose skill is known."""

import copy
import math
import pickle
import random

import divvy_games
import pytest


def test_perfect_play_scores_one_and_chance_scores_zero():
    games = ["multiple-madness", "trap-avoidance", "number-maze"]
    perfect = divvy_games.evaluate(divvy_games.bot("perfect", seed=1), games, ["perfect", "random"], games=40, seed=1).total
    assert perfect.accuracy == perfect.skill == perfect.kept == 1.0
    chance = divvy_games.evaluate(divvy_games.bot("random", seed=1), games, ["perfect", "random"], games=300, seed=1).total
    assert abs(chance.skill) < 0.15 and chance.kept > chance.accuracy
    low, high = chance.decisions.accuracy_interval
    assert 0.0 < low < chance.accuracy < high < 1.0
    low, high = chance.decisions.skill_interval
    assert low < chance.skill < high


def test_the_same_seed_gives_the_same_report_with_bots_that_have_none():
    easy = divvy_games.bot("easy")

    def report(seed):
        return str(divvy_games.evaluate(easy, "multiple-madness", [divvy_games.bot("medium"), "random"], games=10, seed=seed))

    assert report(1) == report(1) != report(2)


def test_a_random_mover_has_no_skill_for_whatever_seed():
    held = 0
    for seed in range(24):
        total = divvy_games.evaluate(divvy_games.bot("random", seed=seed), "multiple-madness", ["random"], games=60, seed=seed).total
        low, high = total.decisions.skill_interval
        held += low <= 0.0 <= high
    assert 19 <= held <= 24


def test_a_bot_draws_anew_in_every_game():
    def openings(bot):
        return [bot.move(divvy_games.Game("multiple-madness")) for _ in range(40)]

    drawn = openings(divvy_games.bot("random", seed=1))
    assert len(set(drawn)) > 10
    assert openings(divvy_games.bot("random", seed=1)) == drawn != openings(divvy_games.bot("random", seed=2))
    # Bots that slip do so at every ply.
    wrong, easy = set(), divvy_games.bot("easy", seed=1)
    for seed in range(300):
        game = divvy_games.Game("multiple-madness", 30)
        game.play_randomly(seed % 9, seed)
        winning = game.solve().winning
        if winning and easy.move(game) not in winning:
            wrong.add(len(game.moves))
    assert wrong == set(range(9))


def _cheats(answer, lost):
    """A random mover that answers so where it would be wrong, and in lost positions if it likes."""
    chance = random.Random(1)

    def cheat(game):
        number, winning = chance.choice(game.legal), game.solve().winning
        return answer if (winning or lost) and number not in winning else number

    return cheat


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("answer", ["pass", None, 0, -1, 2**80, 1.5])
def test_a_random_mover_that_cheats_where_it_would_be_wrong_has_no_skill(answer, lost):
    total = divvy_games.evaluate(_cheats(answer, lost), "multiple-madness", ["random"], games=300, seed=1).total
    low, high = total.decisions.skill_interval
    assert low < 0.0 < high < 0.2 and total.illegal > 80


@pytest.mark.parametrize("error", [TypeError, ValueError, KeyError])
def test_an_exception_of_the_agent_is_raised(error):
    def fails(game):
        raise error("mine")

    for agent, opponents in [(fails, ["random"]), ("random", [fails])]:
        with pytest.raises(error, match="mine"):
            divvy_games.evaluate(agent, "multiple-madness", opponents, games=2)


def test_what_is_no_player_is_refused_at_once():
    for agent, opponents in [(None, []), ("random", [7])]:
        with pytest.raises(TypeError, match="a player is a function of a Game or a bot, not"):
            divvy_games.evaluate(agent, "multiple-madness", opponents, games=0)


def test_sizes_and_players_of_one_name_are_kept_apart():
    games = ["multiple-madness", divvy_games.Game("multiple-madness", 12)]
    opponents = [lambda game: game.legal[0], lambda game: game.legal[-1]]
    report = divvy_games.evaluate("random", games, opponents, games=4)
    assert {(row["game"], row["opponent"]) for row in report.rows()} == {
        (game, opponent)
        for game in ["multiple-madness", "multiple-madness;size=12"]
        for opponent in ["<lambda>", "<lambda> #2"]
    }
    assert report.score(game="multiple-madness;size=12", seat=1).games == 4


def test_a_function_is_an_agent_and_an_opponent():
    def smallest(game):
        return game.legal[0]

    report = divvy_games.evaluate(smallest, divvy_games.Game("multiple-madness", 12, opening="even"), [smallest], games=6)
    assert report.total.games == 6 and report.rows()[0]["opponent"] == "smallest"


def test_an_illegal_move_loses_and_is_counted():
    total = divvy_games.evaluate(lambda game: 0, "multiple-madness", ["perfect"], games=4, random_plies=0).total
    assert (total.illegal, total.wins) == (4, 0)


def test_games_without_chance_differ_by_their_beginnings():
    one = divvy_games.evaluate(lambda game: game.legal[0], "chain-reaction", ["perfect"], games=30, random_plies=0)
    many = divvy_games.evaluate(lambda game: game.legal[0], "chain-reaction", ["perfect"], games=30, random_plies=3)
    assert one.distinct_games <= 2 < many.distinct_games


def test_decisions_are_those_of_the_plain_definition():
    decisions, expected = divvy_games.Decisions(), []
    for seed in range(50):
        game = divvy_games.Game("multiple-madness", 12)
        game.play_randomly(2, seed)
        given = len(game.moves)
        game.playout(seed)
        decisions.judge(game, 1, given)
        replayed = divvy_games.Game("multiple-madness", 12)
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
        divvy_games.evaluate(divvy_games.bot("random"), "multiple-madness", ["genius"], games=1)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_report_can_be_copied_and_pickled(again):
    report = divvy_games.evaluate("easy", "multiple-madness", ["random"], games=40, seed=1)
    other = again(report)
    assert str(other) == str(report) and other.rows() == report.rows()
    other.total.add(report.total)
    assert str(again(other)) == str(report)


def test_a_game_that_is_listed_twice_is_refused():
    with pytest.raises(ValueError, match="listed twice"):
        divvy_games.evaluate("random", ["multiple-madness", divvy_games.Game("multiple-madness")], ["random"], games=2)
