"""`numpy.pad`, all modes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor, cast, known
from wye.numpy.functions.shaping import index_select
from wye.numpy.indexing import value_for
from wye.numpy.table import line
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["pad"]

aten: Any = ops.aten
_numpy: Any = np  # whose types know no arrays but its own

_OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "constant": ("constant_values",), "edge": (), "empty": (), "linear_ramp": ("end_values",),
    "maximum": ("stat_length",), "mean": ("stat_length",), "median": ("stat_length",), "minimum": ("stat_length",),
    "reflect": ("reflect_type",), "symmetric": ("reflect_type",), "wrap": (),
}  # fmt: skip
_STATISTICS: Final[dict[str, Any]] = {
    "maximum": lambda x, dim: x.amax(dim, keepdim=True),
    "minimum": lambda x, dim: x.amin(dim, keepdim=True),
    "mean": lambda x, dim: cast(x, np.result_type(to_numpy_dtype(x.dtype), np.float16)).mean(dim, keepdim=True),
    "median": lambda x, dim: as_tensor(_numpy.median(Array(x), axis=dim, keepdims=True)),
}


def _pairs(value: Any, ndim: int) -> list[list[Any]]:
    """What is given for each dimension: before it and after it."""
    given = np.asarray(value, dtype=object) if not isinstance(value, np.ndarray) else value
    return np.broadcast_to(given, (ndim, 2)).tolist()  # type: ignore[no-any-return]


def _widths(pad_width: Any, ndim: int) -> list[list[int]]:
    if isinstance(pad_width, dict):
        every: list[Any] = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            every[axis] = width if isinstance(width, tuple) else (width, width)
        pad_width = every
    widths = np.asarray(pad_width)
    if widths.dtype.kind not in "iu":
        raise TypeError("`pad_width` must be of integral type.")
    if widths.size and widths.min() < 0:
        raise ValueError("index can't contain negative values")
    return _pairs(widths, ndim)


@line(np.pad)
def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    """An array with more elements at the ends of its dimensions."""
    x = as_tensor(array)
    widths = _widths(pad_width, x.dim())
    if callable(mode):
        return _by_function(x, widths, mode, kwargs)
    if mode not in _OPTIONS:
        raise ValueError(f"mode '{mode}' is not supported")
    wrong = set(kwargs) - set(_OPTIONS[mode])
    if wrong:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {wrong}")
    if mode not in ("constant", "empty") and any(
        not size and any(width) for size, width in zip(x.shape, widths, strict=True)
    ):
        raise ValueError(f"can't extend empty axis using modes other than 'constant' or 'empty' (mode '{mode}')")
    option = next(iter(kwargs.values()), {"reflect": "even", "symmetric": "even"}.get(mode, 0))
    options = _pairs(option, x.dim()) if mode in ("constant", "empty", "linear_ramp") else [option] * x.dim()
    if mode in _STATISTICS:
        options = _pairs(option if kwargs else None, x.dim())
    for dim, (before, after) in enumerate(widths):
        if before or after:
            x = _MODES[mode](x, dim, before, after, mode, options[dim])
    return x if np.any(widths) else x.clone()


def _constant(x: Any, dim: int, before: int, after: int, mode: str, values: Any) -> Any:
    parts = []
    for width, value in ((before, values[0]), (after, values[1])):
        shape = [width if place == dim else size for place, size in enumerate(x.shape)]
        parts.append(value_for(x, value).expand(shape))
    return aten.cat.default([parts[0], x, parts[1]], dim)


def _at_places(x: Any, dim: int, before: int, after: int, mode: str, option: Any) -> Any:
    """Modes that repeat elements: NumPy's own function says which."""
    if option == "odd":
        return _odd(x, dim, before, after, mode)
    kwargs: Any = {"reflect_type": option} if mode in ("reflect", "symmetric") else {}
    return index_select(x, dim, _numpy.pad(np.arange(x.shape[dim]), (before, after), mode, **kwargs))


def _odd(x: Any, dim: int, before: int, after: int, mode: Any) -> Any:
    """Each new element is a sum of old ones: NumPy's own function, of unit vectors, gives the factors."""
    size = x.shape[dim]
    factors = _numpy.pad(np.eye(size), ((before, after), (0, 0)), mode, reflect_type="odd")
    last = x.movedim(dim, -1)
    dtype = to_numpy_dtype(x.dtype)

    def new(rows: Any) -> Any:
        return aten.matmul.default(last, known(np.ascontiguousarray(rows.T.astype(dtype)))).movedim(-1, dim)

    return aten.cat.default([new(factors[:before]), x, new(factors[before + size :])], dim)


def _ramp(x: Any, dim: int, before: int, after: int, mode: str, ends: Any) -> Any:
    dtype = to_numpy_dtype(x.dtype)

    def new(edge: Any, end: Any, width: int) -> Any:
        end = cast(as_tensor(end), np.result_type(dtype, float))
        shape = [-1 if place == dim else 1 for place in range(x.dim())]
        parts = known(np.arange(width) / max(width, 1)).reshape(shape)
        found = end + (cast(edge, np.result_type(dtype, float)) - end) * parts
        return cast(found.floor() if dtype.kind in "iu" else found, dtype)

    low, high = x.narrow(dim, 0, 1), x.narrow(dim, x.shape[dim] - 1, 1)
    return aten.cat.default([new(low, ends[0], before), x, new(high, ends[1], after).flip((dim,))], dim)


def _statistic(x: Any, dim: int, before: int, after: int, mode: str, lengths: Any) -> Any:
    size, dtype = x.shape[dim], to_numpy_dtype(x.dtype)

    def new(start: int, length: int, width: int) -> Any:
        found = _STATISTICS[mode](x.narrow(dim, start, length), dim)
        if dtype.kind in "iu" and mode in ("mean", "median"):
            found = found.round()
        return cast(found, dtype).expand([width if place == dim else one for place, one in enumerate(x.shape)])

    first, last = (size if one is None else min(int(one), size) for one in lengths)
    if (not first or not last) and mode in ("maximum", "minimum"):
        raise ValueError("stat_length of 0 yields no value for padding")
    return aten.cat.default([new(0, first, before), x, new(size - last, last, after)], dim)


_MODES: Final = {
    "constant": _constant, "empty": _constant,
    "edge": _at_places, "reflect": _at_places, "symmetric": _at_places, "wrap": _at_places, "linear_ramp": _ramp,
    **dict.fromkeys(_STATISTICS, _statistic),
}  # fmt: skip


def _by_function(x: Any, widths: Any, function: Any, kwargs: dict[str, Any]) -> Any:
    """A program's own mode: it writes to each vector of the array with zeros around it."""
    made = x
    for dim, (before, after) in enumerate(widths):
        made = _constant(made, dim, before, after, "constant", (0, 0))
    made = made.clone()
    for dim in range(made.dim()):
        last = made.movedim(dim, -1)
        for place in np.ndindex(tuple(last.shape[:-1])):
            function(Array(last[place]), tuple(widths[dim]), dim, kwargs)
    return made
