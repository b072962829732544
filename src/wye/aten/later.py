"""Members of `Tensor` that are made at their first look-up: most programs use few of its 700 methods.

Cold path: a member takes its own place in the class at the first look-up, so later look-ups never come here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Later", "LaterProperty"]


class Later:
    """Stands for a method until it is looked up.

    Args:
        name: The attribute of `Tensor`.
        make: Gives the method.
        args: What ``make`` is called with.
    """

    __slots__ = ("_args", "_make", "_name")

    def __init__(self, name: str, make: Callable[..., Any], *args: Any) -> None:
        self._name, self._make, self._args = name, make, args

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self._made().__get__(instance, owner)

    def _made(self) -> Any:
        made = self._make(*self._args)
        if Tensor.__dict__.get(self._name) is self:  # not what a program has put there meanwhile
            setattr(Tensor, self._name, made)
        return made


class LaterProperty(Later):
    """`Later` for a property, which instances cannot hide."""

    __slots__ = ()

    def __set__(self, instance: Any, value: Any) -> None:
        self._made().__set__(instance, value)
