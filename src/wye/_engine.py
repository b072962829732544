"""Choose the hot path: `wye._hot` when it was built, `wye._pure` otherwise or with `WYE_PURE=1`.

Cold path: runs once, at import.  Every other module imports the hot path from here.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["engine", "is_pure"]

if TYPE_CHECKING or os.environ.get("WYE_PURE", "") not in ("", "0"):
    import wye._pure as engine
else:
    try:
        engine = import_module("wye._hot")
    except ImportError:
        import wye._pure as engine

is_pure: bool = engine.__name__ == "wye._pure"
