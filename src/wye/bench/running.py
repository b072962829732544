"""Measure rows, one after the other, in this process.

A row that crashes, or needs a package that is not installed, does not keep the others from being measured.
"""

from __future__ import annotations

import importlib
import platform
import time
import traceback
from importlib.metadata import version
from typing import TYPE_CHECKING

from wye._engine import is_pure
from wye.bench.measure import Snippet, compare
from wye.bench.report import Report
from wye.bench.rows import ROWS
from wye.bench.sides import has_torch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.bench.lines import Line
    from wye.bench.measure import Effort

__all__ = ["environment", "run"]


def run(effort: Effort, names: Sequence[str] = ROWS, on_line: Callable[[str, str], None] | None = None) -> Report:
    """Measure the rows of these names.

    Args:
        effort: How long to measure.
        names: Members of `ROWS`.
        on_line: Called with the name of a row when it begins and with those of its lines as they are measured.
    """
    start = time.perf_counter()
    empty = compare(effort, {"pass": Snippet("pass")})["pass"]
    found: dict[str, list[Line]] = {}
    crashed: dict[str, str] = {}
    left_out: dict[str, str] = {}
    for name in names:
        lines: list[Line] = []
        try:
            if on_line is not None:
                on_line(name, "")
            for line in importlib.import_module(f"wye.bench.rows.{name}").measure(effort):
                lines.append(line)
                if on_line is not None:
                    on_line(name, line.name)
        except Exception as error:  # noqa: BLE001 - the other rows still count
            package = _missing_package(error)
            if package is None:
                crashed[name] = traceback.format_exc()
            else:
                left_out[name] = f"{package} is not installed"
        if lines:
            found[name] = lines
    return Report(environment(), effort, empty, found, crashed, left_out, time.perf_counter() - start)


def _missing_package(error: BaseException | None) -> str | None:
    """The package of somebody else that could not be imported, if that is why an error was raised."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith("wye"):
            return error.name.partition(".")[0]
        error = error.__cause__ or error.__context__
    return None


def environment() -> str:
    """What is measured, on what."""
    torch = f"torch {version('torch')}" if has_torch() else "torch absent"
    calls = "Python (WYE_PURE or no extension)" if is_pure else "C"
    return f"Python {platform.python_version()} on {platform.machine()}, {torch}, calls run in {calls}"
