"""Curves in the terminal, of Braille dots: two across and four down to a character."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["curve"]

_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # the bits of a character, by column and row


def curve(values: Sequence[float], width: int = 60, height: int = 10) -> str:
    """The values from left to right, with the greatest and the least beside them."""
    columns, rows = 2 * width, 4 * height
    low, high = min(values), max(values)
    cells = [[0] * width for _ in range(height)]
    before = None
    for column in range(columns):
        value = values[round(column * (len(values) - 1) / max(columns - 1, 1))]
        row = round((high - value) / ((high - low) or 1) * (rows - 1))
        first, last = sorted((row, row if before is None else before))
        for dot in range(first, last + 1):
            cells[dot // 4][column // 2] |= _DOTS[column % 2][dot % 4]
        before = row
    labels = {0: f"{high:.4f}", height - 1: f"{low:.4f}"}
    return "\n".join(
        f"{labels.get(place, ''):>8} {'┤' if place in labels else '│'}" + "".join(chr(0x2800 + cell) for cell in line)
        for place, line in enumerate(cells)
    )
