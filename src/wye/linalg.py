"""Linear algebra: `wye.linalg.norm` is the function of the operator ``linalg_norm``."""

from __future__ import annotations

from wye.errors import LinAlgError as LinAlgError
from wye.functional.families import family

__getattr__, __dir__ = family(__name__, "linalg_")
