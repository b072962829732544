"""NumPy, loaded once and made known to the engine.

Importing this module imports NumPy: it is imported by code that makes or reads data, never by the dispatcher.
"""

from __future__ import annotations

from contextvars import Context, ContextVar, copy_context
from typing import Any

import numpy as np

from wye._engine import engine
from wye.tensors.dtypes import numbered

__all__ = ["QUIET", "np"]


def _quiet_setting() -> tuple[ContextVar[Any], Any]:
    """The context variable in which NumPy keeps its floating-point error handling, and its value for "ignore all".

    Entering ``np.errstate`` does the same and takes five times as long.
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
engine.configure(quiet=QUIET, dtypes=numbered())
