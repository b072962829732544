"""The base of modules without parameters that call one function with the options that they were made with.

A subclass is a dataclass, by the decorator `stateless`: its fields are the arguments of its constructor, its attributes
and, under the same names, the arguments of its function.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from wye.nn.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

__all__ = ["Stateless", "stateless"]

_T = TypeVar("_T")


@dataclass_transform()
def stateless(cls: type[_T]) -> type[_T]:
    """Make a subclass of `Stateless` a dataclass, whose defaults are not attributes of the class.

    They would hide buffers and modules of that name, which `Module` finds where there is no attribute.
    """
    made = dataclass(repr=False, eq=False)(cls)
    names = tuple(field.name for field in fields(made))  # type: ignore[arg-type]  # it is one now
    for name in names:
        if name in cls.__dict__:
            delattr(cls, name)
    made._fields = names  # type: ignore[attr-defined]
    return made


class Stateless(Module):
    """A function of tensors as a module."""

    _fields: ClassVar[tuple[str, ...]] = ()  # the names of the fields: `stateless` writes it
    function: ClassVar[Callable[..., Any]]
    shown: ClassVar[str] = ""  # the repr, with fields in braces; ``inplace`` follows where it is True

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """A module whose fields can be set: the constructor of a dataclass only sets fields."""
        made = super().__new__(cls)
        Module.__init__(made)
        return made

    def _options(self) -> dict[str, Any]:
        """What the function is called with, beside the inputs."""
        own = self.__dict__
        return {name: own[name] for name in self._fields}

    def forward(self, *inputs: Any, **named: Any) -> Any:
        """The function of the inputs, with the options."""
        return type(self).function(*inputs, **named, **self._options())

    def extra_repr(self) -> str:
        """The options."""
        in_place = ("inplace=True",) if self.__dict__.get("inplace", False) else ()
        return ", ".join((*filter(None, [self.shown.format_map(self.__dict__)]), *in_place))
