"""Tells Gymnasium about the environments."""

from __future__ import annotations

from ._divvy import GAMES, contest


def environment_id(game: str) -> str:
    """``divvy/MultipleMadness-v1`` for ``multiple-madness``. In version 0 the boards were as specified."""
    return f"divvy/{''.join(word.capitalize() for word in game.split('-'))}-v1"


def register() -> None:
    """Registers an environment for each game, on the board that is proposed for it."""
    from gymnasium.envs.registration import register as register_environment
    from gymnasium.envs.registration import registry

    for game in GAMES:
        name = environment_id(game)
        if name not in registry:
            register_environment(
                id=name,
                entry_point="divvy_games.gymnasium:BotEnv",
                vector_entry_point="divvy_games.vector:VectorEnv",
                kwargs={"game": game, **contest(game)},
            )
