"""The standard's extension "linalg": functions of `wye.numpy.linalg`."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from wye.array_api.forms import LINALG, taken

__all__: list[str] = []
__all__ += chain(*LINALG.values())  # noqa: PLE0605 - names that `__getattr__` finds


def __getattr__(name: str) -> Any:
    value = globals()[name] = taken(name, LINALG, np.linalg)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
