"""Members of tensors: function modes and subclasses that handle functions are asked first.  Twin: members.c.

See Note [What handlers are told] (wye/modes/function.py).
"""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Final

from wye._pure.op import Op, _with_thread_state
from wye._pure.state import TensorBase, _hooks

if TYPE_CHECKING:
    from collections.abc import Callable


class _Member:
    """A Python member behind its name.  Everything but the name is that member's."""

    __slots__ = ("__name__", "__wrapped__")
    _kind, _owner = "attribute", "TensorBase"

    def __init__(self, name: str, python: Any) -> None:
        self.__name__, self.__wrapped__ = name, python

    def __getattribute__(self, name: str) -> Any:
        if name in ("__doc__", "__module__"):
            return getattr(self.__wrapped__, name)
        if name == "__qualname__":
            return f"{self._owner}.{self.__name__}"
        return super().__getattribute__(name)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__wrapped__, name)

    def __repr__(self) -> str:
        return f"<{self._kind} {self.__name__!r} of tensors>"


class Attribute(_Member):
    """A property; handlers see calls of its `__get__`, `__set__` and `__delete__`."""

    __slots__ = ()

    def __get__(self, instance: Any, owner: type | None = None, /) -> Any:
        if instance is None:
            return self
        if _with_thread_state(instance._bits) & _hooks.function_keys:
            return _hooks.override(self.__get__, (instance,), {})
        return self.__wrapped__.__get__(instance, owner)

    def __set__(self, instance: Any, value: Any, /) -> None:
        if _with_thread_state(instance._bits) & _hooks.function_keys:
            _hooks.override(self.__set__, (instance, value), {})
        else:
            self.__wrapped__.__set__(instance, value)

    def __delete__(self, instance: Any, /) -> None:
        if _with_thread_state(instance._bits) & _hooks.function_keys:
            _hooks.override(self.__delete__, (instance,), {})
        else:
            self.__wrapped__.__delete__(instance)


class Method(_Member):
    """A method written in Python."""

    __slots__ = ()
    _kind, _owner = "method", "Tensor"

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        bits = 0
        for value in (*args, *kwargs.values()):
            if isinstance(value, TensorBase):
                bits |= value._bits
        function = self.__wrapped__
        if _with_thread_state(bits) & _hooks.function_keys and not hasattr(function, "asks_handlers"):
            return _hooks.override(self, args, kwargs)
        return function(*args, **kwargs)

    def __get__(self, instance: Any, owner: type | None = None, /) -> Any:
        return self if instance is None else MethodType(self, instance)


# Members that the engine in C knows answers for must be of these kinds in both engines.
_KINDS: Final[dict[type, Callable[[str, Any], Any]]] = {FunctionType: Method, property: Attribute}


def member(name: str, python: Any, /, *ops: Op) -> Any:
    """A member of a tensor class: the engine answers where it can, handlers of functions may answer before it."""
    if not isinstance(name, str):
        raise TypeError("the name of a member or shortcut is a str")
    for op in ops:
        if not isinstance(op, Op):
            raise TypeError(f"expected an operator, not {type(op).__name__}")
    kind = _KINDS.get(type(python)) or (Attribute if isinstance(python, property) else None)
    if kind is None:
        raise TypeError(f"member() takes a function or property for {name}, not {type(python).__name__}")
    return kind(name, python)
