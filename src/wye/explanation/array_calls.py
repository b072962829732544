"""Calls with ndarrays, explained: what runs where a layer follows the arrays.

Outside of transforms ndarrays run NumPy's own functions, which no operator sees.  So a function is explained for arrays
of wye with the same data, which is what a transform passes to it.
"""

from __future__ import annotations

from typing import Any, Final

from wye.array_transforms import has_arrays
from wye.call import OpOverload
from wye.pytree import tree_leaves, tree_map
from wye.tensors import Tensor

__all__ = ["NOTE", "of_arrays", "operator_of"]

NOTE: Final = (
    "plain ndarrays run NumPy's own functions; this is what runs where a transform, a trace or a fake run follows them"
)


def of_arrays(what: Any, given: Any) -> Any:
    """The arguments with arrays for ndarrays; None where there are none, or where the function takes them itself."""
    if not has_arrays(given):
        return None
    import numpy as np  # here: it is loaded, since there are arrays

    import wye.numpy

    if str(getattr(what, "__globals__", {}).get("__name__", "")).startswith("wye."):
        return None

    def one(value: Any) -> Any:
        return (
            wye.numpy.array(value) if isinstance(value, (np.ndarray, np.generic)) and _holds_numbers(value) else value
        )

    return tree_map(one, given)


def _holds_numbers(value: Any) -> bool:
    return value.dtype.kind in "biufc"


def operator_of(what: Any, args: Any, kwargs: Any) -> tuple[OpOverload, list[Any]] | None:
    """The operator that a universal function of NumPy calls, and its arguments; None: it is not a single operator."""
    if kwargs or type(what).__name__ != "ufunc" or not (has_arrays(args) or _has_tensors(args)):
        return None
    from wye.numpy.calls import planned  # here: it loads NumPy

    try:
        found = planned(what, args)
    except (TypeError, OverflowError):
        return None
    return None if found is None or not isinstance(found[0], OpOverload) else (found[0], found[1])


def _has_tensors(args: Any) -> bool:
    return any(isinstance(leaf, Tensor) for leaf in tree_leaves(args))
