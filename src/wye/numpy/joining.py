"""`np.array([x, y])`, `np.full(3, x)`, `np.r_[x, y]` of arrays that a layer follows: one array.

See Note [Arrays made of arrays].
"""

from __future__ import annotations

import sys
from functools import wraps
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.forking import Rank, fork_safe_lock
from wye.numpy.arrays import Array, has_layer
from wye.numpy.calls import array_function

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Joining"]

# Note [Arrays made of arrays]
# `np.array` and its like ask no array class what to do with a list of arrays, or with a dtype; neither does `np.full`
# of what it fills with, nor `np.r_`.  They would give an
# ndarray of objects (see Note [Arrays of arrays]), which NumPy's functions in C refuse, as `np.linalg.det` does.  So
# while a function of a transform runs, they are replaced by ones that look for arrays that a layer follows; without one
# they call NumPy's.  Other threads that call them meanwhile get what they always get.
# Broken by: a program that has imported the function itself, ``from numpy import array``: it has ndarrays of objects.
# Guarded by: tests/unit/numpy/test_joining.py

_LIBRARIES: Final = frozenset(
    ("numpy", "scipy", "sklearn", "wye")
)  # have their own ways, see Note [Functions of other libraries]
_LISTS: Final = frozenset((list, tuple))


def _arrays_in(value: Any) -> list[Any]:
    """The tensors of the arrays in nested lists."""
    if type(value) is Array:
        return [value._tensor]
    if type(value) not in _LISTS:
        return []
    kinds = set(map(type, value))
    found = [one._tensor for one in value if type(one) is Array] if Array in kinds else []
    if not kinds.isdisjoint(_LISTS):
        for one in value:
            found += _arrays_in(one)
    return found


def _is_number(dtype: Any) -> bool:
    return dtype is None or np.dtype(dtype).kind in "biufc"


def _is_called_by_a_program(name: str) -> bool:
    """Is it a program's code that calls NumPy's function of that name?  Functions in C have no frames of their own."""
    frame = sys._getframe(2)
    module = str(frame.f_globals.get("__name__", ""))
    return name in frame.f_code.co_names and module.partition(".")[0] not in _LIBRARIES


def _looking_for_arrays(theirs: Any, place: int, argument: str) -> Callable[..., Any]:
    """A function of NumPy that joins the arrays in one of its arguments."""
    name, place_of_dtype = theirs.__name__, place + 1

    @wraps(theirs)
    def function(*args: Any, **kwargs: Any) -> Any:
        data = args[place] if len(args) > place else kwargs.get(argument)
        found = None if "like" in kwargs else _arrays_in(data)
        if not found or not has_layer(found):
            return theirs(*args, **kwargs)
        if not _is_number(args[place_of_dtype] if len(args) > place_of_dtype else kwargs.get("dtype")):
            return theirs(*args, **kwargs)
        if not _is_called_by_a_program(name):
            return theirs(*args, **kwargs)
        return array_function(Array(found[0]), theirs, (Array,), args, kwargs)

    function.of_numpy = theirs  # type: ignore[attr-defined]
    return function


def _concatenating(theirs: Any) -> Any:
    """`np.r_` or `np.c_` that joins arrays."""

    class Concatenating(type(theirs)):  # type: ignore[misc]  # made of an object
        __slots__ = ()

        def __getitem__(self, key: Any) -> Any:
            items = key if type(key) is tuple else (key,)
            found = [tensor for one in items for tensor in _arrays_in(one)]
            if (
                not found
                or not has_layer(found)
                or any(isinstance(one, slice) and _arrays_in(_ends(one)) for one in items)
            ):
                return theirs[key]
            return _joined(theirs, items)

    return Concatenating()


def _ends(part: slice) -> list[Any]:
    return [part.start, part.stop, part.step]


def _as_array(value: Any) -> Any:
    if type(value) not in _LISTS:
        return value
    found = _arrays_in(value)
    return array_function(Array(found[0]), _THEIRS["array"], (Array,), (value,), {}) if found else np.array(value)


def _joined(theirs: Any, items: Any) -> Any:
    """What `np.r_` makes of numbers of the elements says where each element of the items lies in the result."""
    parts: list[Any] = []
    numbers: list[Any] = []
    end = 0
    for one in items:
        if isinstance(one, str):
            numbers.append(one)
            continue
        part = np.r_[one] if isinstance(one, slice) else _as_array(one)
        shape = np.shape(part)
        numbers.append(np.arange(end, end + prod(shape)).reshape(shape))
        parts.append(part)
        end += prod(shape)
    dtype = np.result_type(*[one.dtype if hasattr(one, "dtype") else one for one in parts])
    flat = np.concatenate([np.ravel(one) for one in parts], dtype=dtype)
    return flat[np.asarray(theirs[tuple(numbers)])]


_ARGUMENTS: Final = {  # which argument has the data
    "array": (0, "object"), "asanyarray": (0, "a"), "asarray": (0, "a"), "ascontiguousarray": (0, "a"),
    "asfortranarray": (0, "a"), "full": (1, "fill_value"),
}  # fmt: skip
_THEIRS: Final[dict[str, Any]] = {name: getattr(np, name) for name in (*_ARGUMENTS, "r_", "c_")}
_OURS: Final[dict[str, Any]] = {
    name: _looking_for_arrays(_THEIRS[name], *argument) for name, argument in _ARGUMENTS.items()
} | {name: _concatenating(_THEIRS[name]) for name in ("r_", "c_")}
_lock: Final = fork_safe_lock(Rank.TRACING)


class Joining:
    """While it is active, lists of arrays become arrays.  There is one of it."""

    __slots__ = ("running",)

    def __init__(self) -> None:
        self.running = 0

    def __enter__(self) -> None:
        with _lock:
            self.running += 1
            if self.running == 1:
                full = np.full
                vars(np).update(_OURS)
                if full is not _THEIRS["full"]:  # a trace with symbolic sizes has replaced it
                    vars(np)["full"] = full

    def __exit__(self, *error: object) -> None:
        with _lock:
            self.running -= 1
            if not self.running:
                vars(np).update(_THEIRS)
