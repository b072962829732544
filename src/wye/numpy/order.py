"""NumPy's order of elements: NaN last, complex numbers by their real parts first, unsigned integers of all sizes.

PyTorch's operators compare neither complex numbers nor wide unsigned integers.  `key` gives numbers that they compare,
in the same order; complex numbers are sorted by one part after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.call.packets import ops
from wye.tensors.dtypes import from_numpy_dtype

__all__ = ["argmax", "argsort", "extreme", "key", "less", "sort"]

aten: Any = ops.aten
_BOOL, _UINT8, _INT64 = (from_numpy_dtype(np.dtype(name)) for name in ("bool", "uint8", "int64"))
_WIDE = frozenset(from_numpy_dtype(np.dtype(name)) for name in ("uint16", "uint32"))
_WIDEST = from_numpy_dtype(np.dtype("uint64"))
_LEAST = -(2**63)


def key(x: Any) -> Any:
    """Numbers that PyTorch's operators compare, in the order of these, which are not complex."""
    if x.dtype is _BOOL:
        return x.to(_UINT8)
    if x.dtype in _WIDE:
        return x.to(_INT64)
    return aten.bitwise_xor.Scalar(x.to(_INT64), _LEAST) if x.dtype is _WIDEST else x


def argsort(x: Any, dim: int, descending: bool = False) -> Any:
    """Places of the elements in order, NaN last; equal ones keep theirs."""
    if not x.is_complex():
        order = aten.sort.stable(x, stable=True, dim=dim, descending=descending)[1]
        if not descending or not x.is_floating_point():
            return order
        return order.gather(dim, argsort(x.isnan().to(_INT64).gather(dim, order), dim))
    real, imag = x.real, x.imag
    has_nan = real.isnan().to(_INT64) * 2 + imag.isnan().to(_INT64)  # 1+nanj is after all complete numbers
    order = argsort(imag, dim, descending)
    order = order.gather(dim, argsort(real.gather(dim, order), dim, descending))
    return order.gather(dim, argsort(has_nan.gather(dim, order), dim))


def sort(x: Any, dim: int, descending: bool = False) -> Any:
    """The elements in order."""
    if x.is_complex() or descending:
        return x.gather(dim, argsort(x, dim, descending))
    return aten.sort.stable(x, stable=True, dim=dim)[0]


def less(x: Any, y: Any) -> Any:
    """``x < y`` of tensors of one dtype."""
    if not x.is_complex():
        return x < y
    return (x.real < y.real) | ((x.real == y.real) & (x.imag < y.imag))


def argmax(x: Any, dim: int, *, least: bool = False) -> Any:
    """The first place of the greatest, or the least, element; the first NaN, if there is one."""
    if not x.is_complex():
        return (aten.argmin if least else aten.argmax).default(key(x), dim)
    (real, imag), worst = (x.real, x.imag), float("inf") if least else -float("inf")
    bound = aten.amin.default if least else aten.amax.default
    is_best = real == bound(real, [dim], True)
    last = aten.where.ScalarOther(is_best, imag, worst)
    is_best = is_best & (last == bound(last, [dim], True))
    return aten.argmax.default(x.isnan().to(_INT64) * 2 + is_best.to(_INT64), dim)


def extreme(x: Any, dims: tuple[int, ...], keepdims: bool, *, least: bool = False) -> Any:
    """The greatest, or the least, elements along dimensions, at least one; equal ones share the gradient evenly."""
    if x.is_complex():
        return _chosen(x, dims, keepdims, least)
    comparable = key(x)
    found = (aten.amin if least else aten.amax).default(comparable, list(dims), keepdims)
    if comparable is x:
        return found
    return (aten.bitwise_xor.Scalar(found, _LEAST) if x.dtype is _WIDEST else found).to(x.dtype)


def _chosen(x: Any, dims: tuple[int, ...], keepdims: bool, least: bool) -> Any:
    last = x.movedim(list(dims), list(range(-len(dims), 0))).flatten(-len(dims))
    found = last.gather(-1, argmax(last, -1, least=least).unsqueeze(-1)).squeeze(-1)
    return found.reshape([1 if d in dims else size for d, size in enumerate(x.shape)]) if keepdims else found
