"""Universal functions with options (``out=``, ``where=``, ``dtype=``) and their methods (`reduce`, `outer`, ...)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor
from wye.numpy.calls import compute, presented

if TYPE_CHECKING:
    from wye.numpy.table import Universal

__all__ = ["run_method"]

aten: Any = ops.aten


def run_method(ufunc: Any, universal: Universal, method: str, inputs: Any, options: dict[str, Any]) -> Any:
    """A method of a universal function, or a call with options."""
    if method == "__call__":
        return _call(ufunc, universal, inputs, **options)
    if method == "reduce" and universal.reduce is not None:
        return universal.reduce(inputs[0], **{"axis": 0, **options})
    if method == "accumulate" and universal.accumulate is not None:
        return universal.accumulate(inputs[0], **{"axis": 0, **options})
    if method == "outer":
        left, right = as_tensor(inputs[0]), as_tensor(inputs[1])
        left = left.reshape(tuple(left.shape) + (1,) * right.dim())
        return presented(compute(ufunc, universal, (left, right), **options))
    raise TypeError(f"numpy.{ufunc.__name__}.{method} of wye's arrays has no rule")


def _call(
    ufunc: Any, universal: Universal, inputs: Any, *, dtype: Any = None, out: Any = None, where: Any = True
) -> Any:
    result = compute(ufunc, universal, inputs, dtype)
    target = out[0] if isinstance(out, tuple) else out
    if where is not True:
        other = aten.empty_like.default(result) if target is None else as_tensor(target)
        result = aten.where.self(as_tensor(where), result, other)
    if target is None:
        return presented(result)
    if type(target) is Array:
        target._tensor.copy_(result)
        return target
    return _to_ndarray(result, target, inputs)


def _to_ndarray(result: Any, target: Any, inputs: Any) -> Any:
    """``w += x`` of an ndarray: the name gets an array."""
    if isinstance(target, np.ndarray) and any(target is one for one in inputs):
        return presented(result)
    raise TypeError("out= is an ndarray")
