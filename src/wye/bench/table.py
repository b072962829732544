"""The cost table as text: one long line for each line of a report where there is room, else two short ones.

Pure but for `print_table`.  The same text is printed with and without colours.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from wye.bench.lines import Verdict, amount, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from wye.bench.lines import Line
    from wye.bench.report import Report

__all__ = ["narrow_rows", "print_table", "wide_rows"]

_COLOURS: Final = {
    Verdict.MET: "green", Verdict.MISSED: "bold red", Verdict.TORCH_ABSENT: "yellow", Verdict.ABSENT: "yellow",
    Verdict.NONE: "",
}  # fmt: skip
_SIDES: Final = ("wye", "direct", "torch", "jax", "autograd")
_SOME: Final = frozenset(("jax", "autograd"))  # have a column where a line has a time of theirs
_CELL: Final = 8  # characters of a number in the narrow table
_NARROW: Final = {Verdict.TORCH_ABSENT: "-", Verdict.ABSENT: "-"}  # shorter words there
_LAST: Final = len(Verdict.MISSED.value)
_Row = tuple[str, str, str]  # text, last column, its colour


def _sides(lines: Sequence[Line]) -> list[str]:
    """The contenders that have a column."""
    return [side for side in _SIDES if side not in _SOME or any(side in line.times for line in lines)]


def _head(sides: Sequence[str]) -> tuple[str, ...]:
    return ("", *sides, *(f"wye/{side}" for side in sides[1:]), "target", "")


def _cells(line: Line, sides: Sequence[str]) -> tuple[str, ...]:
    columns = [amount(line.times.get(side), line.in_bytes) for side in sides]
    verdict = line.verdict.value + (": " if line.verdict.value and line.note else "") + line.note
    return (
        line.name,
        *columns,
        *(ratio(line.ratio(side)) for side in sides[1:]),
        ", ".join(target.text for target in line.targets),
        verdict,
    )


def wide_rows(lines: Sequence[Line]) -> list[_Row]:
    """Every line with all that is known of it, aligned; the head first."""
    sides = _sides(lines)
    rows = [_head(sides), *(_cells(line, sides) for line in lines)]
    numbers = range(1, 2 * len(sides))  # columns that are aligned to the right
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    colours = ["bold", *(_COLOURS[line.verdict] for line in lines)]
    made = []
    for row, colour in zip(rows, colours, strict=True):
        *cells, last = (cell.rjust(widths[i]) if i in numbers else cell.ljust(widths[i]) for i, cell in enumerate(row))
        made.append(("  ".join(cells) + "  ", last.rstrip(), colour))
    return made


def narrow_rows(lines: Sequence[Line], width: int) -> Iterator[_Row]:
    """Every line within ``width`` characters: times and verdict, and under it the ratios and what was aimed at."""
    sides = _sides(lines)
    room = max(16, width - len(sides) * (_CELL + 2) - _LAST - 2)
    yield " " * room + "".join(f"  {text:>{_CELL}}" for text in sides) + "  ", "target", "bold"
    for line in lines:
        *above, name = wrap(line.name, room, subsequent_indent="  ") or [""]
        for part in above:
            yield part, "", ""
        times = "".join(f"  {amount(line.times.get(side), line.in_bytes):>{_CELL}}" for side in sides)
        yield f"{name:{room}}{times}  ", _NARROW.get(line.verdict, line.verdict.value), _COLOURS[line.verdict]
        for part in wrap(_more(line), width, initial_indent="    ", subsequent_indent="    "):
            yield "", part, "dim"


def _more(line: Line) -> str:
    """What the narrow table says under a line."""
    ratios = [f"{ratio(found)} {side}" for side in _SIDES[1:] if (found := line.ratio(side)) is not None]
    aims = [target.text for target in line.targets]
    return "; ".join(filter(None, (", ".join(ratios), f"wanted {', '.join(aims)}" if aims else "", line.note)))


def print_table(report: Report, console: Console, *, wide: bool = False) -> None:
    """Print a report.

    Args:
        report: What was found.
        console: Where to; its width decides between the two forms.
        wide: One line for each line of the report, however long.
    """
    from rich.text import Text  # here: programs that only read numbers need it not

    for row in report.crashed.values():
        console.print(row, highlight=False, markup=False, soft_wrap=True)
    rows = wide_rows(report.lines)
    fits = wide or max(len(front + last) for front, last, _ in rows) <= console.width
    for front, last, colour in rows if fits else narrow_rows(report.lines, console.width):
        text = Text(front, "bold" if colour == "bold" else "").append(last, colour)
        text.rstrip()
        console.print(text, soft_wrap=True)
    console.print()
    for line in report.footer():
        console.print(line, highlight=False, markup=False, soft_wrap=wide)
