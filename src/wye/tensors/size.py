"""Size: a tensor's shape."""

from __future__ import annotations

from math import prod
from typing import Any, Self, SupportsIndex, overload

__all__ = ["Size"]


class Size(tuple[int, ...]):
    """A shape: a tuple of sizes that knows how many elements there are.

    >>> Size([2, 3]).numel()
    6
    """

    __slots__ = ()

    def numel(self) -> int:
        """The number of elements of a tensor of this shape."""
        return prod(self)

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Size: ...
    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return Size(found) if isinstance(index, slice) else found

    def __add__(self, other: Any) -> Size:
        if not isinstance(other, tuple):
            return NotImplemented
        return Size(super().__add__(other))

    def __radd__(self, other: Any) -> Size:
        return Size(tuple(other).__add__(tuple(self)))

    def __mul__(self, times: SupportsIndex) -> Size:
        return Size(super().__mul__(times))

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"wye.Size({list(self)})"

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[int, ...]]]:
        return type(self), (tuple(self),)
