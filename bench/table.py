"""The cost table as text and as JSON.  Colours only where rich is installed and stdout is a terminal."""

import sys
from collections.abc import Sequence
from typing import Any

from bench.lines import Line, Verdict

__all__ = ["as_json", "print_table"]

_HEAD = ("", "wye", "direct", "torch", "wye/direct", "wye/torch", "target", "")
_NUMBERS = range(1, 6)  # columns that are aligned to the right
_COLOURS = {Verdict.MET: "green", Verdict.MISSED: "bold red", Verdict.TORCH_ABSENT: "yellow", Verdict.NONE: ""}
_PLAIN = {"highlight": False, "markup": False, "soft_wrap": True}  # the text as it is


def amount(value: float | None, in_bytes: bool) -> str:
    """A time or a size with three digits.

    >>> amount(4.25e-8, False), amount(0.1234, False), amount(5120, True)
    ('42.5 ns', '123 ms', '5.00 KiB')
    """
    if value is None:
        return "-"
    if in_bytes:
        return f"{value / 1024:.2f} KiB"
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if abs(value) >= scale:
            return f"{value / scale:#.3g}".rstrip(".") + f" {unit}"
    return f"{value / 1e-9:#.3g}".rstrip(".") + " ns"


def ratio(value: float | None) -> str:
    """A ratio as the targets write it.

    >>> ratio(1.5), ratio(0.04)
    ('1.50x', '1/25.0')
    """
    if value is None:
        return "-"
    return f"{value:.2f}x" if value >= 1 else f"1/{1 / value:.1f}"


def _cells(line: Line) -> tuple[str, ...]:
    columns = [amount(line.times.get(side), line.in_bytes) for side in ("wye", "direct", "torch")]
    verdict = line.verdict.value + (": " if line.verdict.value and line.note else "") + line.note
    return (
        line.name,
        *columns,
        ratio(line.ratio("direct")),
        ratio(line.ratio("torch")),
        ", ".join(target.text for target in line.targets),
        verdict,
    )


def print_table(lines: Sequence[Line], footer: Sequence[str]) -> None:
    """Print every line, aligned, and the footer."""
    rows = [_HEAD, *(_cells(line) for line in lines)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    colours = ["bold", *(_COLOURS[line.verdict] for line in lines)]
    console = _console()
    for row, colour in zip(rows, colours, strict=True):
        *cells, last = (cell.rjust(widths[i]) if i in _NUMBERS else cell.ljust(widths[i]) for i, cell in enumerate(row))
        front = "  ".join(cells) + "  "
        if console is None:
            print((front + last).rstrip())
        else:
            console.print(front, style="bold" if row is _HEAD else "", end="", **_PLAIN)
            console.print(last.rstrip(), style=colour, **_PLAIN)
    print()
    print("\n".join(footer))


def _console() -> Any:
    if not sys.stdout.isatty():
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console()


def as_json(line: Line) -> dict[str, object]:
    """A line for programs."""
    return {
        "name": line.name,
        "unit": "bytes" if line.in_bytes else "seconds",
        "times": dict(line.times),
        "ratio_to_direct": line.ratio("direct"),
        "ratio_to_torch": line.ratio("torch"),
        "targets": [{"text": target.text, "verdict": target.verdict(line.times).value} for target in line.targets],
        "verdict": line.verdict.value,
        "note": line.note,
    }
