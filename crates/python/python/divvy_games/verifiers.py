"""Questions with exact rewards as an environment of verifiers (``pip install divvy-games[verifiers]``):

    vf-eval divvy-bench --env.taskset.game multiple-madness --env.agent.harness.id null …

Every seed is another set of questions, as many as are asked for, for training; the reward is 1 for a move that wins.
"""

from __future__ import annotations

import verifiers.v1 as vf

from . import bench

__all__ = ["DivvyTaskset"]


class DivvyData(vf.TaskData):
    """A question, and what is known about its position."""

    wording: str
    position: str
    legal: list[int]
    winning: list[int]
    chance: float


class DivvyTask(vf.Task[DivvyData]):
    """A question."""

    @vf.reward(weight=1.0)
    async def wins(self, trace: vf.Trace) -> float:
        """Whether the move wins."""
        return float(bench.number(trace.last_reply) in self.data.winning)

    @vf.metric
    async def is_legal(self, trace: vf.Trace) -> float:
        """Whether it is a legal one."""
        return float(bench.number(trace.last_reply) in self.data.legal)


class DivvyConfig(vf.TasksetConfig):
    """Which questions."""

    game: str = "divvy"
    """A game, or ``divvy`` for all of them in all wordings."""
    size: int = 500
    """How many questions."""
    seed: int = 0
    """The same seed gives the same questions."""
    neutral: bool = False
    """In neutral words instead of those of the game."""


class DivvyTaskset(vf.Taskset[DivvyTask, DivvyConfig]):
    """The questions of a dataset."""

    def load(self) -> list[DivvyTask]:
        """Makes them."""
        config = self.config
        dataset = bench.create_dataset(config.game, config.size, config.seed, neutral=config.neutral)
        known = ("id", "wording", "position", "legal", "winning", "chance")
        return [
            DivvyTask(
                DivvyData(prompt=entry["question"], **{key: entry["metadata"][key] for key in known}), config.task
            )
            for entry in dataset
        ]
