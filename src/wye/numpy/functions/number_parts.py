"""Parts of complex numbers, bits, rounding, limits, special functions: elementwise, but not universal functions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from wye.call.packets import ops
from wye.errors import ArgumentError
from wye.numpy.arrays import Array, as_tensor, cast, concrete, known
from wye.numpy.axes import condition
from wye.numpy.functions.reductions import ABSENT, between
from wye.numpy.promotion import kind_of, result_dtype
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["clip", "imag", "real", "round_"]

aten: Any = ops.aten
_FLOAT64: Final = np.dtype(np.float64)


def _inexact(x: Any) -> Any:
    """The elements, integers as floats."""
    return x if x.dtype.is_floating_point or x.dtype.is_complex else cast(x, _FLOAT64)


# ---- complex numbers ----


@line(np.real, keeps_class=True)
def real(val: Any) -> Any:
    """`numpy.real`."""
    x = as_tensor(val)
    return x.real if x.is_complex() else x


@line(np.imag, keeps_class=True)
def imag(val: Any) -> Any:
    """`numpy.imag`."""
    x = as_tensor(val)
    return x.imag if x.is_complex() else aten.zeros_like.default(x)


@line(np.angle)
def angle(z: Any, deg: bool = False) -> Any:
    """`numpy.angle`."""
    x = as_tensor(z)
    if x.is_complex():
        found = aten.atan2.default(x.imag, x.real)
    else:
        x = _angle_dtype(x)
        found = aten.atan2.default(aten.zeros_like.default(x), x)
    return found * (180 / np.pi) if deg else found


def _angle_dtype(x: Any) -> Any:
    """Elements of the dtype in which NumPy computes angles of real numbers."""
    own = to_numpy_dtype(x.dtype)
    return cast(x, np.arctan2(0, np.empty((), own)).dtype)


@line(np.real_if_close, gives_views=True)
def real_if_close(a: Any, tol: Any = 100) -> Any:
    """`numpy.real_if_close`; an array whose values are not known stays complex."""
    x = as_tensor(a)
    if not x.is_complex():
        return x
    limit = np.finfo(to_numpy_dtype(x.dtype)).eps * tol if tol > 1 else tol
    try:
        is_real = bool((abs(concrete(Array(x), "real_if_close").imag) < limit).all())
    except ArgumentError:
        return x
    return x.real if is_real else x


# ---- limits and rounding ----


@line(np.nan_to_num)
def nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """`numpy.nan_to_num`."""
    tensor = as_tensor(x)
    if tensor.is_complex():
        parts = [_finite(part, nan, posinf, neginf) for part in (tensor.real, tensor.imag)]
        found = aten.complex.default(*parts)
    elif tensor.dtype.is_floating_point:
        found = _finite(tensor, nan, posinf, neginf)
    else:
        found = tensor.clone() if copy else tensor
    if copy or not (type(x) is Array or tensor is x):
        return found
    tensor.copy_(found)
    return x


def _finite(x: Any, nan: Any, posinf: Any, neginf: Any) -> Any:
    own = to_numpy_dtype(x.dtype)
    limits = np.finfo(own)
    found = x
    for where, value in (
        (x.isnan(), nan),
        (aten.isposinf.default(x), limits.max if posinf is None else posinf),
        (aten.isneginf.default(x), limits.min if neginf is None else neginf),
    ):
        found = aten.where.self(where, as_tensor(value, own), found)
    return found


@line(np.clip, keeps_class=True)
def clip(
    a: Any, a_min: Any = ABSENT, a_max: Any = ABSENT, out: Any = None, *, min: Any = ABSENT, max: Any = ABSENT,
    dtype: Any = None, where: Any = True, casting: Any = "same_kind", **kwargs: Any,
) -> Any:  # fmt: skip
    """`numpy.clip`."""
    if a_min is ABSENT and a_max is ABSENT:
        a_min, a_max = (None if one is ABSENT else one for one in (min, max))
    elif a_min is ABSENT or a_max is ABSENT:
        raise TypeError(f"clip() missing 1 required positional argument: '{'a_min' if a_min is ABSENT else 'a_max'}'")
    elif min is not ABSENT or max is not ABSENT:
        raise ValueError("Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.")
    x = as_tensor(a)
    if dtype is None and where is True and x.dtype.is_floating_point and _are_numbers(a_min, a_max):
        return write_out(aten.clamp.default(x, a_min, a_max), out, casting)
    bounds = [_fitting(one, to_numpy_dtype(x.dtype)) for one in (a_min, a_max)]
    common = result_dtype(tuple(kind_of(one) for one in (x, *bounds) if one is not None))
    wanted = common if dtype is None else np.dtype(dtype)
    found = cast(x, wanted)
    if bounds[0] is None and bounds[1] is None:
        found = found.clone()
    for bound, least in zip(bounds, (False, True), strict=True):
        if bound is not None:
            found = between(found, as_tensor(bound, wanted), least=least)
    if where is not True:
        other = aten.empty_like.default(found) if out is None else as_tensor(out)
        found = aten.where.self(condition(where), found, other)
    return write_out(found, out, casting)


def _are_numbers(*bounds: Any) -> bool:
    """Are there bounds, all of them Python's numbers?"""
    return any(one is not None for one in bounds) and all(one is None or type(one) in (int, float) for one in bounds)


def _fitting(bound: Any, dtype: Any) -> Any:
    """A bound for integers that has their dtype: those beyond it limit nothing."""
    if type(bound) is int and dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return None if bound is None else dtype.type(np.clip(bound, limits.min, limits.max))
    return bound


@line(np.round, np.around, keeps_class=True)
def round_(a: Any, decimals: Any = 0, out: Any = None) -> Any:
    """`numpy.round`."""
    x = as_tensor(a)
    own = to_numpy_dtype(x.dtype)
    if own.kind == "b":
        if decimals:
            raise TypeError("Cannot cast ufunc 'multiply' output from dtype('float64') to dtype('bool')")
        return write_out(cast(x, np.dtype(np.float16)), out)
    if x.is_complex():
        parts = [aten.round.decimals(part, decimals=decimals) for part in (x.real, x.imag)]
        return write_out(aten.complex.default(*parts), out)
    if own.kind in "iu":
        return write_out(_round_integers(x, decimals), out)
    return write_out(aten.round.decimals(x, decimals=decimals) if decimals else aten.round.default(x), out)


def _round_integers(x: Any, decimals: int) -> Any:
    """Tens, hundreds, ...: NumPy computes them as floats."""
    if decimals >= 0:
        return x.clone()
    unit = 10.0**-decimals
    return cast((cast(x, _FLOAT64) / unit).round() * unit, to_numpy_dtype(x.dtype))


@line(np.fix, keeps_class=True)
def fix(x: Any, out: Any = None) -> Any:
    """`numpy.fix`."""
    tensor = as_tensor(x)
    if tensor.is_complex():
        raise TypeError("ufunc 'trunc' not supported for complex numbers")
    return write_out(aten.trunc.default(tensor) if tensor.dtype.is_floating_point else tensor.clone(), out)


# ---- special functions ----


@line(np.i0)
def i0(x: Any) -> Any:
    """`numpy.i0`."""
    tensor = as_tensor(x)
    if tensor.is_complex():
        raise TypeError("i0 not supported for complex values")
    return aten.i0.default(_inexact(tensor))


@line(np.sinc)
def sinc(x: Any) -> Any:
    """`numpy.sinc`, by its series around 0, so that second derivatives are right there, too."""
    z = _inexact(as_tensor(x)) * np.pi
    is_small = z.detach().abs() < 0.01
    square = z * z
    series = 1 - square / 6 * (1 - square / 20 * (1 - square / 42))
    far = aten.where.self(is_small, aten.ones_like.default(z), z)
    return aten.where.self(is_small, series, far.sin() / far)


# ---- bits ----


def _bit_values(bitorder: Any) -> Any:
    """What each of the eight bits of a byte stands for."""
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    values = 2 ** np.arange(8)
    return known(values[::-1].copy() if bitorder == "big" else values)


def _along_last(x: Any, axis: Any) -> tuple[Any, int]:
    """A tensor whose last dimension is the one that a function goes along, and where that was."""
    if axis is None:
        return x.reshape(-1), 0
    dim = normalize_axis_index(axis, x.dim())
    return x.movedim(dim, -1), dim


@line(np.packbits)
def packbits(a: Any, /, axis: Any = None, bitorder: Any = "big") -> Any:
    """Eight truth values as a byte; zeros fill the last one."""
    x = as_tensor(a)
    if to_numpy_dtype(x.dtype).kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    x, dim = _along_last(x, axis)
    missing = -x.shape[-1] % 8
    digits = cast(aten.constant_pad_nd.default(x != 0, [0, missing]), np.dtype(np.int64))
    found = (digits.unflatten(-1, (-1, 8)) * _bit_values(bitorder)).sum(-1)
    return cast(found.movedim(-1, dim), np.dtype(np.uint8))


@line(np.unpackbits)
def unpackbits(a: Any, /, axis: Any = None, count: Any = None, bitorder: Any = "big") -> Any:
    """The eight bits of each byte, as many in all as ``count`` says."""
    x = as_tensor(a)
    if to_numpy_dtype(x.dtype) != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    x, dim = _along_last(x, axis)
    whole = cast(x, np.dtype(np.int64)).unsqueeze(-1)
    digits = aten.bitwise_and.Tensor(whole, _bit_values(bitorder)) != 0
    found = cast(digits.flatten(-2), np.dtype(np.uint8))
    if count is not None:
        size = found.shape[-1]
        wanted = size + count if count < 0 else count
        if wanted < 0:
            raise ValueError(f"-count must be less than number of elements: {count}")
        found = found[..., :wanted] if wanted <= size else aten.constant_pad_nd.default(found, [0, wanted - size])
    return found.movedim(-1, dim)
