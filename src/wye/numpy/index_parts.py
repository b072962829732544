"""The parts of an index, and what they make of a tensor: views at once, positions and masks for one operator."""

from __future__ import annotations

import operator
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor, cast, holds_arrays, is_symbol, kept, known
from wye.symbolic.numbers import SymInt
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["Mask", "Taken", "parts_of", "selected"]

aten: Any = ops.aten


class Mask:
    """A mask whose values are known, or one that is a tensor."""

    __slots__ = ("data", "shape")

    def __init__(self, data: Any) -> None:
        self.data, self.shape = data, tuple(data.shape)

    @property
    def ndim(self) -> int:
        """How many dimensions it stands for."""
        return len(self.shape)

    def tensor(self) -> Any:
        """The mask as a tensor."""
        return _constant(self.data) if isinstance(self.data, np.ndarray) else self.data

    def positions(self) -> list[Any]:
        """What `index` takes for it."""
        return [self.data] if self.known() is None else [_constant(part) for part in self.data.nonzero()]

    def known(self) -> list[Any] | None:
        """The positions as ndarrays; None where they are not known."""
        return list(self.data.nonzero()) if isinstance(self.data, np.ndarray) else None


class Places:
    """Positions along a dimension, known or as a tensor."""

    __slots__ = ("data", "ndim")

    def __init__(self, data: Any) -> None:
        self.data, self.ndim = data, data.ndim

    def positions(self) -> list[Any]:
        """What `index` takes for it."""
        return [self.data if self.known() is None else _constant(self.data)]

    def known(self) -> list[Any] | None:
        """The positions as an ndarray; None where they are not known."""
        return [self.data] if isinstance(self.data, np.ndarray) else None


_NO_INDEX: Final = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid "
    "indices"
)


def _constant(data: Any) -> Any:
    return known(kept(np.ascontiguousarray(data).reshape(data.shape)))


def _part(part: Any) -> Any:
    """A part as an int, a slice, None, a mask or positions."""
    kind = type(part)
    if kind is int or kind is slice or part is None or part is ... or is_symbol(part):
        return part
    if isinstance(part, (bool, np.bool_)):
        return Mask(np.asarray(part))
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
        return Mask(data)
    if data.dtype.kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return Places(data.astype(np.int64, copy=False))


def _of_tensor(tensor: Any) -> Any:
    kind = to_numpy_dtype(tensor.dtype).kind
    if kind == "b":
        return Mask(tensor)
    if kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return Places(cast(tensor, np.dtype(np.int64)))


def parts_of(index: Any, ndim: int) -> list[Any]:
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
    return part.ndim if type(part) is Mask else 1


def selected(of: Any, dim: int, at: int, axis: int) -> Any:
    """A view at a position of a dimension; ``axis`` is the array's name for it.

    Raises:
        IndexError: there is no such position.
    """
    _check_bounds(at, of.shape[dim], axis)
    return of.select(dim, at)


def _check_bounds(at: int, size: int, axis: int) -> None:
    if not -size <= at < size:
        raise IndexError(f"index {at} is out of bounds for axis {axis} with size {size}")


class Taken:
    """What the parts of an index make of a tensor.

    Attributes:
        of: The tensor after the parts that give views.
        placed: For each of its dimensions None, or positions; a mask stands for all of its dimensions.
            Empty where there are neither positions nor masks.
        flips: Dimensions of the result that run backwards, counted from the last (-1).
        separators: Dimensions of size 1 that are in `of` alone, counted from the last of the result, at most one: an
            ellipsis for no dimension keeps positions apart.
        is_scalar: NumPy gives a scalar.
    """

    __slots__ = ("axis", "flips", "is_fancy", "is_scalar", "of", "placed", "separators")

    def __init__(self, of: Any, parts: list[Any]) -> None:
        self.is_fancy = any(isinstance(part, (Places, Mask)) for part in parts)
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
        return sum(one.ndim if type(one) is Mask else 1 for one in self.placed)

    def _is_between(self, parts: list[Any], place: int) -> bool:
        """Do positions stand on both sides of this part, at once?"""
        around = parts[max(place - 1, 0) : place] + parts[place + 1 : place + 2]
        fancy = [isinstance(one, (int, Places, Mask, SymInt)) for one in around]
        return self.is_fancy and len(fancy) == 2 and all(fancy)

    def _slice(self, part: slice, backwards: list[int]) -> None:
        step = 1 if part.step is None else operator.index(part.step)
        dim = self._dim()
        if step > 0:
            if part != slice(None):
                self.of = self.of[(slice(None),) * dim + (part,)]
        elif part.start is None and part.stop is None:  # of any size, which may be a symbol
            backwards.append(len(self.placed))
            if step < -1:
                self.of = aten.slice.Tensor(self.of, dim, (self.of.shape[dim] - 1) % -step, None, -step)
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
        if type(part) is int or is_symbol(part):
            if not self.is_fancy:
                self.of = selected(self.of, dim, part, self.axis)
            else:
                _check_bounds(part, self.of.shape[dim], self.axis)
                self.placed.append(Places(as_tensor(part) if is_symbol(part) else np.array(part)))
            self.axis += 1
        elif type(part) is Mask:
            self._place_mask(part, dim)
        else:
            self.placed.append(part)
            self.axis += 1

    def _place_mask(self, mask: Mask, dim: int) -> None:
        if not mask.ndim:
            self.of = self.of.unsqueeze(dim)
            self.placed.append(Mask(mask.data.reshape((1,))))
            return
        sizes = tuple(self.of.shape[dim : dim + mask.ndim])
        for number, (size, found) in enumerate(zip(sizes, mask.shape, strict=True)):
            if found not in (0, size):
                raise IndexError(
                    f"boolean index did not match indexed array along axis {self.axis + number}; size of axis is "
                    f"{size} but size of corresponding boolean axis is {found}"
                )
        if 0 in mask.shape and mask.shape != sizes:  # a mask without elements picks none, of any size
            mask = Mask(np.zeros(tuple(map(int, sizes)), bool))
        self.placed.append(mask)
        self.axis += mask.ndim

    def _in_result(self, place: int) -> int:
        """Where a kept dimension is in the result, counted from the last."""
        kept_after = sum(one is None for one in self.placed[place + 1 :])
        fancy = [number for number, one in enumerate(self.placed) if one is not None]
        is_together = fancy and fancy[-1] - fancy[0] == len(fancy) - 1
        if is_together and fancy[0] > place:
            kept_after += max(1 if type(one) is Mask else one.ndim for one in self.placed if one is not None)
        return -1 - kept_after

    def entries(self) -> list[Any]:
        """What the operators take."""
        found: list[Any] = []
        for one in self.placed:
            found += [None] if one is None else one.positions()
        while found and found[-1] is None:
            found.pop()
        return found

    def known(self) -> list[Any] | None:
        """The positions among the entries as ndarrays; None where one of them is not known."""
        found: list[Any] = []
        for one in self.placed:
            data = [] if one is None else one.known()
            if data is None:
                return None
            found += data
        return found

    def fills(self, value: Any) -> bool:
        """Write a value that is the same for each place of a mask: nobody must know how many there are."""
        masks = [place for place, one in enumerate(self.placed) if one is not None]
        if len(masks) != 1 or type(self.placed[masks[0]]) is not Mask:
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
