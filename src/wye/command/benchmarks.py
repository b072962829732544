"""``wye bench``: measure the cost table, with a bar while that takes its time."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wye.bench import ROWS, Effort, run
from wye.bench.plot import svg
from wye.bench.table import print_table
from wye.command.console import FAILED, nearest, out, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

__all__ = ["show_costs"]


def show_costs(
    rows: Sequence[str], json_file: Path | None, plot: Path | None, *, quick: bool, wide: bool, list_rows: bool
) -> int:
    """Measure and print; the exit status is 1 when a row crashed, whatever the times are."""
    if list_rows:
        print("\n".join(ROWS))
        return 0
    for name in rows:
        if name not in ROWS:
            raise refused(f"there is no row {name!r}", nearest(name, ROWS) or f"rows: {', '.join(ROWS)}")
    for path in (json_file, plot):
        if path is not None and not path.parent.is_dir():
            raise refused(f"{path} cannot be written: there is no directory {path.parent}")
    names = list(rows) or list(ROWS)
    with _progress(len(names)) as on_line:
        report = run(Effort.quick() if quick else Effort(), names, on_line)
    print_table(report, out(), wide=wide)
    if json_file is not None:
        json_file.write_text(json.dumps(report.to_dict(), indent=2) + "\n", encoding="utf-8")
    if plot is not None:
        _draw(report.to_dict(), plot)
    return FAILED if report.crashed else 0


def _draw(report: dict[str, object], plot: Path) -> None:
    try:
        plot.write_text(svg(report), encoding="utf-8")
    except ValueError as error:
        raise refused(f"nothing to draw in {plot}: {error}") from None


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str, str], None] | None]:
    """A bar on stderr, for people only."""
    console = out(stderr=True)
    if not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    begun: list[str] = []
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)

        def on_line(row: str, line: str) -> None:
            if row not in begun:
                begun.append(row)
            bar.update(task, completed=len(begun) - 1, description=f"{row}: {line}" if line else row)

        yield on_line
