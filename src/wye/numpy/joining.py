"""`np.array([x, y])` of arrays that a layer follows: one array.

See Note [Arrays made of arrays].
"""

from __future__ import annotations

import sys
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.forking import Rank, fork_safe_lock
from wye.numpy.arrays import Array, has_layer
from wye.numpy.calls import array_function

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Joining"]

# Note [Arrays made of arrays]
# `np.array` and its like ask no array class what to do with a list of arrays, or with a dtype.  They would give an
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


def _looking_for_arrays(theirs: Any) -> Callable[..., Any]:
    name = theirs.__name__

    @wraps(theirs)
    def function(*args: Any, **kwargs: Any) -> Any:
        found = _arrays_in(args[0]) if args and "like" not in kwargs else None
        if not found or not has_layer(found) or not _is_number(args[1] if len(args) > 1 else kwargs.get("dtype")):
            return theirs(*args, **kwargs)
        if not _is_called_by_a_program(name):
            return theirs(*args, **kwargs)
        return array_function(Array(found[0]), theirs, (Array,), args, kwargs)

    function.of_numpy = theirs  # type: ignore[attr-defined]
    return function


_THEIRS: Final[dict[str, Any]] = {
    name: getattr(np, name) for name in ("array", "asanyarray", "asarray", "ascontiguousarray", "asfortranarray")
}
_OURS: Final = {name: _looking_for_arrays(theirs) for name, theirs in _THEIRS.items()}
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
                vars(np).update(_OURS)

    def __exit__(self, *error: object) -> None:
        with _lock:
            self.running -= 1
            if not self.running:
                vars(np).update(_THEIRS)
