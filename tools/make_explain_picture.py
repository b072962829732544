"""Draw docs/pictures/explain.svg, the README's picture of `wye.explain`: an example as a terminal shows it.

Usage: ``python tools/make_explain_picture.py``, in the root of the repository.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

__all__ = ["picture"]

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "explain.svg"
EXAMPLE = ">>> wye.explain(wye.mul, wye.ones(3, requires_grad=True), 2.0)"


def picture() -> str:
    """The picture's text; it asks no other place for fonts."""
    from rich.console import Console

    import wye

    console = Console(record=True, width=104, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(EXAMPLE, style="bold", highlight=False, markup=False)
    console.print(wye.explain(wye.mul, wye.ones(3, requires_grad=True), 2.0))
    text = console.export_svg(title="wye.explain", unique_id="explain")
    without = re.sub(r"\s*@font-face \{.*?\}\n|\s*<!-- .*? -->", "\n", text, flags=re.DOTALL)
    return without.replace("Fira Code, monospace", "monospace")


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
