"""Write the table of docs/array-classes.md: the operators that an array class needs, and what each unlocks.

Runs every composite of the set with stored arguments on a small array class and records where it ends.
Usage: ``python tools/make_array_class_table.py``, in the root of the repository.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "array-classes.md"
START, END = "<!-- table -->", "<!-- end of table -->"
SHOWN = 5


def main() -> None:
    """Write the table in its place."""
    sys.path.insert(0, str(ROOT))
    warnings.simplefilter("ignore")
    from tests.unit.aten.boxed import unlocked

    lines = ["| kernel | composites that need it |", "| --- | --- |"]
    for name, needed in unlocked().items():
        names = ", ".join(f"`{one}`" for one in needed[:SHOWN])
        more = f" and {len(needed) - SHOWN} more" if len(needed) > SHOWN else ""
        lines.append(f"| `{name}` | {names}{more} |")
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.partition(START)[0], text.partition(END)[2]
    PAGE.write_text(f"{before}{START}\n{chr(10).join(lines)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
