"""Arguments of a functionalized call without their wrappers, and results with them.  Hot path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.functionalization.wrapper import sync, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.functionalization.wrapper import Owner

__all__ = ["Values", "wrapped"]

_TensorBase: Final = engine.TensorBase


class Values:
    """The arguments of a call without their wrappers.

    Attributes:
        args: By place.
        kwargs: By name.
        has_functional: Was there a functional tensor?
        has_plain: Was there another one?
    """

    __slots__ = ("args", "has_functional", "has_plain", "kwargs")

    def __init__(self, owner: Owner, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        self.has_functional = self.has_plain = False
        self.args = [self._value(owner, value) for value in args]
        self.kwargs = {name: self._value(owner, value) for name, value in kwargs.items()} if kwargs else kwargs

    def _value(self, owner: Owner, value: Any) -> Any:
        if isinstance(value, _TensorBase):
            data = owner.find(value)
            if data is None:
                self.has_plain = True
                return value
            self.has_functional = True
            return data.inner if data.generation == data.storage.generation else sync(data)
        if type(value) in (list, tuple):
            return type(value)([self._value(owner, item) for item in value])
        return value

    @property
    def is_left_alone(self) -> bool:
        """Are there tensors, and none of them functional?"""
        return self.has_plain and not self.has_functional


def wrapped(owner: Owner, result: Any) -> Any:
    """A result whose tensors are functional."""
    if isinstance(result, _TensorBase):
        return wrap(result, owner)
    if isinstance(result, (list, tuple)):
        made = [wrapped(owner, one) for one in result]
        if type(result) is list:
            return made
        return type(result)(*made) if hasattr(result, "_fields") else tuple(made)
    return result
