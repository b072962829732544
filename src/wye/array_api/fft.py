"""The standard's extension "fft": functions of `wye.numpy.fft`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.array_api.creation import made_by
from wye.array_api.forms import FFT, taken

if TYPE_CHECKING:
    from wye.numpy.arrays import Array

__all__ = ["fftfreq", "rfftfreq"]
__all__ += chain(*FFT.values())  # noqa: PLE0605 - names that `__getattr__` finds


def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Array:
    """The frequencies that the elements of `fft` belong to."""
    return made_by(lambda: np.fft.fftfreq(n, d=d), dtype, device)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Array:
    """The frequencies that the elements of `rfft` belong to."""
    return made_by(lambda: np.fft.rfftfreq(n, d=d), dtype, device)


def __getattr__(name: str) -> Any:
    value = globals()[name] = taken(name, FFT, np.fft)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
