"""Arrays with NumPy's face, and simple calls of them.  Twin: csrc/array_calls.c.

Hot path.  An `ArrayOperator` is a method of arrays: for arrays of one dtype, or an array and a number, it has what
computes their tensors, by dtype; for everything else there is Python's method.  An `ArrayProtocol` is NumPy's
``__array_ufunc__``, for universal functions that have an operator.  `wye.numpy` fills the tables as calls turn out to
be simple: the dtypes are those in which NumPy computes, and there is one result.
"""

from __future__ import annotations

from types import MethodType
from typing import TYPE_CHECKING, Any

from wye._pure.state import _hooks

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ArrayBase", "ArrayOperator", "ArrayProtocol"]


class ArrayBase:
    """An object around a tensor."""

    __slots__ = ("_source", "_tensor")
    _tensor: Any
    _source: Any

    def __new__(cls, tensor: Any, /) -> ArrayBase:
        """An array over a tensor."""
        made = object.__new__(cls)
        made._tensor, made._source = tensor, None
        return made


def _inside(value: Any) -> Any:
    """The tensor of an array, or a tensor itself; None: it is neither."""
    if isinstance(value, ArrayBase):
        return value._tensor
    return value if type(value) is _hooks.plain_type else None


def _fit(left: Any, right: Any) -> bool:
    """Do the shapes of two tensors fit together?  Sizes that are no plain numbers do."""
    pairs = zip(reversed(left.shape), reversed(right.shape), strict=False)
    return all(type(m) is not int or type(n) is not int or m == n or 1 in (m, n) for m, n in pairs)


class ArrayOperator:
    """An elementwise method of arrays."""

    __slots__ = ("numbers", "python", "same", "swapped")

    def __init__(
        self, same: dict[Any, Any], numbers: dict[Any, Any], python: Callable[..., Any], swapped: bool = False, /
    ) -> None:
        if type(same) is not dict or type(numbers) is not dict:
            raise TypeError("ArrayOperator() takes two dictionaries and a function")
        self.same, self.numbers, self.python, self.swapped = same, numbers, python, swapped

    @property
    def __name__(self) -> str:
        """The name of Python's method."""
        return self.python.__name__

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """Where `inspect` finds the signature."""
        return self.python

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """As a method: ``x.f(y)`` calls ``f(x, y)``."""
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Compute a simple call, or call Python's method."""
        if not kwargs and len(args) in (1, 2):
            result = self._run_simple(args[::-1] if self.swapped else args)
            if result is not None:
                return result
        return self.python(*args, **kwargs)

    def _run_simple(self, inputs: tuple[Any, ...]) -> Any:
        """The result of a simple call; None: it is not simple."""
        first = _inside(inputs[0])
        if first is None:
            return None
        table, given = self.same, [first]
        if len(inputs) == 2:
            second = _inside(inputs[1])
            if second is None and type(inputs[1]) in (float, int):
                table, second = self.numbers, inputs[1]
            elif (
                second is None
                or first.dtype is not second.dtype
                or isinstance(inputs[0], ArrayBase) is not isinstance(inputs[1], ArrayBase)
            ):
                return None
            given.append(second)
        found = table.get(first.dtype)
        if found is None:
            return None
        try:
            result = found(*given)
        except RuntimeError as error:
            if table is self.numbers or len(given) == 1 or isinstance(error, RecursionError) or _fit(*given):
                raise
            return None  # Python raises NumPy's error
        return type(inputs[0])(result) if isinstance(inputs[0], ArrayBase) else result


class ArrayProtocol:
    """NumPy's ``__array_ufunc__`` of arrays and tensors."""

    __slots__ = ("operators", "own", "python")

    def __init__(self, operators: dict[Any, ArrayOperator], own: dict[Any, Any], python: Callable[..., Any], /) -> None:
        if type(operators) is not dict or type(own) is not dict:
            raise TypeError("ArrayProtocol() takes two dictionaries and a function")
        self.operators, self.own, self.python = operators, own, python

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """As a method: ``x.f(y)`` calls ``f(x, y)``."""
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """A universal function on arrays: ``(self, ufunc, method, *inputs)``."""
        if not kwargs and len(args) in (4, 5) and args[2] == "__call__":
            found = self.operators.get(args[1])
            if type(found) is ArrayOperator:
                result = found._run_simple(args[3:])
                if result is not None:
                    return result
        return self.python(*args, **kwargs)
