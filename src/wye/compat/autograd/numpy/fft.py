"""`numpy.fft`: NumPy's functions on ndarrays, wye's table on traced arrays."""

from __future__ import annotations

from typing import Any

import numpy.fft as _theirs

from wye.compat.autograd.numpy.wrapping import wrapped

__all__ = sorted(_theirs.__all__)  # noqa: PLE0605 - NumPy's names are read off NumPy
globals().update({_name: wrapped(getattr(_theirs, _name)) for _name in __all__})


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return wrapped(getattr(_theirs, name))
