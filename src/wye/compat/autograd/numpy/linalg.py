"""`numpy.linalg`: NumPy's functions on ndarrays, wye's table on traced arrays."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.linalg as _theirs

from wye.compat.autograd.numpy.wrapping import wrapped
from wye.numpy.arrays import holds_arrays

__all__ = sorted(_theirs.__all__)  # noqa: PLE0605 - NumPy's names are read off NumPy
globals().update({_name: wrapped(getattr(_theirs, _name)) for _name in __all__})


def _of_triangle(theirs: Any) -> Any:
    """A function of symmetric matrices that reads one triangle: only that one has a gradient."""
    found = wrapped(theirs)

    @functools.wraps(theirs)
    def function(a: Any, UPLO: str = "L") -> Any:  # noqa: N803 - NumPy's name
        if not holds_arrays(a):
            return theirs(a, UPLO)
        lower = np.tril(a) if UPLO.upper() == "L" else np.conj(np.swapaxes(np.triu(a), -1, -2))
        strict = np.tril(lower, -1)
        return found(np.tril(np.triu(lower)).real + strict + np.conj(np.swapaxes(strict, -1, -2)), UPLO)

    return function


eigh, eigvalsh = _of_triangle(_theirs.eigh), _of_triangle(_theirs.eigvalsh)


def T(x: Any) -> Any:  # noqa: N802 - HIPS autograd's name
    """The matrices transposed."""
    return np.swapaxes(x, -1, -2)


_dot = functools.partial(wrapped(np.einsum), "...ij,...jk->...ik")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return wrapped(getattr(_theirs, name))
