"""Special functions: `wye.special.erf` is the function of the operator ``special_erf``."""

from __future__ import annotations

from wye.functional.families import family

__getattr__, __dir__ = family(__name__, "special_")
