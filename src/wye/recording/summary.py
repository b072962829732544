"""A table of how often and how long operators or kernels ran."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from wye.recording.call import RecordedCall

__all__ = ["Row", "Summary", "as_text", "shown_time"]

_WIDTH: Final = 80


@dataclass(slots=True)
class Row:
    """One operator, or one kernel.

    Attributes:
        name: Of the operator, or the kernel with its key and place.
        calls: How often it was called; calls that a kernel continued at lower keys are counted for kernels alone.
        total_ns: How long it ran, with everything that ran inside of it.
        self_ns: The same without other recorded calls inside.
        fallbacks: How many calls used which fallback.
    """

    name: str
    calls: int
    total_ns: int
    self_ns: int
    fallbacks: dict[str, int]


def shown_time(nanoseconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.1f} {unit}"
    return f"{nanoseconds:.0f} ns"


def as_text(renderable: Any, width: int = _WIDTH) -> str:
    """What rich draws, without colours."""
    from rich.console import Console  # here: only those who look need it

    file = StringIO()
    Console(file=file, width=width, force_terminal=False, color_system=None, legacy_windows=False).print(renderable)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


class Summary:
    """How often and how long what ran, the longest first.  ``print`` shows it; so do rich and notebooks."""

    def __init__(self, calls: Sequence[RecordedCall], by: str, dropped: int = 0) -> None:
        self.by, self.dropped = by, dropped
        self.rows = _rows(calls, by)

    def to_dict(self) -> dict[str, Any]:
        """The rows in plain JSON types."""
        rows = [
            {
                "name": row.name, "calls": row.calls, "total_ns": row.total_ns, "self_ns": row.self_ns,
                "fallbacks": dict(row.fallbacks),
            }
            for row in self.rows
        ]  # fmt: skip
        return {"by": self.by, "dropped": self.dropped, "rows": rows}

    def __rich__(self) -> Table:
        from rich.table import Table  # here: only those who look need it

        table = Table(box=None, pad_edge=False, caption=self._caption() or None, caption_justify="left")
        table.add_column("operator" if self.by == "op" else "kernel", overflow="fold")
        for title in ("calls", "total", "self"):
            table.add_column(title, justify="right", no_wrap=True)
        table.add_column("fallbacks", overflow="fold")
        for row in self.rows:
            table.add_row(row.name, *self._cells(row), _fallbacks(row))
        return table

    def _caption(self) -> str:
        return f"{self.dropped} more calls were not kept: the limit" if self.dropped else ""

    @staticmethod
    def _cells(row: Row) -> tuple[str, str, str]:
        return str(row.calls), shown_time(row.total_ns), shown_time(row.self_ns)

    def __str__(self) -> str:
        return as_text(self.__rich__())

    def _repr_html_(self) -> str:
        title = "operator" if self.by == "op" else "kernel"
        head = "".join(
            f"<th style='text-align:left'>{name}</th>" for name in (title, "calls", "total", "self", "fallbacks")
        )
        lines = []
        for row in self.rows:
            cells = "".join(f"<td style='text-align:right'>{escape(cell)}</td>" for cell in self._cells(row))
            lines.append(f"<tr><td><code>{escape(row.name)}</code></td>{cells}<td>{escape(_fallbacks(row))}</td></tr>")
        body = "".join(lines)
        caption = f"<p>{escape(self._caption())}</p>" if self.dropped else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{caption}"


def _fallbacks(row: Row) -> str:
    return ", ".join(f"{name} x{count}" for name, count in row.fallbacks.items())


def _name(call: RecordedCall, by: str) -> str:
    if by == "op":
        return call.op
    where = "" if call.place is None else f"  {call.place}"
    return f"{call.kernel or 'no kernel'} [{call.key}]{where}"


def _rows(calls: Sequence[RecordedCall], by: str) -> list[Row]:
    inside = [0] * len(calls)  # nanoseconds that other calls ran inside of each
    for call in calls:
        if call.parent is not None:
            inside[call.parent] += call.duration_ns
    names = [_name(call, by) for call in calls]
    around: list[frozenset[str]] = []  # the names of the calls around each: what they count must not count twice
    rows: dict[str, Row] = {}
    for number, call in enumerate(calls):
        parent = call.parent
        above: frozenset[str] = frozenset() if parent is None else around[parent] | {names[parent]}
        around.append(above)
        name = names[number]
        row = rows.setdefault(name, Row(name, 0, 0, 0, {}))
        row.calls += by == "kernel" or not call.redispatched
        row.total_ns += 0 if name in above else call.duration_ns
        row.self_ns += max(0, call.duration_ns - inside[number])
        if call.fallback is not None:
            row.fallbacks[call.fallback] = row.fallbacks.get(call.fallback, 0) + 1
    return sorted(rows.values(), key=lambda row: -row.total_ns)
