"""Indices with NumPy's meaning, reading and writing.

Numbers, slices, None and the ellipsis give views; arrays of integers and masks give copies.  An index is taken apart
from left to right: views are made at once, and one `index` (or `index_put_`) operator gets what is left.
See Note [Slices that run backwards].
"""

from __future__ import annotations

import operator
import warnings
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor, cast, holds_arrays, known
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["as_shape", "cast_unsafe", "getitem", "setitem", "value_for"]

aten: Any = ops.aten

# Note [Slices that run backwards]
# Tensors have no negative strides, so ``x[::-1]`` is a copy here where NumPy gives a view.  Writing with such an index
# (``x[::-1] = v``, ``x[::-1] += v``) still reaches the array: the value is turned around instead of the array.
# Broken by: a write to a name that was given to ``x[::-1]`` before; the array does not see it.
# Guarded by: tests/unit/numpy/test_indexing.py


def as_shape(shape: Any) -> tuple[int, ...]:
    """A shape, given as a number or several."""
    try:
        return (int(shape.__index__()),)
    except (AttributeError, TypeError):
        return tuple(int(size.__index__()) for size in shape)


# ---- reading and writing ----


def getitem(self: Any, index: Any) -> Any:
    """``x[index]``: a view where the index is made of numbers and slices only, else a copy.

    Raises:
        IndexError: a position outside of the array, too many parts, or something that is no index.
    """
    tensor = self._tensor
    kind = type(index)
    if kind is slice and tensor.dim() and (index.step is None or (type(index.step) is int and index.step > 0)):
        return Array(tensor[index])
    if kind is int and tensor.dim() > 1:
        return Array(_select(tensor, 0, index, 0))
    taken = _Taken(tensor, _parts(index, tensor.dim()))
    found = taken.of
    if taken.placed:
        found = aten.index.Tensor(found, taken.entries())
    if taken.flips:
        found = found.flip([dim % found.dim() for dim in taken.flips])
    for dim in taken.separators:
        found = found.squeeze(dim)
    # As NumPy's scalar: later writes to the array do not change it.
    return Array(found.clone() if taken.is_scalar else found.view_as(found) if found is tensor else found)


def setitem(self: Any, index: Any, value: Any) -> None:
    """``x[index] = value``; the value is cast and broadcast.

    Raises:
        IndexError: as for reading.
        ValueError: the value does not broadcast to the shape of what is written to.
    """
    tensor = self._tensor
    given = value_for(tensor, value)
    parts = _parts(index, tensor.dim())
    if len(parts) == 1 and type(parts[0]) is _Mask and parts[0].ndim and given.dim() > 1:
        raise TypeError(
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has "
            f"{given.dim()} dimensions"
        )
    taken = _Taken(tensor, parts)
    for dim in reversed(taken.separators):
        given = given.unsqueeze(given.dim() + dim + 1) if given.dim() >= -dim else given
    if taken.flips and given.dim():
        given = given.flip([given.dim() + dim for dim in taken.flips if given.dim() >= -dim])
    if taken.is_scalar and given.dim():
        raise ValueError("setting an array element with a sequence.")
    if not taken.placed:
        _copy(taken.of, given)
    elif not taken.fills(given):
        _put(taken.of, taken.entries(), given)


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
        tensor = tensor.real
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


def _put(target: Any, entries: list[Any], value: Any) -> None:
    while value.dim() and value.shape[0] == 1:
        value = value.squeeze(0)
    try:
        aten.index_put_.default(target, entries, value)
    except RuntimeError as error:
        if "shape mismatch" not in str(error):
            raise
        raise ValueError(
            f"shape mismatch: value array of shape {tuple(value.shape)} could not be broadcast to indexing result: "
            f"{error}"
        ) from None


# ---- the parts of an index ----


class _Mask:
    """A mask whose values are known, or one that is a tensor."""

    __slots__ = ("data", "shape")

    def __init__(self, data: Any) -> None:
        self.data, self.shape = data, tuple(data.shape)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def tensor(self) -> Any:
        return _constant(self.data) if isinstance(self.data, np.ndarray) else self.data

    def positions(self) -> list[Any]:
        """What `index` takes for it."""
        if not isinstance(self.data, np.ndarray):
            return [self.data]
        return [_constant(part) for part in self.data.nonzero()]


_NO_INDEX: Final = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid "
    "indices"
)


def _constant(data: Any) -> Any:
    return known(np.ascontiguousarray(data).reshape(data.shape))


def _part(part: Any) -> Any:
    """A part as an int, a slice, None, a mask or a tensor of positions."""
    kind = type(part)
    if kind is int or kind is slice or part is None or part is ...:
        return part
    if isinstance(part, (bool, np.bool_)):
        return _Mask(np.asarray(part))
    if kind is Array or isinstance(part, Tensor) or (isinstance(part, (list, tuple)) and holds_arrays(part)):
        return _of_tensor(as_tensor(part))
    if isinstance(part, (list, tuple, np.ndarray)):
        return _of_ndarray(part)
    try:
        return operator.index(part)
    except TypeError:
        raise IndexError(_NO_INDEX) from None


def _of_ndarray(part: Any) -> Any:
    data = np.asarray(part)
    if data.dtype == object and holds_arrays(data):
        return _of_tensor(as_tensor(data))
    if not data.size and not isinstance(part, np.ndarray):
        data = data.astype(np.int64)
    if data.dtype == bool:
        return _Mask(data)
    if data.dtype.kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return _constant(data.astype(np.int64, copy=False))


def _of_tensor(tensor: Any) -> Any:
    kind = to_numpy_dtype(tensor.dtype).kind
    if kind == "b":
        return _Mask(tensor)
    if kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return cast(tensor, np.dtype(np.int64))


def _parts(index: Any, ndim: int) -> list[Any]:
    """The parts, with one ellipsis among them, as the number of dimensions that it stands for in a list."""
    parts = [_part(part) for part in (index if isinstance(index, tuple) else (index,))]
    ellipses = [place for place, part in enumerate(parts) if part is ...]
    if len(ellipses) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    taken = sum(_dims_taken(part) for part in parts)
    if taken > ndim:
        raise IndexError(f"too many indices for array: array is {ndim}-dimensional, but {taken} were indexed")
    if ellipses:
        parts[ellipses[0]] = [ndim - taken]
    elif taken < ndim:
        parts.append([ndim - taken])
    return parts


def _dims_taken(part: Any) -> int:
    if part is None or part is ...:
        return 0
    return part.ndim if type(part) is _Mask else 1


def _select(of: Any, dim: int, at: int, axis: int) -> Any:
    _check_bounds(at, of.shape[dim], axis)
    return of.select(dim, at)


def _check_bounds(at: int, size: int, axis: int) -> None:
    if not -size <= at < size:
        raise IndexError(f"index {at} is out of bounds for axis {axis} with size {size}")


class _Taken:
    """What the parts of an index make of a tensor.

    Attributes:
        of: The tensor after the parts that give views.
        placed: For each of its dimensions None, or a tensor of positions; a mask stands for all of its dimensions.
            Empty where there are neither positions nor masks.
        flips: Dimensions of the result that run backwards, counted from the last (-1).
        separators: Dimensions of size 1 that are in `of` alone, counted from the last of the result, at most one: an
            ellipsis for no dimension keeps positions apart.
        is_scalar: NumPy gives a scalar.
    """

    __slots__ = ("axis", "flips", "is_fancy", "is_scalar", "of", "placed", "separators")

    def __init__(self, of: Any, parts: list[Any]) -> None:
        self.is_fancy = any(isinstance(part, (Tensor, _Mask)) for part in parts)
        self.is_scalar = not any(type(part) is list for part in parts)
        self.of, self.axis = of, 0
        self.placed: list[Any] = []
        backwards: list[int] = []  # places in `placed`
        separators: list[int] = []
        for place, part in enumerate(parts):
            kind = type(part)
            if kind is slice:
                self.is_scalar = False
                self._slice(part, backwards)
            elif kind is list:
                if not part[0] and self._is_between(parts, place):
                    separators.append(len(self.placed))
                    self.of = self.of.unsqueeze(self._dim())
                    self.placed.append(None)
                self.axis += part[0]
                self.placed += [None] * part[0]
            elif part is None:
                self.is_scalar = False
                self.of = self.of.unsqueeze(self._dim())
                self.placed.append(None)
            else:
                self._place(part)
        self.flips = [self._in_result(place) for place in backwards]
        self.separators = [self._in_result(place) for place in separators]
        if not self.is_fancy:
            self.placed = []
        else:
            self.is_scalar = False

    def _dim(self) -> int:
        return sum(one.ndim if type(one) is _Mask else 1 for one in self.placed)

    def _is_between(self, parts: list[Any], place: int) -> bool:
        """Do positions stand on both sides of this part, at once?"""
        around = parts[max(place - 1, 0) : place] + parts[place + 1 : place + 2]
        fancy = [isinstance(one, (int, Tensor, _Mask)) for one in around]
        return self.is_fancy and len(fancy) == 2 and all(fancy)

    def _slice(self, part: slice, backwards: list[int]) -> None:
        step = 1 if part.step is None else operator.index(part.step)
        dim = self._dim()
        if step > 0:
            if part != slice(None):
                self.of = self.of[(slice(None),) * dim + (part,)]
        else:
            places = range(*part.indices(int(self.of.shape[dim])))
            backwards.append(len(self.placed))
            if len(places):
                self.of = aten.slice.Tensor(self.of, dim, places[-1], places[0] + 1, -step)
            else:
                self.of = aten.slice.Tensor(self.of, dim, 0, 0)
        self.placed.append(None)
        self.axis += 1

    def _place(self, part: Any) -> None:
        dim = self._dim()
        if type(part) is int:
            if not self.is_fancy:
                self.of = _select(self.of, dim, part, self.axis)
            else:
                _check_bounds(part, self.of.shape[dim], self.axis)
                self.placed.append(_constant(np.array(part)))
            self.axis += 1
        elif type(part) is _Mask:
            self._place_mask(part, dim)
        else:
            self.placed.append(part)
            self.axis += 1

    def _place_mask(self, mask: _Mask, dim: int) -> None:
        if not mask.ndim:
            self.of = self.of.unsqueeze(dim)
            self.placed.append(_Mask(mask.data.reshape((1,))))
            return
        for number, (size, found) in enumerate(zip(self.of.shape[dim:], mask.shape, strict=False)):
            if size != found:
                raise IndexError(
                    f"boolean index did not match indexed array along axis {self.axis + number}; size of axis is "
                    f"{size} but size of corresponding boolean axis is {found}"
                )
        self.placed.append(mask)
        self.axis += mask.ndim

    def _in_result(self, place: int) -> int:
        """Where a kept dimension is in the result, counted from the last."""
        kept_after = sum(one is None for one in self.placed[place + 1 :])
        fancy = [number for number, one in enumerate(self.placed) if one is not None]
        is_together = fancy and fancy[-1] - fancy[0] == len(fancy) - 1
        if is_together and fancy[0] > place:
            kept_after += max(1 if type(one) is _Mask else one.dim() for one in self.placed if one is not None)
        return -1 - kept_after

    def entries(self) -> list[Any]:
        """What the operators take."""
        found: list[Any] = []
        for one in self.placed:
            found += one.positions() if type(one) is _Mask else [one]
        while found and found[-1] is None:
            found.pop()
        return found

    def fills(self, value: Any) -> bool:
        """Write a value that is the same for each place of a mask: nobody must know how many there are."""
        masks = [place for place, one in enumerate(self.placed) if one is not None]
        if len(masks) != 1 or type(self.placed[masks[0]]) is not _Mask:
            return False
        mask = self.placed[masks[0]]
        after = len(self.placed) - masks[0] - 1
        sizes = tuple(value.shape)
        if len(sizes) > len(self.placed) or any(size != 1 for size in sizes[: len(sizes) - after][-1:]):
            return False
        if len(sizes) > after:
            split = len(sizes) - after
            value = value.reshape(sizes[: split - 1] + (1,) * mask.ndim + sizes[split:])
        where = mask.tensor().reshape(mask.shape + (1,) * after)
        try:
            written = aten.where.self(where, value, self.of)
        except RuntimeError:
            return False  # `index_put_` says what is wrong
        if written.shape != self.of.shape:
            return False
        self.of.copy_(written)
        return True
