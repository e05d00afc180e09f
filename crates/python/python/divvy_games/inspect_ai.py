"""The benchmark as a task for Inspect (``pip install divvy-games[inspect]``):

    inspect eval divvy_games/divvy --model … -T positions=30

The set with the defaults is version 1. Intervals by size, difficulty and wording, from the log of a run: ``score_log``.
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import read_eval_log
from inspect_ai.scorer import (
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    Value,
    accuracy,
    grouped,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState, generate

from . import bench

__all__ = ["divvy", "score_log", "skill", "winning_move"]


@metric
def skill() -> Metric:
    """What remains of the accuracy beyond chance: 0 for a random mover, 1 for perfect play."""

    def compute(scores: list[SampleScore]) -> Value:
        wrong = sum(1.0 - score.score.as_float() for score in scores)
        return 1.0 - wrong / sum(1.0 - (score.sample_metadata or {})["chance"] for score in scores)

    return compute


@scorer(metrics=[accuracy(), stderr(cluster="asked"), skill(), grouped(skill(), "wording", all=False)])
def winning_move() -> Scorer:
    """1 for a move that wins, 0 for any other, for an illegal one and for none."""

    async def score(state: TaskState, target: Target) -> Score:
        text = state.output.completion
        value = bench.score_answer(text, {"metadata": state.metadata})
        return Score(value=value, answer=str(bench.number(text)), explanation=text)

    return score


@task
def divvy(seed: int = 1, positions: int = 450, wording: str | None = None) -> Task:
    """Questions of a set: all of them, or those in one wording (a game, or ``neutral``)."""
    entries = bench.read(bench.make(seed, positions))
    samples = [
        Sample(
            id=entry["metadata"]["id"],
            input=entry["question"],
            target=[str(number) for number in entry["metadata"]["winning"]],
            # Questions about the same position are no independent observations.
            metadata={**entry["metadata"], "asked": entry["metadata"]["id"].split("/")[0]},
        )
        for entry in entries
        if wording in (None, entry["metadata"]["wording"])
    ]
    dataset = MemoryDataset(samples, name=f"divvy-{seed}-{positions}")
    return Task(dataset=dataset, solver=generate(), scorer=winning_move(), version=1)


def score_log(path: str, seed: int = 1, positions: int = 450) -> dict[str, Any]:
    """The scores of a logged run of the whole set, as ``divvy bench score --json`` tells them."""
    samples = read_eval_log(path).samples or []
    return bench.score(bench.make(seed, positions), [(str(it.id), it.output.completion) for it in samples])
