"""What an environment of the gg-bench collection answers, as lines of text that can be compared and hashed."""

import random
import warnings

import numpy


def transcript(env, number, games):
    """Plays games with actions drawn from a seed, one in twelve of them any number, and tells all that the environment answers."""
    chance = random.Random(number)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy warns where an action of theirs divides by zero.
        for game in range(games):
            yield _told(env.reset(seed=game)[0], env)
            for _ in range(40):
                action = _draw(chance, env.valid_moves())
                try:
                    observation, *answer = env.step(action)
                except (IndexError, ZeroDivisionError) as error:
                    yield f"{action} {type(error).__name__} {env.render()}"
                    continue
                yield f"{action} {answer} {_told(observation, env)}"
                if answer[1] and chance.random() < 0.8:
                    break


def _draw(chance, moves):
    """An action: a legal one, if there is any, or now and then any other; an integer of Python's or NumPy's."""
    legal = moves and chance.random() * 12 >= 1
    action = moves[int(chance.random() * len(moves))] if legal else int(chance.random() * 50) - 25
    return numpy.int64(action) if chance.random() < 0.5 else action


def _told(observation, env):
    return f"{observation.dtype} {observation.tolist()} {env.valid_moves()} {env.render()!r}"
