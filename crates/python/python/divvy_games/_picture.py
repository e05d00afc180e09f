"""A position as text and as a picture."""

from __future__ import annotations

import math
from typing import Any

from ._divvy import Game

_FONT = {
    "0": "757557",
    "1": "262227",
    "2": "717447",
    "3": "717117",
    "4": "557111",
    "5": "747117",
    "6": "747557",
    "7": "711222",
    "8": "757757",
    "9": "757117",
}
"""Digits of three by six dots: a digit of these for each row, its three bits the dots."""

CELL = 32


MODES = ["ansi", "rgb_array"]


def checked(mode: str | None) -> str | None:
    """A render mode, if it is one."""
    if mode not in (None, *MODES):
        raise ValueError(f"render_mode takes None, ansi or rgb_array, not {mode!r}")
    return mode


def render(game: Game, mode: str | None) -> Any:
    """The position as this mode shows it; nothing without one."""
    if mode == "ansi":
        return text(game)
    if mode == "rgb_array":
        return picture(game)
    return None


def text(game: Game) -> str:
    """The position in a few lines."""
    lines = [game.notation]
    if game.tokens is not None:
        for player, (node, banned) in enumerate(game.tokens, start=1):
            lines.append(f"Player {player} is on {node}" + (f", not back to {banned}" if banned else ""))
    else:
        lines.append("Free: " + " ".join(map(str, game.free)))
        lines.append(f"Last: {game.last}" if game.last else "No number has been taken.")
    if game.over:
        lines.append(f"Player {game.winner} has won.")
    else:
        lines.append(f"Player {game.to_move} can play " + " ".join(map(str, game.legal)))
    return "\n".join(lines) + "\n"


def picture(game: Game) -> Any:
    """The position as an array of height, width and three colours."""
    import numpy

    columns = max(1, math.ceil(math.sqrt(game.size)))
    rows = math.ceil(game.size / columns)
    image = numpy.full((rows * CELL, columns * CELL, 3), 255, numpy.uint8)
    legal, free = set(game.legal), set(game.free)
    tokens = [] if game.tokens is None else [node for node, _ in game.tokens]
    for number in range(1, game.size + 1):
        row, column = divmod(number - 1, columns)
        cell = image[row * CELL + 1 : (row + 1) * CELL - 1, column * CELL + 1 : (column + 1) * CELL - 1]
        if number in tokens:
            cell[:] = (31, 99, 184) if number == tokens[0] else (191, 79, 21)
        elif number == game.last and not tokens:
            cell[:] = (31, 99, 184)
        elif number in legal:
            cell[:] = (255, 224, 130)
        elif number in free:
            cell[:] = (232, 232, 232)
        if number in free or number == game.last or number in tokens:
            _write(cell, str(number))
    return image


def _write(cell: Any, digits: str) -> None:
    scale = 3 if len(digits) < 3 else 2 if len(digits) < 4 else 1
    left = (cell.shape[1] - (4 * len(digits) - 1) * scale) // 2
    top = (cell.shape[0] - 6 * scale) // 2
    for place, digit in enumerate(digits):
        for y, bits in enumerate(_FONT[digit]):
            for x in range(3):
                if int(bits) >> (2 - x) & 1:
                    column = left + (4 * place + x) * scale
                    cell[top + y * scale : top + (y + 1) * scale, column : column + scale] = 0
