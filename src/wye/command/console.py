"""Where commands print: plain text of at most 80 columns where nobody looks, colours in a terminal."""

from __future__ import annotations

import difflib
import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console
    from rich.table import Table

__all__ = ["BAD_INPUT", "FAILED", "nearest", "new_table", "out", "refused", "show", "to_json"]

FAILED = 1
BAD_INPUT = 2


def out(*, stderr: bool = False) -> Console:
    """The console of a stream as it is now: tests put other streams in their place."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def show(*parts: object, style: str = "") -> None:
    """Print texts and tables; without spaces at the ends of lines where nobody looks."""
    console = out()
    if console.is_terminal:
        console.print(*parts, style=style or None)
        return
    with console.capture() as captured:
        console.print(*parts)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def new_table(*headers: str) -> Table:
    """An empty table without lines around it."""
    from rich.table import Table

    made = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", show_edge=False, pad_edge=False)
    for header in headers:
        made.add_column(header, overflow="fold")
    return made


def to_json(value: object) -> None:
    """Print a value for programs."""
    import json

    print(json.dumps(value, indent=2))


def refused(text: str, hint: str = "") -> typer.Exit:
    """Say on stderr what is wrong with the input; what is returned, when raised, ends the process."""
    print(f"error: {text}", file=sys.stderr)
    if hint:
        print(f"  {hint}", file=sys.stderr)
    return typer.Exit(BAD_INPUT)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint with the names that are most like a wrong one; empty if there are none."""
    names = list(dict.fromkeys(known))
    short = {other.rpartition("::")[2]: other for other in names}
    found = difflib.get_close_matches(name, names, 3, 0.6) or [
        short[other] for other in difflib.get_close_matches(name.rpartition("::")[2], list(short), 3, 0.6)
    ]
    return f"did you mean {', '.join(found)}?" if found else ""
