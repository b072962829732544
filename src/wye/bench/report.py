"""What one run of the cost table found.  Pure: measures nothing, prints nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import wye
from wye.bench.lines import amount

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wye.bench.lines import Line
    from wye.bench.measure import Effort

__all__ = ["Report"]


@dataclass(frozen=True, slots=True)
class Report:
    """The lines of every row, and how they were measured.

    Attributes:
        environment: What was measured, on what.
        effort: How long was measured.
        empty_loop: Seconds that one turn of an empty loop takes.
        rows: The lines by the names of their rows.
        crashed: The tracebacks of rows that failed, by their names.
        left_out: Why a row was not measured: it needs a package that is not installed.
        seconds: How long it all took.
    """

    environment: str
    effort: Effort
    empty_loop: float
    rows: Mapping[str, Sequence[Line]]
    crashed: Mapping[str, str]
    left_out: Mapping[str, str]
    seconds: float

    @property
    def lines(self) -> list[Line]:
        """The lines of all rows."""
        return [line for lines in self.rows.values() for line in lines]

    def footer(self) -> list[str]:
        """How the numbers came about, for people."""
        return [
            f"Medians of {self.effort.rounds} interleaved samples of {self.effort.sample * 1e3:g} ms. Nothing is "
            "subtracted: times and ratios include the loop, which takes "
            f"{amount(self.empty_loop, False)} a turn when empty.",
            f"{self.environment}; {self.seconds:.0f} s.",
            *(f"left out: {name} ({why})" for name, why in self.left_out.items()),
            *(f"CRASHED: {name} (traceback above)" for name in self.crashed),
        ]

    def to_dict(self) -> dict[str, object]:
        """The numbers for programs: plain types that JSON knows."""
        return {
            "wye": wye.__version__,
            "environment": self.environment,
            "empty_loop": self.empty_loop,
            "rows": {name: [line.to_dict() for line in lines] for name, lines in self.rows.items()},
            "crashed": list(self.crashed),
            "left_out": dict(self.left_out),
        }
