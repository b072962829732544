"""Linear algebra: `wye.linalg.norm` is the function of the operator ``linalg_norm``."""

from __future__ import annotations

from wye.aten.families import family

__getattr__, __dir__ = family(__name__, "linalg_")
