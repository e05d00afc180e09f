"""The environments, judged by the tests of PettingZoo and Gymnasium."""

import copy
import pickle
import subprocess
import sys
import threading
import warnings

import divvy_games
import divvy_games.gymnasium
import gymnasium
import numpy
import pytest
from divvy_games import pettingzoo
from divvy_games._register import environment_id
from divvy_games.gymnasium import BotEnv
from divvy_games.vector import VectorEnv
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test


@pytest.mark.parametrize("name", divvy_games.GAMES)
def test_pettingzoo_accepts_the_environment(name, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Spaces with an action mask are dictionaries, as in PettingZoo's own board games.
        for known in ("Observation space for each agent probably", "Observation is not a NumPy array"):
            warnings.filterwarnings("ignore", message=known)
        api_test(pettingzoo.env(name), num_cycles=500)
    seed_test(lambda: pettingzoo.env(name), num_cycles=200)


def test_pettingzoo_measures_it(capsys, monkeypatch):
    performance_benchmark(pettingzoo.env("multiple-madness"))
    assert "cycles per second" in capsys.readouterr().out


def test_an_illegal_action_loses():
    env = pettingzoo.env("multiple-madness")
    env.reset()
    env.step(11)
    env.step(6)
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards["player_2"] == -1
    with pytest.raises(ValueError, match="Invalid choice: 7"):
        raw = pettingzoo.raw_env("multiple-madness")
        raw.reset()
        raw.step(11)
        raw.step(6)


def test_both_agents_are_rewarded():
    env = pettingzoo.env("multiple-madness")
    env.reset()
    for number in (11, 1, 13):
        env.step(number - 1)
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert env.unwrapped.game.winner == 1


@pytest.mark.parametrize("name", divvy_games.GAMES)
def test_registered_environments_have_the_proposed_board_and_all_else_is_as_specified(name):
    game = gymnasium.make(environment_id(name)).unwrapped.game
    assert game == divvy_games.Game(name, **divvy_games.contest(name)) and "without_one" in game.options
    # An option that is given replaces that one; the others stay.
    other = gymnasium.make(environment_id(name), size=18).unwrapped.game
    assert other == divvy_games.Game(name, **{**divvy_games.contest(name), "size": 18})
    none = dict.fromkeys(divvy_games.contest(name))
    assert gymnasium.make(environment_id(name), **none).unwrapped.game == divvy_games.Game(name)
    assert gymnasium.make(environment_id(name, as_specified=True)).unwrapped.game == divvy_games.Game(name)
    for options in ({}, {"size": 12}):
        specified = divvy_games.Game(name, **options)
        assert specified.options == {"size": 20, **options}
        assert BotEnv(name, **options).game == specified
        vector = VectorEnv(name, 2, **options)
        assert vector.single_action_space.n == specified.size


@pytest.mark.parametrize("name", divvy_games.GAMES)
@pytest.mark.parametrize("opponent", ["random", "perfect"])
@pytest.mark.parametrize("seat", [1, 2, None])
def test_gymnasium_accepts_the_environment(name, opponent, seat):
    env = gymnasium.make(environment_id(name), opponent=opponent, seat=seat, disable_env_checker=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)
    for mode, kind in [("ansi", str), ("rgb_array", numpy.ndarray)]:
        shown = gymnasium.make(environment_id(name), render_mode=mode)
        shown.reset(seed=1)
        assert isinstance(shown.render(), kind)


def test_environments_are_known_once_their_module_is_imported():
    script = "import gymnasium, divvy_games.gymnasium; env = gymnasium.make('divvy/NumberMaze-v1'); env.reset(seed=1); print(env.spec.id)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "divvy/NumberMaze-v1\n"


@pytest.mark.parametrize("name", divvy_games.GAMES)
def test_an_episode_against_a_bot_is_repeatable(name):
    def episode():
        env = gymnasium.make(environment_id(name), opponent="easy", seat=None)
        observation, _ = env.reset(seed=5)
        env.action_space.seed(5)
        rewards, done = [], False
        while not done:
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, terminated, truncated, _ = env.step(action)
            rewards.append(reward)
            done = terminated or truncated
        return rewards, env.unwrapped.game.notation

    first = episode()
    assert first == episode()
    assert first[0][-1] in (-1.0, 0.0, 1.0)


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in divvy_games.GAMES), ("trap-avoidance", {"memory": 2})])
def test_the_vector_environment_plays_the_same_games(name, options):
    envs = VectorEnv(name, 64, exact=True, size=12, **options)
    observations, infos = envs.reset(seed=3)
    assert envs.observation_space.contains({key: value.copy() for key, value in observations.items()})
    games = [divvy_games.Game(name, 12, **options) for _ in range(64)]
    ended = 0
    for _ in range(60):
        for index, game in enumerate(games):
            assert (observations["observation"][index] == game.observation()).all()
            assert (observations["action_mask"][index] == game.action_mask()).all()
            assert infos["to_move"][index] == game.to_move
            solution = game.solve()
            value = 0 if solution.winner is None else 1 if solution.winner == game.to_move else -1
            assert infos["value"][index] == value
            assert list(numpy.flatnonzero(infos["winning"][index]) + 1) == solution.winning
        actions = envs.sample().copy()
        movers = [game.to_move for game in games]
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for index, game in enumerate(games):
            game.play(int(actions[index]) + 1)
            assert terminated[index] == game.over and not truncated[index]
            assert rewards[index] == (game.over and (1 if game.winner == movers[index] else -1))
            if game.over:
                ended += 1
                games[index] = divvy_games.Game(name, 12, **options)
    assert ended > 64


def test_the_vector_environment_refuses_what_does_not_fit():
    envs = VectorEnv("multiple-madness", 4)
    envs.reset()
    with pytest.raises(ValueError, match="one action for each of the 4 games, not 3"):
        envs.step([1, 2, 3])
    _, rewards, terminated, _, _ = envs.step([0, -1, 20, 2**40])
    assert list(rewards) == [0, -1, -1, -1] and list(terminated) == [False, True, True, True]


def test_a_read_only_array_is_an_error_and_no_panic():
    envs = VectorEnv("multiple-madness", 4)
    envs.reset()
    envs.boards.reward.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        envs.step([1, 2, 3, 4])


def test_other_threads_run_during_a_step():
    boards = divvy_games.Boards("multiple-madness", 20_000, 100, exact=True)
    boards.sample()
    go, ran = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: go.wait() and ran.set())
    thread.start()
    # From here on the other thread runs only if this one lets it.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        go.set()
        boards.step(boards.actions)
        assert ran.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def test_a_function_can_be_the_opponent():
    env = BotEnv("multiple-madness", opponent=lambda game: game.legal[-1], seat=2)
    env.reset(seed=1)
    assert env.game.moves == [20]
    env.step(9)
    assert env.game.moves[:2] == [20, 10] and len(env.game.moves) == 3
    with pytest.raises(TypeError, match="a bot, its name or a function, not 7"):
        BotEnv("multiple-madness", opponent=7)


def test_a_bot_can_be_the_opponent():
    def first_moves(opponent):
        env = BotEnv("multiple-madness", opponent=opponent, seat=2)
        return [env.reset(seed=seed)[0]["observation"].tolist() for seed in range(5)]

    assert first_moves(divvy_games.bot("random", seed=3)) == first_moves("random")


def test_an_environment_can_be_copied_and_pickled():
    env = BotEnv("multiple-madness", opponent="easy")
    env.reset(seed=3)
    env.step(5)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    while not env.game.over:
        action = env.game.legal[0] - 1
        told = env.step(action)[1:]
        for other in others:
            assert other.step(action)[1:] == told and other.game == env.game


@pytest.mark.parametrize("again", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
@pytest.mark.parametrize(
    ("name", "options"), [("multiple-madness", {"from_": 4}), ("trap-avoidance", {"memory": 2}), ("number-maze", {})]
)
def test_vectors_of_games_can_be_copied_and_pickled(again, name, options):
    envs = VectorEnv(name, 16, exact=True, size=12, copy=True, **options)
    envs.reset(seed=1)
    for _ in range(40):
        envs.step(envs.sample())
    other = again(envs)
    for _ in range(20):
        actions = envs.sample()
        assert (other.sample() == actions).all()
        for mine, its in zip(envs.step(actions), other.step(actions)):
            for key in mine if isinstance(mine, dict) else ():
                assert key == "final_obs" or (mine[key] == its[key]).all()
    with pytest.raises(ValueError, match="another number of games"):
        other.boards.__setstate__((0, [[]]))


def test_the_last_observations_of_games_that_ended_are_told():
    envs = VectorEnv("multiple-madness", 3, copy=True)
    envs.reset()
    for actions in ([10, 10, 0], [0, 0, 1]):
        *_, infos = envs.step(actions)
        assert "final_obs" not in infos
    # The first game is won, the second lost by an illegal action, the third goes on.
    observations, _, terminated, _, infos = envs.step([12, 10, 3])
    assert list(terminated) == list(infos["_final_obs"]) == [True, True, False]
    won, lost = divvy_games.Game.parse("multiple-madness:11,1,13"), divvy_games.Game.parse("multiple-madness:11,1")
    for place, game in ((0, won), (1, lost)):
        final = infos["final_obs"][place]
        assert (final["observation"] == game.observation()).all()
        assert (final["action_mask"] == game.action_mask()).all()
    assert infos["final_obs"][2] is None
    assert (observations["observation"][0] == divvy_games.Game("multiple-madness").observation()).all()
    without = VectorEnv("multiple-madness", 1, final_obs=False)
    without.reset()
    assert "final_obs" not in without.step([20])[-1]


def test_samples_are_copied_if_asked_for_and_seeds_are_numbers():
    envs = VectorEnv("multiple-madness", 8, copy=True)
    envs.reset(seed=numpy.int64(3))
    first = envs.sample()
    kept = first.copy()
    second = envs.sample()
    assert (first == kept).all() and not (first == second).all()
    envs.reset(seed=3)
    assert (envs.sample() == kept).all()
    with pytest.raises(ValueError, match="one number for all games"):
        envs.reset(seed=[1, 2, 3, 4, 5, 6, 7, 8])
    with pytest.raises(TypeError):
        envs.reset(seed="3")


@pytest.mark.parametrize("given", [{}, {"opponent": "random", "seat": None}, {"opponent": lambda game: game.legal[0], "seat": 2}])
def test_many_environments_of_an_id_play_as_one_does(given):
    name = "divvy/MultipleMadness-v1"
    one, many = gymnasium.make(name, **given), gymnasium.make_vec(name, num_envs=3, **given)
    for seed in range(20):
        # Gymnasium gives the first of them this seed, and the others the next ones.
        seen, _ = one.reset(seed=seed)
        seen_by_all, _ = many.reset(seed=seed)
        done = False
        while not done:
            assert (seen["observation"] == seen_by_all["observation"][0]).all()
            actions = [numpy.flatnonzero(mask)[-1] if mask.any() else 0 for mask in seen_by_all["action_mask"]]
            seen, reward, done, _, _ = one.step(actions[0])
            seen_by_all, rewards, ended, _, _ = many.step(actions)
            assert (reward, done) == (rewards[0], ended[0])


@pytest.mark.parametrize("name", divvy_games.GAMES)
def test_no_game_is_over_before_the_agent_has_moved(name):
    for as_specified in (False, True):
        for opponent in ("random", "easy", "perfect"):
            env = gymnasium.make(environment_id(name, as_specified), opponent=opponent, seat=2)
            if as_specified and opponent != "random" and name in ("trap-avoidance", "number-maze"):
                # A first move wins, and these opponents find it in every game.
                with pytest.raises(ValueError, match="wins .* with its first move: take seat 1, another opponent"):
                    env.reset(seed=1)
                continue
            for seed in range(100):
                observation, _ = env.reset(seed=seed)
                assert observation["action_mask"].any() and len(env.unwrapped.game.moves) >= 1


def test_boards_without_a_first_move_are_refused():
    for make in (BotEnv, VectorEnv, pettingzoo.env):
        with pytest.raises(ValueError, match="no first move is possible"):
            make("multiple-madness", size=1, opening="even")


