"""Text tables: columns as wide as they need, a line of dashes under the headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["table"]


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The rows under their headings.

    >>> print(table(["op", "name"], [["placeholder", "x"]]))
    op           name
    -----------  ------
    placeholder  x
    """
    widths = [max(len(head) + 2, *(len(row[at]) for row in rows), 0) for at, head in enumerate(headings)]
    lines = [headings, ["-" * width for width in widths], *rows]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
