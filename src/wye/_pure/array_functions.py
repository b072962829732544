"""Functions of NumPy that are not universal, methods and indices of arrays.

Twins: csrc/array_functions.c, csrc/array_lines.c.  `ArrayFunctions` is NumPy's ``__array_function__``, `ArrayMethod` a
function as a method of arrays, `ArrayIndex` their ``__getitem__``; `ArrayLine` is a function of the table.  Here they
leave everything to the functions of `wye.numpy` that they are made of; the twins compute what is simple without them,
and call NumPy's own functions (``own``) where no layer follows the arguments.
"""

from __future__ import annotations

import threading
from types import MethodType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ArrayFunctions", "ArrayIndex", "ArrayLine", "ArrayMethod", "copy_arrays", "share_array"]


_thread = threading.local()


def copy_arrays(on: bool, /) -> bool:
    """Say whether ndarrays that become tensors in this thread are copied; returns what it was before."""
    before = getattr(_thread, "copies", False)
    _thread.copies = on
    return before


def share_array(array: Any, /) -> Any:
    """None: `wye.tensors.making` makes tensors over the memory of arrays."""
    return


class _Method:
    """As a method: ``x.f(y)`` calls ``f(x, y)``."""

    __slots__ = ()

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else MethodType(self, instance)  # type: ignore[arg-type]  # it is callable


class ArrayFunctions(_Method):
    """NumPy's ``__array_function__``."""

    __slots__ = ("functions", "own", "python")

    def __init__(
        self,
        functions: dict[Any, Callable[..., Any]],
        own: dict[Any, Any],
        python: Callable[..., Any],
        present: Callable[..., Any],
        mend: Callable[..., Any],
        /,
    ) -> None:
        if type(functions) is not dict or type(own) is not dict:
            raise TypeError("ArrayFunctions() takes two dictionaries and three functions")
        self.functions, self.own, self.python = functions, own, python

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """A function on arrays: ``(self, function, types, args, kwargs)``."""
        return self.python(*args, **kwargs)


class ArrayMethod(_Method):
    """A function of NumPy as a method of arrays."""

    __slots__ = ("function",)

    def __init__(self, functions: ArrayFunctions, function: Callable[..., Any], /) -> None:
        if type(functions) is not ArrayFunctions:
            raise TypeError("ArrayMethod() takes an ArrayFunctions and a function")
        self.function = function

    @property
    def __name__(self) -> str:
        name: str = self.function.__name__
        return name

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """Where `inspect` finds the signature."""
        return self.function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function of the array."""
        return self.function(*args, **kwargs)


class ArrayIndex(_Method):
    """The ``__getitem__`` of arrays."""

    __slots__ = ("python",)

    def __init__(self, python: Callable[..., Any], select: Callable[..., Any], /) -> None:
        self.python = python

    @property
    def __name__(self) -> str:
        """The name of Python's method."""
        name: str = self.python.__name__
        return name

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """Where `inspect` finds the signature."""
        return self.python

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The elements at an index."""
        return self.python(*args, **kwargs)


class ArrayLine:
    """A function of the table, which the twin need not call again for calls like those it has seen."""

    __slots__ = ("__wrapped__",)

    def __init__(self, python: Callable[..., Any], learn: Callable[..., Any], /) -> None:
        self.__wrapped__ = python

    @property
    def __name__(self) -> str:
        """The name of the function."""
        name: str = self.__wrapped__.__name__
        return name

    def forget(self) -> None:
        """Remember no calls."""

    def kept(self) -> list[int | None]:
        """How many operators each remembered call has: nothing is remembered."""
        return []

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function."""
        return self.__wrapped__(*args, **kwargs)
