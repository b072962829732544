"""Choose the hot path: `wye._hot` when it was built, `wye._pure` otherwise or with `WYE_PURE=1`.

Cold path: runs once, at import.  Every other module imports the hot path from here.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["engine", "is_pure", "why_pure"]


def _why_not_built() -> str:
    """What setup.py noted where it could not build the extension, else nothing."""
    try:
        with open(os.path.join(os.path.dirname(__file__), "no_extension.txt"), encoding="utf-8") as note:
            return note.read().strip()
    except OSError:
        return ""


why_pure = ""  # why calls do not run in C, for people
if TYPE_CHECKING or os.environ.get("WYE_PURE", "") not in ("", "0"):
    import wye._pure as engine

    why_pure = "the environment variable WYE_PURE is set"
else:
    try:
        engine = import_module("wye._hot")
    except ImportError as error:
        import wye._pure as engine

        why_pure = f"wye._hot cannot be imported: {_why_not_built() or error}"

is_pure: bool = engine.__name__ == "wye._pure"
