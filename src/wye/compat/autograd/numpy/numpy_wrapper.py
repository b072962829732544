"""`autograd.numpy` under the name of its module."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as _anp
from wye.compat.autograd.numpy import *  # noqa: F403 - the names are NumPy's


def __getattr__(name: str) -> Any:
    return getattr(_anp, name)
