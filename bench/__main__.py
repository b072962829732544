"""``python -m bench``: measure every row in one run and print the cost table."""

import argparse
import importlib
import json
import platform
import sys
import time
import traceback
from importlib.metadata import version
from pathlib import Path

from bench.measure import Effort, Snippet, compare
from bench.rows import ROWS
from bench.sides import has_torch
from bench.table import amount, as_json, print_table
from wye._engine import is_pure


def main() -> int:
    """Run the rows that were named; 1 when one of them crashed, whatever the times are."""
    options = parse_arguments()
    effort = Effort.quick() if options.quick else Effort()
    start = time.perf_counter()
    empty = compare(effort, {"pass": Snippet("pass")})["pass"]
    found = {}
    crashed = []
    for name in options.rows or ROWS:
        show_progress(f"measuring {name}")
        try:
            found[name] = list(importlib.import_module(f"bench.rows.{name}").measure(effort))
        except Exception:  # noqa: BLE001 - the other rows still count
            traceback.print_exc()
            crashed.append(name)
    show_progress("")
    where = environment()
    print_table(
        [line for lines in found.values() for line in lines],
        [
            f"Medians of {effort.rounds} interleaved samples of {effort.sample * 1e3:g} ms. Nothing is subtracted: "
            f"times and ratios include the loop, which takes {amount(empty, False)} a turn when empty.",
            f"{where}; {time.perf_counter() - start:.0f} s.",
            *(f"CRASHED: {name} (traceback above)" for name in crashed),
        ],
    )
    if options.json:
        rows = {name: [as_json(line) for line in lines] for name, lines in found.items()}
        text = json.dumps({"environment": where, "empty_loop": empty, "rows": rows, "crashed": crashed}, indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")
    return 1 if crashed else 0


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="What wye costs, beside others.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"only these: {', '.join(ROWS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to FILE")
    parser.add_argument("--quick", action="store_true", help="few samples: every row runs, but the numbers are rough")
    options = parser.parse_args()
    for name in options.rows:
        if name not in ROWS:
            parser.error(f"no row {name}; there are {', '.join(ROWS)}")
    return options


def show_progress(text: str) -> None:
    """Show what is going on, to people only."""
    if sys.stderr.isatty():
        print(f"\r{text:40}\r", end="", file=sys.stderr, flush=True)


def environment() -> str:
    """What was measured, on what."""
    torch = f"torch {version('torch')}" if has_torch() else "torch absent"
    calls = "Python (WYE_PURE or no extension)" if is_pure else "C"
    return f"Python {platform.python_version()} on {platform.machine()}, {torch}, calls run in {calls}"


if __name__ == "__main__":
    sys.exit(main())
