"""The interface of the gg-bench collection."""

import copy
import hashlib
import pickle

import numpy
import pytest
from divvy_games import gg_bench
from gymnasium.utils.env_checker import check_env
from lock_step import transcript
from plain import plain

# What the collection's own environments answered in these games, hashed: 2,000 games with actions of all kinds.
THEIRS = {
    5: "2733cca9bd5af6dc1227dc215b7b210cd5abad4fa7fbdea52295e8ab9bdcb71a",
    249: "1b8f4aad2599d7dc5a0f5d545d0bddd2044e436268de8bb6f1f730428bf2d047",
    450: "f760a824d8293d5f960133e6c1915f880e79b7ee814f69ae135c178cfa852426",
    519: "bb492b813f8d7241bcec212227b22952b1c9f2240f82765aa09034804d44a6af",
    972: "c52030e02a11b421f509a61443f7ede5fea8829bf0375eae4eef71d142cb2d2a",
}


@pytest.mark.parametrize("number", gg_bench.GAMES)
def test_with_faults_every_answer_is_theirs(number):
    told = hashlib.sha256()
    for line in transcript(gg_bench.CustomEnv(number, faults=True), number, 2_000):
        told.update(line.encode())
    assert told.hexdigest() == THEIRS[number]


@pytest.mark.parametrize(("number", "name"), gg_bench.GAMES.items())
def test_without_faults_the_rules_are_followed(number, name):
    env = gg_bench.CustomEnv(number)
    check_env(env, skip_render_check=True)
    chance = numpy.random.default_rng(1)
    for _ in range(200):
        observation, info = env.reset()
        board, done = plain(name), False
        assert info == {} and env.observation_space.contains(observation)
        for _ in range(300):
            moves = env.valid_moves()
            assert [move + 1 for move in moves] == board.legal()
            assert env.render()
            action = int(chance.choice(moves))
            observation, reward, done, truncated, info = env.step(action)
            board.play(action + 1)
            assert env.observation_space.contains(observation) and truncated is False
            assert done == (board.winner is not None)
            assert (reward, bool(info)) == (int(done), done and number == 5)
            if done:
                break
        if done:
            assert env.valid_moves() == []
            assert env.step(0)[1] == (-10 if number == 5 else 0)


def test_without_faults_all_that_no_rule_forbids_is_theirs():
    first = {number: gg_bench.CustomEnv(number).render() for number in gg_bench.GAMES}
    assert "Last Opponent's Number: 0\n" in first[450] and "Last number removed by opponent: 0\n" in first[519]
    assert first[249].endswith(f"Last Node: 0\nValid Moves: {list(range(2, 21))}\n")
    for number, player in ((450, 1), (519, 2), (972, 1)):
        env = gg_bench.CustomEnv(number)
        for action in (0,) if number == 450 else (10, 0, 12):
            *_, info = env.step(action)
        assert f"Player {player}" in env.render()
    race = gg_bench.CustomEnv(249)
    assert race.step(19)[0].tolist() == [20, 1, 1, 0]
    duel = gg_bench.CustomEnv(5)
    told = [duel.step(action)[-1] for action in (10, 0, 12, 3)]
    assert told == [{}, {}, {"message": "You win! Opponent has no valid moves."}, {"error": "Game is already over."}]
    duel.reset()
    duel.step(11)
    moves = duel.valid_moves()
    assert duel.step(11)[-1] == {"error": "Invalid move: Number already removed."} and duel.valid_moves() == moves != []


def test_without_faults_what_theirs_does_against_the_rules_is_illegal():
    for number in (5, 519, 972):
        for action in (20, -1, -2, -21):
            env = gg_bench.CustomEnv(number)
            before = env.reset()[0]
            after, *answer = env.step(action)
            assert answer[:3] == [-10, True, False] and (after == before).all() and after.dtype == env.observation_space.dtype
    traps = gg_bench.CustomEnv(450)
    traps.step(5)
    assert 0 not in traps.valid_moves()
    race = gg_bench.CustomEnv(249)
    for number in (17, 2, 1, 10, 17, 5):
        race.step(number - 1)
    # Player 1 could only go back, and was skipped.
    assert race.render().startswith("Player 2's Turn:") and race.valid_moves() != []


@pytest.mark.parametrize("faults", [False, True])
@pytest.mark.parametrize("number", gg_bench.GAMES)
def test_an_environment_can_be_copied_and_pickled(number, faults):
    env = gg_bench.CustomEnv(number, faults=faults)
    env.step(5)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.render() == env.render() and other.step(1)[1:] == copy.deepcopy(env).step(1)[1:]
