"""Functions and methods, made from the schemas: `wye.sin(x)`, ``x.sin()``, ``x.add_(y)``, ``out=``.

A function forwards to the operators of its name without any Python in between.  Where Python's ways of calling differ
from a schema's (``x.view(2, 3)``, ``input=``, ``axis=``, named results), a small adapter stands in front.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.register import library
from wye.call.packets import ops
from wye.schema import types
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable
    from inspect import Signature

    from wye.call import OpOverload, OpOverloadPacket

__all__ = ["Function", "function", "names"]

assert library.ns == "aten"  # importing it has registered the operators
_RENAMED: Final = {"input": "self", "axis": "dim", "keepdims": "keepdim"}
_PRIVATE: Final = ("__and__", "__or__", "__xor__", "__lshift__", "__rshift__")
_MAKES: Final = frozenset(("layout", "device", "pin_memory"))  # arguments that only factories have


class _Doc:
    """Text for `help`, made when somebody reads it."""

    def __get__(self, instance: Function | None, owner: type) -> str:
        return "A function of tensors, and the method of the same name." if instance is None else _doc(instance.packet)


class Function(engine.Function):  # noqa: D101 - see _Doc
    __doc__ = _Doc()  # type: ignore[assignment]  # of the class and of each function
    __name__: str
    __qualname__: str
    __module__: str
    packet: OpOverloadPacket  # the operators that it calls

    def __new__(cls, name: str) -> Function:
        """The function of the operators ``aten::name``."""
        self = super().__new__(cls)
        packet: OpOverloadPacket = getattr(ops.aten, name)
        self.packet, self.__name__, self.__qualname__, self.__module__ = packet, name, name, "wye"
        self.forward_to(_adapter(packet) or packet)
        self.keywords_to(_for_keywords(packet))
        return self

    @property
    def __signature__(self) -> Signature:
        return self._overloads[0].__signature__

    @property
    def _overloads(self) -> list[OpOverload]:
        return self.packet.op_overloads()

    def __repr__(self) -> str:
        return f"<function wye.{self.__name__}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return function, (self.__name__,)

    def __copy__(self) -> Function:
        return self

    def __deepcopy__(self, memo: object) -> Function:
        return self


def _summary(packet: OpOverloadPacket) -> str:
    """The first sentence of the first rule that has one."""
    from wye.registry import registry  # here: only for who asks

    for overload in packet.op_overloads():
        for kernels in registry.entries[overload.name()].kernels.values():
            doc = getattr(getattr(kernels[0].fn, "__wrapped__", kernels[0].fn), "__doc__", None)
            if doc:
                return str(doc).strip().splitlines()[0]
    return f"The operator {packet}."


def _doc(packet: OpOverloadPacket) -> str:
    schemas = "\n".join(f"    {overload.schema}" for overload in packet.op_overloads())
    return f"{_summary(packet)}\n\nOverloads:\n{schemas}\n"


def _integer_list_at(packet: OpOverloadPacket) -> int | None:
    """The place of a list of integers that may be given as single arguments; None: there is none."""
    for overload in packet.op_overloads():
        schema = overload.schema
        positional = [a for a in schema.arguments if not a.kwarg_only]
        at = 1 if positional and isinstance(positional[0].real_type, types.TensorType) else 0
        if len(positional) == at + 1 and positional[at].real_type.str() in ("int[]", "SymInt[]"):
            return at
    return None


def _result_type(packet: OpOverloadPacket) -> Any:
    """A class for results that have names."""
    for overload in packet.op_overloads():
        named = [returned.name for returned in overload.schema.returns]
        if len(named) > 1 and all(named):
            return namedtuple(packet.__name__, named, module="wye.return_types")  # type: ignore[misc]  # noqa: PYI024
    return None


def _adapter(packet: OpOverloadPacket) -> Callable[..., Any] | None:
    """What stands between a call without keywords and the operators; None: nothing needs to."""
    at, named = _integer_list_at(packet), _result_type(packet)
    if at is None and named is None:
        return None

    def call(*args: Any) -> Any:
        if at is not None and len(args) > at:
            args = _with_list(args, at)
        result = packet(*args)
        return named(*result) if named is not None and type(result) is tuple else result

    return call


def _with_list(args: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    """Arguments in which the integers from ``at`` on are one list."""
    first = args[at]
    if type(first) is int:
        return (*args[:at], list(args[at:]))
    if isinstance(first, tuple) and type(first) is not tuple:
        return (*args[:at], list(first), *args[at + 1 :])
    return args


def _for_keywords(packet: OpOverloadPacket) -> Callable[..., Any]:
    """What runs when there are keywords: PyTorch's other names for arguments, and outputs as a tuple."""
    at, named = _integer_list_at(packet), _result_type(packet)
    known = {a.name for overload in packet.op_overloads() for a in overload.schema.arguments}
    renamed = {other: name for other, name in _RENAMED.items() if name in known and other not in known}
    makes = _MAKES <= known

    def call(*args: Any, **kwargs: Any) -> Any:
        for other in renamed.keys() & kwargs.keys():
            kwargs[renamed[other]] = kwargs.pop(other)
        if type(kwargs.get("out")) in (tuple, list) and not isinstance(kwargs["out"], Tensor):
            kwargs.update(_named_outs(packet, kwargs.pop("out")))
        elif "out" in kwargs and kwargs["out"] is None:
            del kwargs["out"]
        requires_grad = makes and kwargs.pop("requires_grad", False)
        if at is not None and len(args) > at:
            args = _with_list(args, at)
        result = packet(*args, **kwargs)
        if requires_grad:
            result.requires_grad_()
        return named(*result) if named is not None and type(result) is tuple else result

    return call


def _named_outs(packet: OpOverloadPacket, outs: Any) -> dict[str, Any]:
    """A tuple of outputs by the names that an overload has for them."""
    for overload in packet.op_overloads():
        arguments = overload.schema.arguments
        written = [a.name for a in arguments if a.kwarg_only and a.alias_info is not None and a.alias_info.is_write]
        if len(written) == len(outs):
            return dict(zip(written, outs, strict=True))
    return {"out": outs}


_functions: dict[str, Function] = {}


def names() -> list[str]:
    """The names that have a function."""
    return [name for name in ops.aten if not name.startswith("__") or name in _PRIVATE]


def function(name: str) -> Function:
    """The function of a name, always the same.

    Raises:
        AttributeError: there is no such operator.
    """
    found = _functions.get(name)
    if found is None:
        found = _functions[name] = Function(name)
    return found
