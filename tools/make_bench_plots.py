"""Draw the pictures of docs/benchmarks.md from docs/benchmarks.json, which ``wye bench --json`` wrote.

Usage: ``python tools/make_bench_plots.py``; the documentation's build does the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["PICTURES", "drawn", "write"]

DOCS = Path(__file__).parents[1] / "docs"
MEASURED = DOCS / "benchmarks.json"
# Picture -> the rows that are in it; "" has all others.
PICTURES = {
    "calls": ("no_op", "custom_ops", "packets", "modes", "redispatch", "guards", "higher_order"),
    "tensors": ("small_tensors", "gradients", "fake_tensors", "tracing", "symbolic", "opcheck"),
}


def drawn() -> dict[str, str]:
    """The text of each picture by its name."""
    from wye.bench.plot import svg

    report: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    found = {}
    for name, rows in PICTURES.items():
        part = {**report, "rows": {row: lines for row, lines in report["rows"].items() if row in rows}}
        found[f"benchmarks-{name}.svg"] = svg(part, "torch")
    return found


def write() -> None:
    """Write the pictures beside the others."""
    for name, text in drawn().items():
        (DOCS / "pictures" / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
