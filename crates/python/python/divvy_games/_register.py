"""Tells Gymnasium about the environments."""

from __future__ import annotations

from ._divvy import GAMES, contest


def environment_id(game: str, as_specified: bool = False) -> str:
    """``divvy/MultipleMadness-v1`` for ``multiple-madness``, ``divvy/MultipleMadness-AsSpecified-v1`` for the board of its
    spec. In version 0 the former was as specified."""
    name = "".join(word.capitalize() for word in game.split("-"))
    return f"divvy/{name}{'-AsSpecified' if as_specified else ''}-v1"


def register() -> None:
    """Registers two environments for each game: on the board that is proposed for it, and as specified."""
    from gymnasium.envs.registration import register as register_environment
    from gymnasium.envs.registration import registry

    for game in GAMES:
        for as_specified in (False, True):
            name = environment_id(game, as_specified)
            if name not in registry:
                options = {} if as_specified else contest(game)
                register_environment(
                    id=name, entry_point="divvy_games.gymnasium:BotEnv", kwargs={"game": game, **options}
                )
