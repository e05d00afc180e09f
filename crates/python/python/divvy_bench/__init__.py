"""The name under which verifiers finds the environment of ``divvy_games.verifiers``: ``vf-eval divvy-bench``."""

from divvy_games.verifiers import DivvyTaskset

__all__ = ["DivvyTaskset"]
