"""Indices with NumPy's meaning, reading and writing.

Numbers, slices, None and the ellipsis give views; arrays of integers and masks give copies.  An index is taken apart
from left to right: views are made at once, and one `index` (or `index_put_`) operator gets what is left.
See Note [Slices that run backwards].
"""

from __future__ import annotations

import operator
import warnings
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.call.packets import ops
from wye.numpy import last_writes
from wye.numpy.arrays import Array, as_tensor, cast, holds_arrays, is_symbol
from wye.numpy.index_parts import Mask, Taken, parts_of, selected
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["as_shape", "cast_unsafe", "getitem", "setitem", "through", "value_for", "writes"]

aten: Any = ops.aten

# Note [Slices that run backwards]
# Tensors have no negative strides, so ``x[::-1]`` is a copy here where NumPy gives a view.  The copy knows where it is
# from: before a write to it (or to a part of it, ``x[::-1][:2] = v``) it is read again, and afterwards it is written
# back to the array.  Writing with such an index (``x[::-1] = v``) turns the value around instead of the array.
# Broken by: a write to the array, which a name that was given to ``x[::-1]`` before does not see; a write to a view of
# the copy that is not a part of it, such as ``x[::-1].T``.
# Guarded by: tests/unit/numpy/test_indexing.py


def as_shape(shape: Any) -> tuple[int, ...]:
    """A shape, given as a number or several; symbols stay as they are."""
    try:
        return (_as_size(shape),)
    except TypeError:
        return tuple(map(_as_size, shape))


def _as_size(size: Any) -> int:
    return size if is_symbol(size) else operator.index(size)


# ---- reading and writing ----


def getitem(self: Any, index: Any) -> Any:
    """``x[index]``: a view where the index is made of numbers and slices only, else a copy.

    Raises:
        IndexError: a position outside of the array, too many parts, or something that is no index.
    """
    tensor = self._tensor
    kind = type(index)
    if kind is slice and tensor.dim() and (index.step is None or (type(index.step) is int and index.step > 0)):
        return _part_of(self, Array(tensor[index]))
    if kind is int and tensor.dim() > 1:
        return _part_of(self, Array(selected(tensor, 0, index, 0)))
    taken = Taken(tensor, parts_of(index, tensor.dim()))
    found = taken.of
    if taken.placed:
        found = aten.index.Tensor(found, taken.entries())
    if taken.flips:
        found = found.flip([dim % found.dim() for dim in taken.flips])
    for dim in taken.separators:
        found = found.squeeze(dim)
    # As NumPy's scalar: later writes to the array do not change it.
    made: Any = Array(found.clone() if taken.is_scalar else found.view_as(found) if found is tensor else found)
    if taken.placed or taken.is_scalar:
        return made
    if taken.flips:
        made._source = (self, index, None)
        return made
    return _part_of(self, made)


def setitem(self: Any, index: Any, value: Any) -> None:
    """``x[index] = value``; the value is cast and broadcast.

    Raises:
        IndexError: as for reading.
        ValueError: the value does not broadcast to the shape of what is written to.
    """
    if self._source is None:
        _set(self, index, value)
    else:
        through(self, lambda: _set(self, index, value))


def _set(self: Any, index: Any, value: Any) -> None:
    tensor = self._tensor
    given = value_for(tensor, value)
    parts = parts_of(index, tensor.dim())
    if len(parts) == 1 and type(parts[0]) is Mask and parts[0].ndim and given.dim() > 1:
        raise TypeError(
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has "
            f"{given.dim()} dimensions"
        )
    taken = Taken(tensor, parts)
    for dim in reversed(taken.separators):
        given = given.unsqueeze(given.dim() + dim + 1) if given.dim() >= -dim else given
    if taken.flips and given.dim():
        given = given.flip([given.dim() + dim for dim in taken.flips if given.dim() >= -dim])
    if taken.is_scalar and given.dim():
        raise ValueError("setting an array element with a sequence.")
    if not taken.placed:
        _copy(taken.of, given)
    elif not taken.fills(given):
        _put(taken.of, taken.entries(), taken.known(), given)


# ---- copies that run backwards ----


def _part_of(whole: Any, part: Any) -> Any:
    """A view of an array; it knows where the array is from, if that is a copy of another."""
    source = whole._source
    if source is not None:
        parent, index, root = source
        part._source = (parent, index, whole if root is None else root)
    return part


def through(array: Any, write: Callable[[], Any]) -> Any:
    """Write to an array that may be a part of a copy: what it is a copy of is written to, too.

    See Note [Slices that run backwards].
    """
    source = array._source if type(array) is Array else None
    if source is None:
        return write()
    parent, index, root = source
    root = array if root is None else root
    root._tensor.copy_(getitem(parent, index)._tensor)
    result = write()
    setitem(parent, index, root)
    return result


def writes(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that writes to its first argument, for copies too."""

    @wraps(function)
    def written(target: Any, /, *args: Any, **kwargs: Any) -> Any:
        if type(target) is not Array or target._source is None:
            return function(target, *args, **kwargs)
        return through(target, lambda: function(target, *args, **kwargs))

    return written


# ---- values ----


def value_for(tensor: Any, value: Any) -> Any:
    """A value that is written to elements of a tensor, as a tensor of the same dtype; cast as NumPy's assignments do.

    Raises:
        OverflowError: a Python integer that the dtype does not hold.
    """
    wanted = to_numpy_dtype(tensor.dtype)
    if type(value) is Array or isinstance(value, (Tensor, np.ndarray, np.generic)) or holds_arrays(value):
        return cast_unsafe(as_tensor(value), wanted)
    return as_tensor(np.asarray(value, dtype=wanted))


def cast_unsafe(tensor: Any, wanted: Any) -> Any:
    """A cast to any dtype; of complex numbers to others the real parts, with NumPy's warning."""
    if tensor.is_complex() and wanted.kind not in "cb":
        warnings.warn(
            "Casting complex values to real discards the imaginary part", np.exceptions.ComplexWarning, stacklevel=4
        )
        made = cast(tensor.real, wanted)
        return made.clone() if made._is_view() else made  # the real parts are a view
    return cast(tensor, wanted)


def _copy(target: Any, value: Any) -> None:
    sizes, wanted = tuple(value.shape), tuple(target.shape)
    while len(sizes) > len(wanted) and sizes[0] == 1:
        value, sizes = value.squeeze(0), sizes[1:]
    if sizes != wanted:
        try:
            value = value.expand(wanted)
        except RuntimeError:
            raise ValueError(f"could not broadcast input array from shape {sizes} into shape {wanted}") from None
    target.copy_(value)


def _put(target: Any, entries: list[Any], data: list[Any] | None, value: Any) -> None:
    while value.dim() and value.shape[0] == 1:
        value = value.squeeze(0)
    try:
        last_writes.put(target, entries, value, data)
    except RuntimeError as error:
        if "shape mismatch" not in str(error) and "must match the size" not in str(error):
            raise
        raise ValueError(
            f"shape mismatch: value array of shape {tuple(value.shape)} could not be broadcast to indexing result: "
            f"{error}"
        ) from None
