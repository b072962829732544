"""What programs ask of a traced value: its data, and whether it is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.numpy import Array
from wye.numpy.arrays import concrete
from wye.numpy.primitives import primitive
from wye.pytree import tree_map

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Box", "getval", "isbox", "notrace_primitive", "primitive", "register_notrace"]

Box = Array


def isbox(x: Any) -> bool:
    """Is it a traced array?"""
    return type(x) is Array


def getval(x: Any) -> Any:
    """The data of a traced array, which no gradient follows; other values as they are."""
    if type(x) is not Array:
        return x
    found = concrete(x, "getval(x)")
    return found if found.ndim else found[()]


Array._value = property(getval, doc="The data, which no gradient follows.")  # type: ignore[attr-defined]


def notrace_primitive(f_raw: Callable[..., Any]) -> Callable[..., Any]:
    """A function that gets the data of traced arrays: no gradient passes it."""

    def called(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = tree_map(getval, (args, kwargs), is_leaf=isbox)
        return f_raw(*args, **kwargs)

    called.__name__ = getattr(f_raw, "__name__", "notrace")
    called.__doc__ = f_raw.__doc__
    return called


def register_notrace(trace_type: Any, primitive_fun: Any) -> None:
    """Say that no gradient passes a primitive: the rules that are registered for it are taken away."""
    primitive_fun.vjp_rule = lambda argnums, ans, args, kwargs: lambda g: [None for _ in argnums]
