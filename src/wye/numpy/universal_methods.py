"""Universal functions with options (``out=``, ``where=``, ``dtype=``) and their methods (`reduce`, `outer`, ...)."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.exceptions import AxisError

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_ndarray, as_tensor, cast, concrete, has_layer
from wye.numpy.axes import condition
from wye.numpy.calls import compute, presented, raise_as_numpy
from wye.numpy.indexing import through, value_for
from wye.numpy.promotion import reduced
from wye.numpy.table import function_of
from wye.numpy.writing import refused, write_out
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.numpy.table import Universal

__all__ = ["run_method"]

aten: Any = ops.aten
_MISSING: Final = object()
_ANY_ORDER: Final = frozenset({np.maximum, np.minimum, np.fmax, np.fmin})  # and those that have an identity


def run_method(ufunc: Any, universal: Universal, method: str, inputs: Any, options: dict[str, Any]) -> Any:
    """A method of a universal function, or a call with options."""
    if method not in ("__call__", "outer", "at") and (ufunc.nin != 2 or ufunc.nout != 1 or ufunc.signature):
        raise ValueError(f"{method} only supported for binary functions that return a single value")
    try:
        result = _METHODS[method](ufunc, universal, *inputs, **options)
    except RuntimeError as error:
        raise_as_numpy(error)
        raise
    given = (*inputs, *options.values(), *(options.get("out") or ()))
    return presented(result, Array if any(type(one) is Array for one in given) else None)


# ---- calls ----


def _call(
    ufunc: Any,
    universal: Universal,
    *inputs: Any,
    out: Any = None,
    where: Any = True,
    casting: Any = "same_kind",
    order: Any = "K",
    subok: bool = True,
    **options: Any,
) -> Any:
    """The elements in another order in memory and subclasses (``order``, ``subok``) mean nothing for tensors."""
    loop = {name: options[name] for name in ("dtype", "signature") if options.get(name) is not None}
    if casting != "same_kind":
        loop["casting"] = casting
    if ufunc.signature is not None:
        axes = {name: options[name] for name in ("axes", "axis", "keepdims") if name in options}
        return write_out(_along_axes(ufunc, universal, inputs, loop, **axes), out, casting, ufunc=ufunc)
    if where is True:
        return write_out(compute(ufunc, universal, inputs, **loop), out, casting, ufunc=ufunc)
    return _where(ufunc, universal, inputs, loop, condition(where), out, casting)


def _where(ufunc: Any, universal: Universal, inputs: Any, loop: Any, mask: Any, out: Any, casting: Any) -> Any:
    """Compute where a mask is true; elsewhere ``out`` stays, or is 0: NumPy leaves memory that nobody has written.

    Elsewhere the function sees 0.5 instead of floats for which its derivative may not be finite.
    """
    safe = [_filled(one, mask) for one in inputs]
    results = compute(ufunc, universal, safe, **loop)
    several = results if type(results) is tuple else (results,)
    targets = (out if isinstance(out, tuple) else (out,)) if out is not None else (None,) * len(several)
    made = []
    for result, target in zip(several, targets, strict=True):
        other = aten.zeros_like.default(result) if target is None else cast(as_tensor(target), _dtype(result))
        made.append(aten.where.self(mask, result, other))
    return write_out(tuple(made) if type(results) is tuple else made[0], out, casting, ufunc=ufunc)


def _filled(value: Any, mask: Any) -> Any:
    if type(value) in (int, float, complex):
        return value
    tensor = as_tensor(value)
    if not (tensor.dtype.is_floating_point or tensor.dtype.is_complex):
        return tensor
    return aten.where.ScalarOther(mask, tensor, 0.5)


def _dtype(tensor: Any) -> Any:
    return to_numpy_dtype(tensor.dtype)


_CORE: Final = {"matmul": (2, 2, 2), "matvec": (2, 1, 1), "vecmat": (1, 2, 1), "vecdot": (1, 1, 0)}


def _along_axes(
    ufunc: Any,
    universal: Universal,
    inputs: Any,
    loop: Any,
    axes: Any = None,
    axis: Any = None,
    keepdims: bool = False,
) -> Any:
    """A function of vectors or matrices that lie in some dimensions; the last ones, unless a program says others."""
    if axes is None and axis is None and not keepdims:
        return compute(ufunc, universal, inputs, **loop)
    core = _CORE[ufunc.__name__]
    if axis is not None or keepdims:
        if core != (1, 1, 0):
            raise TypeError(f"{ufunc.__name__}: axis and keepdims can only be used with a single core dimension")
        axes = [axis if axis is not None else -1] * 2 if axes is None else axes
    places = [(one,) if isinstance(one, int) else tuple(one) for one in axes]
    places += [tuple(range(-core[2], 0))] * (3 - len(places))
    moved = [
        aten.movedim.intlist(as_tensor(one), list(place), list(range(-len(place), 0)))
        for one, place in zip(inputs, places, strict=False)
    ]
    result = compute(ufunc, universal, moved, **loop)
    if keepdims:
        return aten.unsqueeze.default(result, places[0][0])
    return aten.movedim.intlist(result, list(range(-len(places[2]), 0)), list(places[2])) if places[2] else result


# ---- reduce, accumulate, reduceat ----


def _dims(ufunc: Any, axis: Any, dim: int) -> tuple[int, ...]:
    """The dimensions that an ``axis`` means.

    Raises:
        AxisError: there is no such dimension.
        ValueError: one is named twice, or the function needs an order among several.
    """
    if axis is None:
        axes = tuple(range(dim))
    else:
        given = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
        if not dim and given in ((0,), (-1,)):
            return ()
        for one in given:
            if not -dim <= one < dim:
                raise AxisError(one, dim)
        axes = tuple(one % dim for one in given)
    if len(set(axes)) != len(axes):
        raise ValueError("duplicate value in 'axis'")
    if len(axes) > 1 and ufunc.identity is None and ufunc not in _ANY_ORDER:
        raise ValueError(
            f"reduction operation '{ufunc.__name__}' is not reorderable, so at most one axis may be specified"
        )
    return axes


def _one_dim(ufunc: Any, method: str, axis: Any, x: Any) -> int:
    axes = _dims(ufunc, axis, x.dim())
    if not x.dim():
        raise TypeError(f"cannot {method} on a scalar")
    if len(axes) != 1:
        raise ValueError(f"{method} does not allow multiple axes")
    return axes[0]


def _reduce(
    ufunc: Any,
    universal: Universal,
    array: Any,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = _MISSING,
    where: Any = True,
) -> Any:
    if isinstance(initial, type(np._NoValue)):
        initial = _MISSING
    x = as_tensor(array)
    axes = _dims(ufunc, axis, x.dim())
    ours = None if universal.reduce is None else function_of(universal.reduce)
    if ours is not None:
        if dtype is not None and ufunc not in (np.logical_and, np.logical_or):
            x = cast(x, np.dtype(dtype))
        options = {"axis": axes, "keepdims": bool(keepdims)}
        if dtype is not None and ufunc in (np.add, np.multiply):
            options["dtype"] = dtype
        if initial is not _MISSING and initial is not None:
            options["initial"] = initial
        if where is not True:
            options["where"] = where
        return write_out(as_tensor(ours(x, **options)), out, ufunc=ufunc)
    start = ufunc.identity if initial is _MISSING else initial
    needs_start = where is not True or not all(x.shape[one] for one in axes)
    if start is None and needs_start:
        raise ValueError(
            f"zero-size array to reduction operation {ufunc.__name__} which has no identity"
            if where is True
            else f"reduction operation '{ufunc.__name__}' does not have an identity, so to use a where mask one has to "
            "specify 'initial'"
        )
    x = _in_loop(ufunc, x, dtype)
    if universal.fold is not None and where is True and not needs_start and initial in (_MISSING, None) and axes:
        return write_out(universal.fold(x, axes, keepdims), out, ufunc=ufunc)
    if start is not None:
        start = cast(as_tensor(start), _dtype(x)) if initial is _MISSING else value_for(x, start)
        needs_start = needs_start or prod(x.shape[one] for one in axes) == 1  # np.hypot.reduce([-1.0]) is 1.0
    total = _fold(ufunc, universal, x, axes, start if needs_start or initial is not _MISSING else None, where)
    return write_out(_kept(total, axes) if keepdims else total, out, ufunc=ufunc)


def _in_loop(ufunc: Any, x: Any, dtype: Any) -> Any:
    """Elements in the dtype that the function computes in with its own results."""
    return cast(x, reduced(ufunc, _dtype(x), None if dtype is None else np.dtype(dtype)))


def _kept(total: Any, axes: tuple[int, ...]) -> Any:
    for one in sorted(axes):
        total = aten.unsqueeze.default(total, one)
    return total


def _fold(ufunc: Any, universal: Universal, x: Any, axes: Any, start: Any, where: Any) -> Any:
    """The function of all parts along some dimensions, one after the other."""
    rest = [one for one in range(x.dim()) if one not in axes]
    sizes, count = [x.shape[one] for one in rest], prod(x.shape[one] for one in axes)

    def parts_of(tensor: Any) -> Any:
        return aten.unbind.int(aten.permute.default(tensor, [*axes, *rest]).reshape([count, *sizes]), 0)

    masks = None if where is True else parts_of(aten.expand.default(condition(where), list(x.shape)))
    total = None if start is None else start.expand(sizes).clone()
    for place, part in enumerate(parts_of(x)):
        if total is None:
            total = part.clone() if count == 1 else part  # results have memory of their own
            continue
        found = compute(ufunc, universal, (total, part))
        total = found if masks is None else aten.where.self(masks[place], found, total)
    return total


def _accumulate(ufunc: Any, universal: Universal, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    x = as_tensor(array)
    dim = _one_dim(ufunc, "accumulate", axis, x)
    x = _in_loop(ufunc, x, dtype)
    if universal.accumulate is not None:
        return write_out(cast(universal.accumulate(x, dim), _dtype(x)), out, ufunc=ufunc)
    totals: list[Any] = []
    for part in aten.unbind.int(x, dim):
        totals.append(compute(ufunc, universal, (totals[-1], part)) if totals else part)
    return write_out(aten.stack.default(totals, dim) if totals else x, out, ufunc=ufunc)


def _reduceat(
    ufunc: Any,
    universal: Universal,
    array: Any,
    indices: Any,
    axis: int = 0,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    x = as_tensor(array)
    dim = _one_dim(ufunc, "reduceat", axis, x)
    x, size = _in_loop(ufunc, x, dtype), x.shape[dim]
    starts = _positions(indices).tolist()
    for one in starts:
        if not 0 <= one < size:
            raise IndexError(f"index {one} out-of-bounds in {ufunc.__name__}.reduceat [0, {size})")
    parts = []
    for start, end in zip(starts, [*starts[1:], size], strict=True):
        part = aten.slice.Tensor(x, dim, start, max(end, start + 1))
        parts.append(as_tensor(_reduce(ufunc, universal, part, dim, _dtype(x), initial=None)))
    if not parts:
        return write_out(aten.slice.Tensor(x, dim, 0, 0), out, ufunc=ufunc)
    return write_out(aten.stack.default(parts, dim), out, ufunc=ufunc)


def _positions(indices: Any) -> Any:
    """Indices as an ndarray: which parts there are must be known."""
    if isinstance(indices, Tensor):
        indices = Array(indices)
    return concrete(indices, "the indices") if type(indices) is Array else np.asarray(indices)


# ---- outer, at ----


def _outer(ufunc: Any, universal: Universal, left: Any, right: Any, **options: Any) -> Any:
    first, dims = left, as_tensor(right).dim()
    if dims:
        tensor = as_tensor(left)
        first = tensor.reshape(tuple(tensor.shape) + (1,) * dims)
    return _call(ufunc, universal, first, right, **options)


def _at(ufunc: Any, universal: Universal, array: Any, *rest: Any) -> None:
    through(array, lambda: _changed_at(ufunc, universal, array, *rest))


def _changed_at(ufunc: Any, universal: Universal, array: Any, indices: Any, *others: Any) -> None:
    """Change elements in place; those that are named several times are changed as often.

    Sums are one operator.  Of others the first occurrences of all places are changed together, then the second ones,
    and so on.
    """
    target = _written(ufunc, array, others)
    if ufunc in _SUMS and isinstance(array, (Array, Tensor)) and _is_number_of(target, others[0]):
        _add_at(ufunc, target, indices, as_tensor(others[0]))
        return
    chosen = indices if isinstance(indices, tuple) else (indices,)
    known = tuple(
        one if isinstance(one, slice) or one is None or one is Ellipsis else _positions(one) for one in chosen
    )
    shape = tuple(target.shape)
    places = np.arange(int(np.prod(shape))).reshape(shape)[known]
    values = [aten.expand.default(as_tensor(one), list(places.shape)).reshape(-1) for one in others]
    flat = places.reshape(-1)
    for chosen_ones in _occurrences(flat):
        index = [as_tensor(one) for one in np.unravel_index(flat[chosen_ones], shape)]
        old = aten.index.Tensor(target, index) if index else target
        given = [aten.index.Tensor(one, [as_tensor(chosen_ones)]) for one in values]
        new = compute(ufunc, universal, (old, *[one.reshape(()) if not index else one for one in given]))
        new = cast(new, _dtype(target))
        aten.index_put_.default(target, index, new) if index else target.copy_(new)
    if isinstance(array, np.ndarray) and not np.shares_memory(array, as_ndarray(target)):
        np.copyto(array, as_ndarray(target))


_SUMS: Final = frozenset((np.add, np.subtract))


def _is_number_of(target: Any, value: Any) -> bool:
    """Can a value be added to a tensor's elements as it is?"""
    return as_tensor(value).dtype is target.dtype and _dtype(target).kind in "iufc"


def _add_at(ufunc: Any, target: Any, indices: Any, values: Any) -> None:
    """Add to elements, or subtract from them, in one operator; the indices may be those of a batch or of a trace."""
    numbers: Any = Array(aten.arange.default(target.numel()).reshape(tuple(target.shape)))
    places = as_tensor(numbers[indices])
    values = aten.expand.default(values, list(places.shape)).reshape(-1)
    row = target if target.dim() else target.unsqueeze(0)
    unraveled: Any = function_of(np.unravel_index)
    at = unraveled(places.reshape(-1), tuple(row.shape))
    aten.index_put_.default(row, list(at), values if ufunc is np.add else -values, True)


def _written(ufunc: Any, array: Any, others: Any) -> Any:
    """The tensor that ``ufunc.at`` writes to."""
    if isinstance(array, (Array, Tensor)):
        return as_tensor(array)
    if has_layer([as_tensor(one) for one in others]):
        raise refused(f"numpy.{ufunc.__name__}.at", "its first argument")
    return as_tensor(array)


def _occurrences(flat: Any) -> list[Any]:
    """Which entries are the first occurrence of their number, which the second, and so on."""
    order = np.argsort(flat, kind="stable")
    ranks = np.empty(len(flat), np.intp)
    ordered = flat[order]
    starts = np.concatenate([[True], ordered[1:] != ordered[:-1]]) if len(flat) else np.zeros(0, bool)
    since = np.maximum.accumulate(np.where(starts, np.arange(len(flat)), 0)) if len(flat) else order
    ranks[order] = np.arange(len(flat)) - since
    return [np.nonzero(ranks == rank)[0] for rank in range(int(ranks.max()) + 1 if len(flat) else 0)]


_METHODS: Final[dict[str, Callable[..., Any]]] = {
    "__call__": _call, "reduce": _reduce, "accumulate": _accumulate, "reduceat": _reduceat, "outer": _outer, "at": _at,
}  # fmt: skip
