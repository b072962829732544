"""NumPy's functions on wye's layers.

`wye.grad(f)`, `wye.vmap(f)` and the others take functions that are written with NumPy, and ndarrays.  NumPy's protocols
bring the calls back here: `calls` looks them up in the `table`, whose lines are in `functions`, by family.
`arrays` has the class that a function sees, `members` its methods, `indexing` its indices, `promotion` the dtypes;
`primitives` gradients for functions of one's own.
The names of this package are NumPy's, over that table: ``wye.numpy.sin(x)``.
"""

from __future__ import annotations

from typing import Any

from wye.numpy.arrays import Array
from wye.numpy.making import array, asarray, stop_gradient
from wye.numpy.members import install
from wye.numpy.namespace import named
from wye.numpy.primitives import (
    defjvp,
    defjvp_argnums,
    deflinear,
    defvjp,
    defvjp_argnums,
    defvmap,
    primitive,
)
from wye.numpy.table import implements

__all__ = [
    "Array", "array", "asarray", "defjvp", "defjvp_argnums", "deflinear", "defvjp", "defvjp_argnums", "defvmap",
    "implements", "ndarray", "primitive", "stop_gradient",
]  # fmt: skip

ndarray = Array
install()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in ("linalg", "fft"):
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    value = globals()[name] = named(name)
    return value


def __dir__() -> list[str]:
    import numpy

    return sorted({*globals(), *numpy.__all__})
