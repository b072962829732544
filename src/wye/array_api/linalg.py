"""The standard's extension "linalg": functions of `wye.numpy.linalg`, and those that give something else."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wye.array_api.forms import LINALG, taken
from wye.numpy import linalg as wye_linalg

if TYPE_CHECKING:
    from wye.numpy.arrays import Array

__all__ = ["eig", "eigvals"]
__all__ += chain(*LINALG.values())  # noqa: PLE0605 - names that `__getattr__` finds


class Eigen(NamedTuple):
    """What `eig` gives."""

    eigenvalues: Array
    eigenvectors: Array


def _complex(array: Any) -> Array:
    return array.astype(np.result_type(array.dtype, np.complex64), copy=False)  # type: ignore[no-any-return]


def eig(x: Any, /) -> Eigen:
    """The eigenvalues and eigenvectors, always complex; NumPy gives real ones where it can."""
    return Eigen(*map(_complex, wye_linalg.eig(x)))


def eigvals(x: Any, /) -> Array:
    """The eigenvalues, always complex; NumPy gives real ones where it can."""
    return _complex(wye_linalg.eigvals(x))


def __getattr__(name: str) -> Any:
    value = globals()[name] = taken(name, LINALG, np.linalg)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
