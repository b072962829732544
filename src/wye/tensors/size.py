"""Size: a tensor's shape."""

from __future__ import annotations

from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

import wye.shown as shown
from wye._engine import engine
from wye.schema.symbolic import stands_for

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Size"]


def _integer(place: int, size: Any) -> Any:
    """A size as it is stored: it may be symbolic; anything with ``__index__`` (a NumPy integer, a tensor) is taken."""
    try:
        return size if isinstance(size, int) or stands_for(size, int) else index(size)
    except TypeError:
        kind = type(size).__name__
        raise TypeError(f"{shown.package}.Size() takes an iterable of 'int' (item {place} is '{kind}')") from None


class Size(engine.Sizes):
    """A shape: a tuple of sizes that knows how many elements there are.

    >>> Size([2, 3]).numel()
    6
    """

    __slots__ = ()

    def __new__(cls, sizes: Iterable[Any] = ()) -> Self:
        """The shape with these sizes.

        Raises:
            TypeError: one of them is not an integer.
        """
        self = tuple.__new__(cls, sizes)
        for size in self:
            if type(size) is not int:
                return tuple.__new__(cls, map(_integer, range(len(self)), self))
        return self

    def numel(self) -> int:
        """The number of elements of a tensor of this shape."""
        return prod(self)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: SupportsIndex) -> int: ...
        @overload
        def __getitem__(self, index: slice) -> Size: ...
        def __getitem__(self, index: Any) -> Any:
            """The size at a place; those of a slice are a shape too."""

    def __add__(self, other: Any) -> Size:
        if not isinstance(other, tuple):
            kind = type(other).__name__
            raise TypeError(f"can only concatenate tuple (not {kind}) to {shown.package}.Size")
        return Size(super().__add__(other))

    def __radd__(self, other: Any) -> Size:
        if not isinstance(other, tuple):
            return NotImplemented
        return Size(tuple(other).__add__(tuple(self)))

    def __mul__(self, times: SupportsIndex) -> Size:
        return Size(super().__mul__(times))

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"{shown.package}.Size([{', '.join(map(str, self))}])"

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[int, ...]]]:
        return type(self), (tuple(self),)
