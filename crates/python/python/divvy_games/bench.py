"""Questions with exact answers, for language models: the benchmark of ``divvy bench``, and datasets of any size.

>>> import divvy_games
>>> dataset = divvy_games.create_dataset("multiple-madness", size=10, seed=42)
>>> entry = dataset[0]
>>> entry["question"].splitlines()[0], entry["metadata"]["size"]
('Multiple Madness', 70)
>>> dataset.score_answer(entry["answer"], entry), dataset.score_answer("I pass.", entry)
(1.0, 0.0)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Union

from ._divvy import GAMES, bench_make, bench_number, bench_questions, bench_score

__all__ = ["Dataset", "NAMES", "create_dataset", "make", "number", "read", "score", "score_answer"]

KINDS = {"trap-avoidance": "unrelated", "number-maze": "race"}
NAMES = ["divvy", *GAMES]
"""What ``create_dataset`` takes: a game, or ``divvy`` for all of them in all wordings."""

Answer = Union[int, str, None]


def make(seed: int = 1, positions: int = 450) -> str:
    """A set as ``divvy bench make`` writes it, byte for byte: a header, then a question in each line. The set with the
    defaults is version 1."""
    return bench_make(seed, positions)


def read(text: str) -> list[dict[str, Any]]:
    """The questions of a set, as entries of a dataset."""
    return [_entry("divvy", place, json.loads(line)) for place, line in enumerate(text.splitlines()[1:])]


def score(set_text: str, answers: Iterable[tuple[str, Answer]]) -> dict[str, Any]:
    """The scores of answers to a set, by all that ``divvy bench score`` tells them by. An answer is the id of a question and a
    number, or a text that ends with one; what is missing or not legal is wrong.

    Raises:
        ValueError: if the set is not as it was made, or an id is unknown or comes twice.
    """
    lines = (json.dumps({"id": id, "answer": answer}) for id, answer in answers)
    report: dict[str, Any] = bench_score(set_text, "\n".join(lines))
    return report


def number(answer: Answer) -> int | None:
    """The number that an answer gives: of a text, the first one after the last "answer", or else the last one."""
    return bench_number(answer) if isinstance(answer, str) else answer


def score_answer(answer: Answer, entry: dict[str, Any]) -> float:
    """1 for a move that wins, 0 for any other, for an illegal one and for none."""
    return float(number(answer) in entry["metadata"]["winning"])


class Dataset:
    """Questions with their answers, in the form of reasoning-gym: ``question``, ``answer`` (one of the numbers that win, as
    text) and ``metadata``, which has everything that is known about the position."""

    def __init__(self, entries: list[dict[str, Any]]) -> None:
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, place: int) -> dict[str, Any]:
        return self._entries[place]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._entries)

    def score_answer(self, answer: Answer, entry: dict[str, Any]) -> float:
        """1 for a move that wins, 0 for any other, for an illegal one and for none."""
        return score_answer(answer, entry)


def create_dataset(name: str, size: int = 500, seed: int = 0, *, neutral: bool = False) -> Dataset:
    """So many questions, each about another position of one game, in its words or in neutral ones; with the name ``divvy`` about
    positions of all games, each in all wordings that it has. The same seed gives the same questions, on every machine.

    Raises:
        ValueError: for a name that is not among ``NAMES``, or a seed or size that does not fit.
    """
    if name not in NAMES:
        raise ValueError(f"name takes {', '.join(NAMES)}, not {name!r}")
    if size < 0:
        raise ValueError(f"size takes a number that is not negative, not {size}")
    wordings = ["neutral"] if neutral else [name] if name != "divvy" else [*GAMES, "neutral"]
    # Of the three kinds of rules, one is that of three games.
    kinds = [KINDS.get(name, "related")] if name != "divvy" else ["related", "unrelated", "race"]
    positions = -(-size // (len(kinds) if len(wordings) == 1 else 8))
    asked = [question for kind in kinds for question in bench_questions(kind, seed, positions)]
    asked = [question for question in asked if question["wording"] in wordings]
    asked = sorted(asked, key=lambda question: int(question["id"].split("/")[0].split("-")[1]))[:size]
    return Dataset([_entry(name, place, question) for place, question in enumerate(asked)])


def _entry(name: str, place: int, question: dict[str, Any]) -> dict[str, Any]:
    metadata = {"source_dataset": name, "source_index": place, **question}
    return {"question": metadata.pop("prompt"), "answer": str(question["winning"][0]), "metadata": metadata}
