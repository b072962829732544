"""NumPy, loaded once and made known to the engine.

Importing this module imports NumPy: it is imported by who makes or reads data, never by the dispatcher.
"""

from __future__ import annotations

from contextvars import Context, ContextVar, copy_context
from typing import Any

import numpy as np

from wye._engine import engine

__all__ = ["QUIET", "np"]


def _quiet_setting() -> tuple[ContextVar[Any], Any]:
    """The context variable in which NumPy keeps what to do about overflow and the like, and its value for "nothing".

    Entering ``np.errstate`` would do the same at five times the price; setting the variable is all that it does.
    """

    def enter() -> Context:
        with np.errstate(all="ignore"):
            return copy_context()

    before, inside = copy_context(), copy_context().run(enter)
    for variable, value in inside.items():
        if variable.name == "numpy.ufunc.extobj" or variable not in before:
            return variable, value
    raise RuntimeError("this NumPy keeps its floating-point settings where wye does not find them; wye needs NumPy 2")


QUIET = _quiet_setting()
engine.configure(quiet=QUIET)
