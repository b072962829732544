"""Python's brackets: ``x[1, :, None, mask]`` and ``x[...] = y`` as operators.

`plan_index` says which operators a Python index stands for, as PyTorch runs them: a `select`, `slice` or `unsqueeze`
for each plain part, then one `index` with all tensors.  `getitem` and `setitem` run them.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from wye.call.packets import ops
from wye.schema.values import DTYPES
from wye.tensors import Tensor, from_numpy, tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Plan", "getitem", "plan_index", "setitem"]

_OVERLOADS = {"select": "int", "slice": "Tensor", "unsqueeze": "default", "index": "Tensor", "alias": "default"}
_NUMBERS = (bool, int, float, complex)
_PLAIN = frozenset((int, slice, type(None), type(...)))
# A list that is not longer than this may stand for a tuple.
_LONGEST_TUPLE_IN_A_LIST = 32


class Plan(NamedTuple):
    """The operators of an index.

    Attributes:
        steps: In order: the operator's name and what follows the tensor in its call.
        indices: What `index` takes after the steps: tensors, None where a dimension is kept; empty if it does not run.
    """

    steps: list[tuple[Any, ...]]
    indices: list[Any]


def plan_index(shape: Sequence[int], index: Any) -> Plan:
    """The operators that take a Python index of a tensor of this shape.

    Raises:
        IndexError: there are more indices than dimensions, a position is outside, or a thing is no index.

    >>> plan_index((4, 5), (1, slice(2, None), None))
    Plan(steps=[('select', 0, 1), ('slice', 0, 2, 5, 1), ('unsqueeze', 1)], indices=[])
    """
    parts = _as_tuple(index)
    if not _PLAIN.issuperset(map(type, parts)):
        parts = tuple([_converted(part) for part in parts])
    taken = sum(_dims_taken(part) for part in parts)
    if taken > len(shape):
        raise _too_many(shape, parts)
    return _Planner(shape, len(shape) - taken).run(parts)


def _too_many(shape: Sequence[int], parts: Sequence[Any]) -> IndexError:
    if not shape and len(parts) == 1 and isinstance(parts[0], slice):
        return IndexError("slice() cannot be applied to a 0-dim tensor.")
    if not shape and len(parts) == 1 and not isinstance(parts[0], Tensor):
        return IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
            "0-dim tensor to a number"
        )
    return IndexError(f"too many indices for tensor of dimension {len(shape)}")


def _as_tuple(index: Any) -> tuple[Any, ...]:
    """The parts of an index.  A short list with anything but numbers in it is a tuple, as NumPy once had it."""
    if type(index) is tuple:
        return index
    if isinstance(index, list) and len(index) < _LONGEST_TUPLE_IN_A_LIST:
        parted = (Tensor, list, tuple, range, slice, type(...), type(None))
        if any(isinstance(part, parted) or hasattr(part, "__array_interface__") for part in index):
            return tuple(index)
    return (index,)


def _converted(part: Any) -> Any:
    """A part of an index as None, Ellipsis, a bool, an int, a slice or a tensor."""
    if part is None or part is ... or isinstance(part, (bool, int, slice, Tensor)):
        return part
    if isinstance(part, (list, tuple, range)):
        return _tensor_of(list(part))
    if hasattr(part, "__array_interface__") and part.ndim:
        return from_numpy(part)
    try:
        return operator.index(part)
    except TypeError:
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got "
            f"{type(part).__name__})"
        ) from None


def _tensor_of(values: list[Any]) -> Any:
    """A list of positions or of truth values as a tensor."""
    made: Any = tensor(values)
    if made.dtype.name in ("bool", "uint8"):
        return made
    return made if made.dtype.name == "int64" else made.to(DTYPES["int64"])


def _is_mask(part: Any) -> bool:
    return part.dtype.name in ("bool", "uint8")


def _dims_taken(part: Any) -> int:
    """How many of a tensor's dimensions a part of an index is for."""
    if type(part) in (int, slice):
        return 1
    if part is None or part is ... or isinstance(part, bool):
        return 0
    if isinstance(part, Tensor):
        return part.dim() if _is_mask(part) else 1
    return 1


class _Planner:
    """Goes through the parts of an index from left to right."""

    __slots__ = ("covered", "dim", "indices", "missing", "sizes", "steps")

    def __init__(self, shape: Sequence[int], missing: int) -> None:
        self.sizes = list(shape)  # after the steps so far
        self.missing = missing  # dimensions that an ellipsis stands for
        self.dim = 0  # the dimension that the next part is for
        self.covered = 0  # dimensions that `indices` speaks of
        self.steps: list[tuple[Any, ...]] = []
        self.indices: list[Any] = []

    def run(self, parts: Sequence[Any]) -> Plan:
        for part in parts:
            self._take(part)
        return Plan(self.steps, self.indices)

    def _take(self, part: Any) -> None:
        if isinstance(part, slice):
            self._slice(part)
        elif part is None:
            self._unsqueeze()
            self.dim += 1
        elif part is ...:
            self.dim += self.missing
            self.missing = 0
        elif isinstance(part, bool):
            self._take_truth(part)
        elif isinstance(part, int):
            self._select(part)
        elif part.dim() == 0 and not (part.is_floating_point() or part.is_complex()):
            self._take_truth(bool(part.item())) if _is_mask(part) else self._select(part.item())
        else:
            self._record(part)

    def _unsqueeze(self) -> None:
        self.steps.append(("unsqueeze", self.dim))
        self.sizes.insert(self.dim, 1)

    def _take_truth(self, wanted: bool) -> None:
        """True is a new dimension of size 1, False one of size 0."""
        self._unsqueeze()
        self._record(tensor([0] if wanted else [], dtype=DTYPES["int64"]))

    def _select(self, at: int) -> None:
        size = self.sizes[self.dim]
        if not -size <= at < size:
            raise IndexError(f"index {at} is out of bounds for dimension {self.dim} with size {size}")
        self.steps.append(("select", self.dim, at))
        del self.sizes[self.dim]

    def _slice(self, part: slice) -> None:
        if part.start is None and part.stop is None and part.step is None:
            self.dim += 1
            return
        step = 1 if part.step is None else operator.index(part.step)
        if step <= 0:
            raise ValueError("step must be greater than zero")
        size = self.sizes[self.dim]
        start, end, step = slice(part.start, part.stop, step).indices(size)
        if (start, end, step) != (0, size, 1):
            self.steps.append(("slice", self.dim, start, max(start, end), step))
            self.sizes[self.dim] = len(range(start, end, step))
        self.dim += 1

    def _record(self, part: Any) -> None:
        self.indices += [None] * (self.dim - self.covered)
        self.indices.append(part)
        self.dim += part.dim() if _is_mask(part) else 1
        self.covered = self.dim


def _run_steps(of: Any, steps: Sequence[tuple[Any, ...]]) -> Any:
    for name, *args in steps:
        of = _operator(name)(of, *args)
    return of


@cache
def _operator(name: str) -> Any:
    return getattr(getattr(ops.aten, name), _OVERLOADS[name])


def getitem(of: Any, index: Any) -> Any:
    """``of[index]``: a view where the index is made of numbers and slices only, else a new tensor."""
    if type(index) is int and of.dim() and -of.size(0) <= index < of.size(0):  # the common case
        return _operator("select")(of, 0, index)
    if isinstance(index, Tensor) and of.dim() and index.dim() and not _is_mask(index):
        return _operator("index")(of, [index])
    plan = plan_index(of.shape, index)
    if plan.indices:
        return _operator("index")(_run_steps(of, plan.steps), plan.indices)
    return _run_steps(of, plan.steps) if plan.steps else _operator("alias")(of)


def setitem(of: Any, index: Any, value: Any) -> None:
    """``of[index] = value``.

    Raises:
        TypeError: the value is neither a tensor nor a number.
    """
    if not isinstance(value, (Tensor, *_NUMBERS)):
        value = _number_of(of, value)
    if isinstance(index, bool):  # all of it, or nothing
        if index:
            _copy_into(ops.aten.unsqueeze(of, 0), value)
        return
    plan = plan_index(of.shape, index)
    target = _run_steps(of, plan.steps)
    if not plan.indices:
        _copy_into(target, value)
        return
    if not isinstance(value, Tensor):
        value = ops.aten.full([], value, dtype=of.dtype, device=of.device)
    ops.aten.index_put_(target, plan.indices, _without_leading_ones(value))


def _number_of(of: Any, value: Any) -> Any:
    """A number of another library as Python's."""
    if getattr(value, "shape", None) == () and hasattr(value, "item"):
        return value.item()
    raise TypeError(
        f"can't assign a {type(value).__name__} to a tensor of {of.dtype}; make a tensor of it first: wye.tensor(value)"
    )


def _copy_into(target: Any, value: Any) -> None:
    if not isinstance(value, Tensor):
        ops.aten.fill_(target, value)
        return
    ops.aten.copy_(target, value if value.shape == target.shape else _without_leading_ones(value))


def _without_leading_ones(value: Any) -> Any:
    """A value whose dimensions of size 1 in front are left out: they would broadcast anyway."""
    ones = 0
    while ones < value.dim() and value.size(ones) == 1:
        ones += 1
    return ops.aten.view(value, value.shape[ones:]) if ones else value
