"""Differences, sums of areas, convolutions, interpolation."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from wye.call.packets import ops
from wye.numpy.arrays import as_tensor, cast
from wye.numpy.axes import one_axis
from wye.numpy.functions.reductions import ABSENT, sum_
from wye.numpy.functions.sorting import argsort, count_before
from wye.numpy.promotion import as_floats, kind_of, promoted, result_dtype
from wye.numpy.table import line
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["diff"]

aten: Any = ops.aten
_FLOAT64: Final = np.dtype(np.float64)


def _is_inexact(x: Any) -> bool:
    return bool(x.dtype.is_floating_point or x.dtype.is_complex)


# ---- differences ----


def _neighbours(x: Any, dim: int) -> tuple[Any, Any]:
    """All elements but the first, and all but the last."""
    return aten.slice.Tensor(x, dim, 1, None), aten.slice.Tensor(x, dim, 0, -1)


def _step(x: Any, dim: int) -> Any:
    """Each element less the one before."""
    after, before = _neighbours(x, dim)
    return after != before if to_numpy_dtype(x.dtype).kind == "b" else after - before


@line(np.diff)
def diff(a: Any, n: int = 1, axis: Any = -1, prepend: Any = ABSENT, append: Any = ABSENT) -> Any:
    """`numpy.diff`."""
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    x = as_tensor(a)
    if n == 0:
        return x
    if not x.dim():
        raise ValueError("diff requires input that is at least one dimensional")
    dim = one_axis(axis, x.dim())
    size = [1 if d == dim else one for d, one in enumerate(x.shape)]
    ends = [None if end is ABSENT or end is None else as_tensor(end) for end in (prepend, append)]
    ends = [end.expand(size) if end is not None and not end.dim() else end for end in ends]
    parts = [part for part in (ends[0], x, ends[1]) if part is not None]
    x = aten.cat.default(promoted(*parts), dim) if len(parts) > 1 else x
    for _ in range(n):
        x = _step(x, dim)
    return x


@line(np.ediff1d)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """`numpy.ediff1d`."""
    x = as_tensor(ary).reshape(-1)
    dtype = to_numpy_dtype(x.dtype)
    if dtype.kind == "b":
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
    parts = [_step(x, 0)]
    for name, end in (("to_begin", to_begin), ("to_end", to_end)):
        if end is None:
            continue
        if not isinstance(kind_of(end), type) and not np.can_cast(kind_of(end), dtype, "same_kind"):
            raise TypeError(f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule.")
        row = cast(as_tensor(end), dtype).reshape(-1)
        parts = [row, *parts] if name == "to_begin" else [*parts, row]
    return aten.cat.default(parts, 0) if len(parts) > 1 else parts[0]


@line(np.trapezoid, getattr(np, "trapz", None))
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    """`numpy.trapezoid`."""
    heights = as_tensor(y)
    dim = one_axis(axis, heights.dim())
    after, before = _neighbours(heights, dim)
    if x is None:
        width: Any = dx
    else:
        points = as_tensor(x)
        shape = [-1 if d == dim else 1 for d in range(heights.dim())]
        width = diff(points).reshape(shape) if points.dim() == 1 else diff(points, axis=dim)
    total = after | before if to_numpy_dtype(heights.dtype).kind == "b" else after + before
    width, total = promoted(width, total)
    area = width * total
    return sum_((area if _is_inexact(area) else cast(area, _FLOAT64)) / 2.0, dim)


# ---- slopes ----


def _spacings(varargs: tuple[Any, ...], x: Any, dims: tuple[int, ...]) -> list[Any]:
    """For each axis a distance, or the distances between neighbours."""
    if not varargs:
        return [1.0] * len(dims)
    if len(varargs) == 1 and not as_tensor(varargs[0]).dim():
        return list(varargs) * len(dims)
    if len(varargs) != len(dims):
        raise TypeError("invalid number of arguments")
    found = []
    for given, dim in zip(varargs, dims, strict=True):
        points = as_tensor(given)
        if points.dim() > 1:
            raise ValueError("distances must be either scalars or 1d")
        if points.dim() and points.shape[0] != x.shape[dim]:
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        if points.dim() and not _is_inexact(points):
            points = cast(points, _FLOAT64)
        found.append(diff(points) if points.dim() else given)
    return found


def _slope(x: Any, dim: int, spacing: Any, edge_order: int) -> Any:
    """Central differences inside, one-sided ones at both ends."""
    before, here, after = (aten.slice.Tensor(x, dim, *part) for part in ((0, -2), (1, -1), (2, None)))
    if isinstance(spacing, (int, float, complex)) or not as_tensor(spacing).dim():
        step = as_tensor(spacing, to_numpy_dtype(x.dtype)) if isinstance(spacing, (int, float)) else as_tensor(spacing)
        gaps = step.expand(2)
        inside = (after - before) / (2.0 * step)
    else:
        gaps = as_tensor(spacing)
        shape = [-1 if d == dim else 1 for d in range(x.dim())]
        left, right = gaps[:-1].reshape(shape), gaps[1:].reshape(shape)
        inside = (
            -right / (left * (left + right)) * before
            + (right - left) / (left * right) * here
            + left / (right * (left + right)) * after
        )
    ends = [_end(x, dim, gaps, edge_order), _end(x.flip(dim), dim, -gaps.flip(0), edge_order)]
    parts = [cast(part, to_numpy_dtype(x.dtype)) for part in (ends[0], inside, ends[1])]
    return aten.cat.default(parts, dim)


def _end(x: Any, dim: int, gaps: Any, edge_order: int) -> Any:
    first, second = x.narrow(dim, 0, 1), x.narrow(dim, 1, 1)
    if edge_order == 1:
        return (second - first) / gaps[0]
    near, far, third = gaps[0], gaps[1], x.narrow(dim, 2, 1)
    return (
        -(2.0 * near + far) / (near * (near + far)) * first
        + (near + far) / (near * far) * second
        - near / (far * (near + far)) * third
    )


@line(np.gradient)
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """`numpy.gradient`."""
    x = as_tensor(f)
    if to_numpy_dtype(x.dtype).kind == "b":
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
    x = x if _is_inexact(x) else cast(x, _FLOAT64)
    dims = tuple(range(x.dim())) if axis is None else tuple(normalize_axis_tuple(axis, x.dim()))
    spacings = _spacings(varargs, x, dims)
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if any(x.shape[dim] < edge_order + 1 for dim in dims):
        raise ValueError(
            "Shape of array too small to calculate a numerical gradient, "
            "at least (edge_order + 1) elements are required."
        )
    found = [_slope(x, dim, spacing, edge_order) for dim, spacing in zip(dims, spacings, strict=True)]
    return found[0] if len(found) == 1 else tuple(found)


# ---- convolutions ----

_MODES: Final = {"valid": "valid", "same": "same", "full": "full", "v": "valid", "s": "same", "f": "full"}


def _products(x: Any, y: Any, mode: Any) -> Any:
    """Sums of products of ``x`` and ``y`` shifted along each other, where ``x`` is not shorter."""
    if mode not in _MODES:
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    m = y.shape[0]
    before, after = {"valid": (0, 0), "same": (m // 2, (m - 1) // 2), "full": (m - 1, m - 1)}[_MODES[mode]]
    windows = aten.constant_pad_nd.default(x, [before, after]).unfold(0, m, 1)
    if to_numpy_dtype(x.dtype).kind == "b":
        return (windows & y).any(1)
    if not _is_inexact(x):
        return sum_(windows * y, 1, to_numpy_dtype(x.dtype))
    rows = windows.shape[0]
    inside = aten.mv.default(windows.narrow(0, before, rows - before - after), y)
    if not before and not after:
        return inside
    # The zeros around take no part: they would make NaN of infinite elements.
    is_there = aten.constant_pad_nd.default(aten.ones_like.default(x.detach()), [before, after]).unfold(0, m, 1) != 0
    parts = [_masked_sums(windows, y, is_there, start, size) for start, size in ((0, before), (rows - after, after))]
    return aten.cat.default([parts[0], inside, parts[1]], 0)


def _masked_sums(windows: Any, y: Any, is_there: Any, start: int, size: int) -> Any:
    mask = is_there.narrow(0, start, size)
    product = windows.narrow(0, start, size) * aten.where.self(mask, y, aten.zeros_like.default(y))
    return aten.where.self(mask, product, aten.zeros_like.default(product)).sum(1)


def _rows(a: Any, v: Any) -> list[Any]:
    rows = promoted(as_tensor(a), as_tensor(v))
    if any(row.dim() != 1 for row in rows):
        raise ValueError("object too deep, or of too small depth, for desired array")
    return rows


@line(np.correlate)
def correlate(a: Any, v: Any, mode: Any = "valid") -> Any:
    """`numpy.correlate`."""
    x, y = _rows(a, v)
    if not x.shape[0] or not y.shape[0]:
        raise ValueError(f"{'first' if not x.shape[0] else 'second'} array argument cannot be empty")
    y = y.conj() if y.is_complex() else y
    return _products(x, y, mode) if x.shape[0] >= y.shape[0] else _products(y, x, mode).flip(0)


@line(np.convolve)
def convolve(a: Any, v: Any, mode: Any = "full") -> Any:
    """`numpy.convolve`."""
    x, y = _rows(*[one.reshape(-1) if not one.dim() else one for one in (as_tensor(a), as_tensor(v))])
    if y.shape[0] > x.shape[0]:
        x, y = y, x
    if not x.shape[0] or not y.shape[0]:
        raise ValueError(f"{'a' if not as_tensor(a).numel() else 'v'} cannot be empty")
    return _products(x, y.flip(0), mode)


# ---- interpolation ----


def _periodic(x: Any, xp: Any, fp: Any, period: Any) -> tuple[Any, Any, Any]:
    if isinstance(period, (int, float)) and period == 0:
        raise ValueError("period must be a non-zero value")
    length = as_floats(period).abs()
    x, xp = x % length, xp % length
    places = argsort(xp)
    xp, fp = xp.gather(0, places), fp.gather(0, places)
    points = aten.cat.default([xp[-1:] - length, xp, xp[:1] + length], 0)
    return x, points, aten.cat.default([fp[-1:], fp, fp[:1]], 0)


@line(np.interp)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """`numpy.interp`, which has gradients by all of its arrays."""
    values = as_tensor(fp)
    values = cast(values, np.dtype(np.complex128) if values.is_complex() else _FLOAT64)
    at, points = as_floats(x), as_floats(xp)
    if points.dim() != 1 or values.dim() != 1:
        raise ValueError("Data points must be 1-D sequences")
    if points.shape[0] != values.shape[0]:
        raise ValueError("fp and xp are not of the same length.")
    if not points.shape[0]:
        raise ValueError("array of sample points is empty")
    if period is not None:
        at, points, values = _periodic(at, points, values, period)
        left = right = None
    flat, last = at.reshape(-1), points.shape[0] - 1
    low = values[0] if left is None else as_tensor(left, to_numpy_dtype(values.dtype))
    high = values[-1] if right is None else as_tensor(right, to_numpy_dtype(values.dtype))
    found = values[0].expand(flat.shape) if not last else _between(flat, points, values, last)
    found = aten.where.self(flat < points[0], low, found)
    found = aten.where.self(flat > points[-1], high, found)
    if last:  # of one point, that of NaN is its value
        found = aten.where.self(flat.isnan(), flat.to(values.dtype), found)
    return found.reshape(at.shape)


def _between(x: Any, points: Any, values: Any, last: int) -> Any:
    """On the lines between neighbours; exactly the last value at the last point."""
    place = count_before(points.detach(), x.detach(), or_equal=True) - 1
    place = aten.clamp.default(place, 0, last - 1)
    x0, y0 = points.gather(0, place), values.gather(0, place)
    x1, y1 = points.gather(0, place + 1), values.gather(0, place + 1)
    is_last, width = x == points[-1], x1 - x0
    width = aten.where.self(width == 0, aten.ones_like.default(width), width)
    slope = (y1 - y0) / width
    found = slope * (x - x0) + y0
    again = slope * (x - x1) + y1  # where the left neighbour is infinite
    found = aten.where.self(found.isnan(), again, found)
    found = aten.where.self(found.isnan() & (x == x0), y0, found)  # the right neighbour is NaN
    return aten.where.self(is_last, y1 + slope * (x - x1), found)


# ---- angles ----


@line(np.unwrap)
def unwrap(p: Any, discont: Any = None, axis: Any = -1, *, period: Any = 2 * np.pi) -> Any:
    """`numpy.unwrap`."""
    x = as_tensor(p)
    dim = one_axis(axis, x.dim())
    dtype = result_dtype((to_numpy_dtype(x.dtype), kind_of(period)))
    if dtype.kind == "c":
        raise TypeError("unwrap takes no complex numbers")
    jumps, x = cast(_step(x, dim), dtype), cast(x, dtype)
    half: Any = period / 2
    is_ambiguous = True
    if not _is_inexact(x):
        half, rest = divmod(period, 2)
        is_ambiguous = rest == 0
    wrapped = (jumps + half) % period - half
    if is_ambiguous:
        wrapped = aten.where.self((wrapped == -half) & (jumps > 0), wrapped + 2 * half, wrapped)
    limit = period / 2 if discont is None else discont
    fixed = aten.where.self(jumps.abs() < limit, aten.zeros_like.default(jumps), wrapped - jumps)
    rest_of = _neighbours(x, dim)[0] + fixed.cumsum(dim).to(x.dtype)
    return aten.cat.default([aten.slice.Tensor(x, dim, 0, 1), rest_of], dim)
