"""The cost table: what wye costs beside a direct Python call and, where it is installed, beside torch.

Cold path.  ``wye bench`` and ``make bench`` print it; README.md, beside this file, says how to read it.
In: names of rows.  Out: a `Report`, which `table` prints and `plot` draws.
"""

from __future__ import annotations

from wye.bench.lines import Line, Target, Verdict
from wye.bench.measure import Effort
from wye.bench.report import Report
from wye.bench.rows import ROWS
from wye.bench.running import run

__all__ = ["ROWS", "Effort", "Line", "Report", "Target", "Verdict", "run"]
