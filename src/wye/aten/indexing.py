"""Python's brackets: ``x[1, :, None, mask]`` and ``x[...] = y`` as operators.

Hot path for numbers and slices.  The operators are those that PyTorch runs, in its order: a `select`, `slice` or
`unsqueeze` for each plain part from left to right, then one `index` (or `index_put_`) with all tensors.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.arrays.allocation import cast_to_scalar
from wye.aten.matching import has_handler
from wye.aten.register import operators
from wye.call.packets import ops
from wye.keys import DispatchKeySet
from wye.modes import function
from wye.modes.function import call_public
from wye.modes.stack import dispatch_stack
from wye.schema.symbolic import or_false, stands_for
from wye.schema.values import DTYPES, LAYOUTS
from wye.tensors import Tensor
from wye.tensors.dense import CPU
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.making import unseen_from_numpy, unseen_tensor
from wye.tensors.numpy_engine import np
from wye.tensors.type_names import type_name
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["VIEWS", "getitem", "setitem"]

assert operators.names()  # importing it has announced the operators
aten: Final = ops.aten


class _Later:
    """Operators that are made when they are first needed, since that takes time; they are attributes from then on."""

    def __getattr__(self, name: str) -> Any:
        if name not in _NAMES:
            raise AttributeError(name)
        packet, overload = _NAMES[name]
        made = getattr(getattr(aten, packet), overload)
        setattr(self, name, made)
        return made


_NAMES: Final = {
    "index": ("index", "Tensor"),
    "index_put": ("index_put_", "default"),
    "fill": ("fill_", "Tensor"),
    "copy": ("copy_", "default"),
}


_later: Final = _Later()
_ALIAS: Final = ops.aten.alias.default
_SELECT: Final = ops.aten.select.int
_SLICE: Final = ops.aten.slice.Tensor
_UNSQUEEZE: Final = ops.aten.unsqueeze.default

VIEWS: Final = (_SELECT, _SLICE, _UNSQUEEZE, _ALIAS)  # in the order of csrc/indexing.c

_dispatch: Final = dispatch_stack.thread
_functions: Final = function.thread
_of_numbers: Final = engine.tensor_of
_LARGE: Final = 2**24  # smaller integers are exact in every dtype that is made without Python
_INT64: Final = DTYPES["int64"]
_INDEX_TYPES: Final = frozenset((DTYPES["bool"], _INT64))
_STRIDED: Final = LAYOUTS["strided"]
_BATCHED: Final = DispatchKeySet("FuncTorchBatched")
_END: Final = 2**63 - 1  # what a slice without an end says to operators
_ALL: Final = slice(None)
_NUMBERS: Final = (bool, int, float, complex)
_PLAIN: Final = frozenset((int, slice, type(None), type(...)))
# A list that is not longer than this may stand for a tuple.
_LONGEST_TUPLE_IN_A_LIST: Final = 32
_LEAST: Final = -(1 << 63)
_GREATEST: Final = (1 << 63) - 1  # of the positions that a tensor can hold


class _HandledByIndexError(Exception):
    """An index whose class handles functions: a signal inside this module."""


def getitem(of: Any, index: Any) -> Any:
    """``of[index]``: a view where the index is made of numbers and slices only, else a new tensor."""
    kind = type(index)
    if kind is int:
        return _select(of, 0, index, 0)
    if kind is slice:
        return _slice(of, 0, *_bounds(index)) if of.dim() else _refuse_slice()
    if kind is tuple and _PLAIN.issuperset(map(type, index)):
        seen = _plain_parts(of, index)
        return _ALIAS(of) if seen is of else seen
    if index is None:
        return _UNSQUEEZE(of, 0)
    if kind is Tensor and index.dtype in _INDEX_TYPES and 0 < index.dim() <= of.dim():
        return _later.index(of, [index])  # as the general walk would
    if kind is tuple and len(index) <= of.dim() and all(map(_is_positions, index)):
        return _later.index(of, list(index))  # as the general walk would
    try:
        walk = _Walk(of, _parts(index))
    except _HandledByIndexError:
        return call_public(Tensor.__getitem__, (of, index), {})
    if walk.indices:
        return _later.index(walk.of, walk.indices)
    return _ALIAS(of) if walk.of is of else walk.of


def setitem(of: Any, index: Any, value: Any) -> None:
    """``of[index] = value``.

    Raises:
        TypeError: the value is neither a tensor nor a number.
    """
    if type(of) is Tensor and _dispatch.top is None and _functions.top is None and _set_quickly(of, index, value):
        return
    if not isinstance(value, Tensor):
        if not isinstance(value, _NUMBERS) and has_handler(value):
            call_public(Tensor.__setitem__, (of, index, value), {})
            return
        is_symbolic = stands_for(value, int, float, bool)
        value = _of_symbol(of, value) if is_symbolic else aten.lift_fresh.default(_value(of, value))
    if index is False:
        return
    if index is True:
        _store(_UNSQUEEZE(of, 0), value)
        return
    if type(index) is int and not of.dim():
        _select(of, 0, index, 0)  # which says what is wrong
    parts = _parts(index)
    if _PLAIN.issuperset(map(type, parts)):
        _store(_plain_parts(of, parts), value)
        return
    try:
        walk = _Walk(of, parts)
    except _HandledByIndexError:
        call_public(Tensor.__setitem__, (of, index, value), {})
        return
    if walk.indices:
        ones = _leading_ones(value)
        _later.index_put(walk.of, walk.indices, aten.view.default(value, value.shape[ones:]) if ones else value)
    else:
        _store(walk.of, value)


def _set_quickly(of: Tensor, index: Any, value: Any) -> bool:
    """The common case, with no mode: a number or a tensor, in places of numbers and slices or of one tensor."""
    kind = type(value)
    if kind is not Tensor:
        if (kind is not int and kind is not float and kind is not bool) or not -_LARGE < value < _LARGE:
            return False  # large numbers may overflow
        value = _of_numbers(value, of.dtype)
        if value is None:
            return False
    kind = type(index)
    if kind is Tensor:
        if index.dtype not in _INDEX_TYPES or not 0 < index.dim() <= of.dim():
            return False
        ones = _leading_ones(value)
        _later.index_put(of, [index], aten.view.default(value, value.shape[ones:]) if ones else value)
        return True
    if kind not in _PLAIN and not (kind is tuple and _PLAIN.issuperset(map(type, index))):
        return False
    if of._requires_grad or value._requires_grad:  # where all is written, the history is that of the tensor itself
        _store(_plain_parts(of, index if kind is tuple else (index,)), value)
    else:
        _store(of[index], value)
    return True


def _is_positions(part: Any) -> bool:
    return type(part) is Tensor and part.dtype is _INT64 and part.dim() > 0


# ---- one part ----


def _select(of: Any, dim: int, at: int, number: int) -> Any:
    """One position of a dimension; ``number`` is that of the dimension in the tensor that is indexed."""
    if type(at) is int and not -_END - 1 <= at <= _END:
        raise ValueError("Overflow when unpacking long long")
    try:
        return _SELECT(of, dim, at)
    except IndexError:
        if not of.dim():
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
                "convert a 0-dim tensor to a number"
            ) from None
        size = of.size(dim)
        if not -size <= at < size:
            raise IndexError(f"index {at} is out of bounds for dimension {number} with size {size}") from None
        raise


def _bounds(part: slice) -> tuple[int, int, int]:
    """Start, end and step of a slice, as numbers that `slice.Tensor` takes."""
    start, end, step = part.start, part.stop, part.step
    start = 0 if start is None else start if type(start) is int else _bound(start)
    end = _END if end is None else end if type(end) is int else _bound(end)
    step = 1 if step is None else step if type(step) is int else _bound(step)
    if step <= 0:
        raise ValueError("step must be greater than zero" if step else "slice step cannot be zero")
    return start, end, step


def _bound(value: Any) -> int:
    if isinstance(value, Tensor):
        if value.numel() != 1 or value.is_floating_point() or value.is_complex():
            raise TypeError("slice indices must be integers or None or have an __index__ method")
        return int(aten._local_scalar_dense.default(value))
    if stands_for(value, int):
        return value  # type: ignore[no-any-return]
    if not hasattr(value, "__index__"):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return operator.index(value)


def _slice(of: Any, dim: int, start: int, end: int, step: int) -> Any:
    return _SLICE(of, dim, start, end) if step == 1 else _SLICE(of, dim, start, end, step)


def _refuse_slice() -> Any:
    raise IndexError("slice() cannot be applied to a 0-dim tensor.")


def _take_slice(of: Any, dim: int, part: slice) -> Any:
    """A slice of a dimension; the tensor itself where that is all of it."""
    start, end, step = _bounds(part)
    if type(start) is type(end) is type(step) is int and start == 0 and step == 1:
        size = of.size(dim)
        if end == _END or (type(size) is int and end >= size):  # a symbolic size is not compared
            return of
    return _slice(of, dim, start, end, step)


def _plain_parts(of: Any, parts: tuple[Any, ...]) -> Any:
    """The view that numbers, slices, None and the ellipsis select."""
    ndim = of.dim()
    taken = len(parts) - parts.count(None) - parts.count(...)
    if taken > ndim:
        raise _too_many(ndim, parts)
    dim = number = 0
    for part in parts:
        kind = type(part)
        if kind is int:
            of = _select(of, dim, part, number)
            number += 1
        elif kind is slice:
            if part != _ALL:
                of = _take_slice(of, dim, part)
            dim += 1
            number += 1
        elif part is None:
            of = _UNSQUEEZE(of, dim)
            dim += 1
        else:
            dim += ndim - taken
            number += ndim - taken
    return of


def _too_many(ndim: int, parts: Sequence[Any]) -> IndexError:
    if not ndim and len(parts) == 1 and type(parts[0]) is slice:
        return IndexError("slice() cannot be applied to a 0-dim tensor.")
    return IndexError(f"too many indices for tensor of dimension {ndim}")


# ---- parts with tensors ----


def _parts(index: Any) -> tuple[Any, ...]:
    """The parts of an index.  A short list with anything but numbers in it is a tuple, as NumPy once had it."""
    if type(index) is tuple:
        return index
    if isinstance(index, list) and len(index) < _LONGEST_TUPLE_IN_A_LIST:
        parted = (Tensor, list, tuple, range, slice, type(...), type(None))
        if any(isinstance(part, parted) or hasattr(part, "__array_interface__") for part in index):
            return tuple(index)
    return (index,)


def _is_handled(part: Any) -> bool:
    """Does a part of an index decide by itself, whatever the dimensions are?"""
    kind = type(part)
    if kind in _PLAIN or kind is Tensor:
        return False
    return function.is_handled(part) if isinstance(part, Tensor) else has_handler(part)


def _converted(part: Any) -> Any:
    """Something else as an int or a tensor."""
    if isinstance(part, (list, tuple, range, str)):
        return aten.lift_fresh.default(_tensor_of(list(part)))
    if isinstance(part, np.ndarray):
        return aten.lift_fresh.default(unseen_from_numpy(part))
    try:
        return operator.index(part)
    except TypeError:
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got "
            f"{type(part).__name__})"
        ) from None


def _tensor_of(values: list[Any]) -> Any:
    """A list of positions or of truth values as a tensor."""
    if values and len({*map(type, values), int}) == 1 and _LEAST <= min(values) <= max(values) <= _GREATEST:
        return Tensor._over(np.array(values, np.int64))
    try:
        made = unseen_tensor(values)
    except ValueError as error:
        raise TypeError(f"a list of indices cannot be converted to a tensor: {error}") from None
    if made.dtype.name in ("bool", "uint8", "int64"):
        return made
    return Tensor._over(made._data.astype("int64"))


def _is_mask(part: Any) -> bool:
    return part.dtype.name in ("bool", "uint8")


def _is_one_for_each_example(part: Any) -> bool:
    """Does vmap see another position in each example, so that no number stands for it?"""
    while not part._keys & _BATCHED:
        if not isinstance(part._data, WrappedArray):
            return False
        part = part._data.inner
    return True


def _dims_taken(part: Any) -> int:
    """How many of a tensor's dimensions a part of an index is for."""
    if part is None or part is ... or isinstance(part, bool):
        return 0
    return part.dim() if isinstance(part, Tensor) and _is_mask(part) else 1


class _Walk:
    """Goes through the parts of an index from left to right, and runs the operators of the plain ones.

    Attributes:
        of: The tensor after the plain parts.
        indices: What `index` takes after them: tensors, None where a dimension is kept; empty if it does not run.
    """

    __slots__ = ("covered", "dim", "indices", "missing", "number", "of")

    def __init__(self, of: Any, parts: tuple[Any, ...]) -> None:
        if any(map(_is_handled, parts)):
            raise _HandledByIndexError
        taken = sum(map(_dims_taken, parts))
        if taken > of.dim():
            raise _too_many(of.dim(), parts)
        self.of, self.missing = of, of.dim() - taken  # dimensions that an ellipsis stands for
        self.dim = 0  # the dimension that the next part is for
        self.number = 0  # the same, counted in the tensor that is indexed
        self.covered = 0  # dimensions that `indices` covers
        self.indices: list[Any] = []
        for part in parts:
            self._take(part)

    def _take(self, part: Any) -> None:
        if isinstance(part, slice):
            self.of = _take_slice(self.of, self.dim, part)
            self._go(1)
        elif part is None:
            self.of = _UNSQUEEZE(self.of, self.dim)
            self.dim += 1
        elif part is ...:
            self._go(self.missing)
        elif isinstance(part, bool):
            self.of = _UNSQUEEZE(self.of, self.dim)
            self._record(self._of_truth(part))
        elif isinstance(part, int):
            self._take_position(part)
        elif isinstance(part, Tensor):
            self._take_tensor(part)
        else:
            self._take(_converted(part))

    def _go(self, dims: int) -> None:
        self.dim += dims
        self.number += dims

    def _take_position(self, at: int) -> None:
        self.of = _select(self.of, self.dim, at, self.number)
        self.number += 1

    def _take_tensor(self, part: Any) -> None:
        if part.dim() or part.is_floating_point() or part.is_complex() or _is_one_for_each_example(part):
            self._record(part)
        elif _is_mask(part):
            self.of = _UNSQUEEZE(self.of, self.dim)
            self._record(self._of_truth(bool(aten._local_scalar_dense.default(part))))
        else:
            self._take_position(aten._local_scalar_dense.default(part))

    def _of_truth(self, wanted: bool) -> Any:
        """The index into a new dimension for True (position 0) or False (no position)."""
        made = aten.empty.memory_format([int(wanted)], dtype=DTYPES["int64"], layout=_STRIDED, device=self.of.device)
        return aten.fill_.Scalar(made, 0.0) if wanted else made

    def _record(self, part: Any) -> None:
        self.indices += [None] * (self.dim - self.covered)
        self.indices.append(part)
        self._go(part.dim() if _is_mask(part) else 1)
        self.covered = self.dim


# ---- values ----


def _value(of: Any, value: Any) -> Any:
    """A number as a tensor that fits ``of``."""
    if not isinstance(value, _NUMBERS):
        if getattr(value, "shape", None) != () or not hasattr(value, "item"):
            raise TypeError(
                f"can't assign a {type(value).__name__} to a {type_name(of)}; make a tensor of the value first"
            )
        value = value.item()  # a number of another library
    made = np.empty((), to_numpy_dtype(of.dtype))
    made[()] = cast_to_scalar(value, made.dtype)
    return Tensor._over(made)


def _of_symbol(of: Any, value: Any) -> Any:
    """A symbolic number as a tensor that fits ``of``: the operator is seen, as the number may be another one."""
    return aten.scalar_tensor.default(value, dtype=of.dtype, layout=LAYOUTS["strided"], device=CPU)


def _store(target: Any, value: Any) -> None:
    if not value.dim() and value.is_cpu and target.dim():
        _later.fill(target, value)
        return
    shape = value.shape
    if target.shape == shape:
        _later.copy(target, value)
    else:
        seen = aten.view.default(value, shape[_leading_ones(value) :])
        _later.copy(target, seen if seen.shape == target.shape else aten.expand.default(seen, target.shape))


def _leading_ones(value: Any) -> int:
    """The number of dimensions of size 1 in front of a value: without them it broadcasts alike."""
    ones = 0
    while ones < value.dim() and or_false(value.size(ones) == 1):
        ones += 1
    return ones
