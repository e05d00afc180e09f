"""Who wins on each size of a board."""

from __future__ import annotations

from typing import Any

from . import _divvy


class Census:
    """The rows of a census as columns: NumPy arrays ``size``, ``winner`` (0 for a draw by endless play), ``openings``
    and ``winning_openings``."""

    def __init__(self, columns: dict[str, Any]) -> None:
        self.size = columns["size"]
        self.winner = columns["winner"]
        self.openings = columns["openings"]
        self.winning_openings = columns["winning_openings"]
        self._columns = columns

    def frame(self) -> Any:
        """The census as a pandas data frame; needs pandas."""
        import pandas

        return pandas.DataFrame(self._columns)

    def __len__(self) -> int:
        return len(self.size)

    def __repr__(self) -> str:
        if not len(self):
            return "Census(of no size)"
        return f"Census(of {len(self)} sizes, {self.size[0]} to {self.size[-1]})"


def census(game: str, sizes: range | tuple[int, int], **options: Any) -> Census:
    """Who wins on each of these sizes, and by how many openings.

    ``sizes`` is a range with step 1, or the first and the last size.

    >>> rows = census("multiple-madness", range(1, 21))
    >>> [int(size) for size in rows.size[rows.winner == 2]]
    [2, 4, 6, 10]
    """
    if isinstance(sizes, range):
        if sizes.step != 1 or not len(sizes):
            raise ValueError(f"sizes takes a range with step 1 that is not empty, not {sizes!r}")
        first, last = sizes[0], sizes[-1]
    else:
        first, last = sizes
    return Census(_divvy.census(game, first, last, **options))
