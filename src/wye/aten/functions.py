"""Functions and methods, made from the schemas: `wye.sin(x)`, ``x.sin()``, ``x.add_(y)``, ``out=``.

A function forwards to the operators of its name without any Python in between.  Where Python's ways of calling differ
from a schema's (``x.view(2, 3)``, ``input=``, ``axis=``, named results), a small adapter stands in front.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.aten.register import operators
from wye.aten.signatures import FACTORY_ARGUMENTS, Form, forms, result_names, takes_integers_at
from wye.call.packets import ops
from wye.modes import function as function_modes
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable
    from inspect import Signature

    from wye.call import OpOverloadPacket
    from wye.schema import FunctionSchema

__all__ = ["Function", "function", "function_forms", "names", "result_type"]

assert operators.names()  # importing it has announced the operators
_RENAMED: Final = {"input": "self", "axis": "dim", "keepdims": "keepdim"}
_ELSEWHERE: Final = ("A copy", "A view", "Views", "The same memory")  # beginnings of what is not so in place
_VARIANTS: Final = {"_": "in place", "_copy": "as a copy", "_backward": "backwards: the gradient of its input"}
_PRIVATE: Final = ("__and__", "__or__", "__xor__", "__lshift__", "__rshift__")


class _Doc:
    """Text for `help`, made when somebody reads it."""

    def __get__(self, instance: Function | None, owner: type) -> str:
        return "A function of tensors, and the method of the same name." if instance is None else _doc(instance.packet)


class Function(engine.Function):  # noqa: D101 - see _Doc
    __doc__ = _Doc()  # of the class and of each function
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
        return function_forms(self.__name__)[0].signature()

    def __repr__(self) -> str:
        return f"<function wye.{self.__name__}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return function, (self.__name__,)

    def __copy__(self) -> Function:
        return self

    def __deepcopy__(self, memo: object) -> Function:
        return self


def _schemas(packet: OpOverloadPacket) -> list[FunctionSchema]:
    return list(packet._schemas.values())  # without making an overload object of each


def function_forms(name: str) -> list[Form]:
    """The ways to call a function, most telling first; its first tensor is called ``input``, as in PyTorch."""
    made = forms(_schemas(getattr(ops.aten, name)))
    return [form.renamed("self", "input") for form in made]


def _said_by_rules(packet: OpOverloadPacket) -> str | None:
    """The first sentence of a rule of these operators; one that is derived says nothing of its variant."""
    from wye.registry import registry  # here: only for who asks

    for overload in packet.op_overloads():
        for kernels in registry.entries[overload.name()].kernels.values():
            doc = getattr(kernels[0].fn, "__doc__", None) if kernels[0].fn is not None else None
            if doc and not doc.startswith("The same"):
                return str(doc).strip().splitlines()[0]
    return None


def _summary(name: str) -> str:
    """One sentence about a function."""
    from wye.aten.summaries import OTHER_NAMES, SENTENCES  # here: only for who asks

    if name in SENTENCES:
        return SENTENCES[name]
    for suffix, remark in (("", "Another name of `{}`."), ("_", "Another name of `{}_`.")):
        other = OTHER_NAMES.get(name.removesuffix(suffix))
        if other is not None and name.endswith(suffix):
            return f"{remark.format(other)}  {_summary(other)}"
    said = _said_by_rules(getattr(ops.aten, name))
    if said is not None:
        return said
    for suffix, remark in _VARIANTS.items():
        base = name.removesuffix(suffix)
        if base != name and base in ops.aten:
            said = _summary(base)
            return f"`{base}` {remark}." if said.startswith(_ELSEWHERE) else f"`{base}` {remark}.  {said}"
    return f"The operator aten::{name}."


def _doc(packet: OpOverloadPacket) -> str:
    name = packet.__name__
    calls = "\n".join(f"    {name}{form}" for form in function_forms(name))
    schemas = "\n".join(f"    {schema}" for schema in _schemas(packet))
    return f"{_summary(name)}\n\n{calls}\n\nSchemas:\n{schemas}\n"


@cache
def result_type(name: str) -> Any:
    """The class of a function's results, where it has several and they have names; None otherwise."""
    named = result_names(_schemas(getattr(ops.aten, name)))
    if not named:
        return None
    plain = namedtuple(name, named)  # type: ignore[misc]
    return type(name, (plain,), {"__slots__": (), "__module__": "wye.return_types", "__repr__": _results_text})


def _results_text(results: Any) -> str:
    """Named results as PyTorch prints them, one to a line."""
    lines = ",\n".join(f"{name}={value!r}" for name, value in zip(results._fields, results, strict=True))
    return f"{shown.package}.return_types.{type(results).__name__}(\n{lines})"


def _adapter(packet: OpOverloadPacket) -> Callable[..., Any] | None:
    """What stands between a call without keywords and the operators; None: nothing needs to."""
    at, pack, sized = takes_integers_at(_schemas(packet)), _packing(packet), _sized(packet)
    if at is None and pack is None and not sized:
        return None
    alone = at is not None and _takes_one_integer(packet, at)
    if at is not None and pack is None and not sized and not alone:
        return _for_integers(packet, at)

    def call(*args: Any) -> Any:
        if at is not None and len(args) > at + alone:
            args = _with_list(args, at)
        if sized:
            args = tuple(_repeated(value, sized.get(i)) for i, value in enumerate(args))
        result = packet(*args)
        return result if pack is None else pack(result)

    return call


def _takes_one_integer(packet: OpOverloadPacket, at: int) -> bool:
    """Does an overload take one integer where another takes a list?  Then one that stands alone is no list."""
    found = [[a for a in schema.arguments if not a.kwarg_only][at : at + 1] for schema in _schemas(packet)]
    return any(a[0].real_type.str().rstrip("?") in ("int", "SymInt") for a in found if a)


def _for_integers(packet: OpOverloadPacket, at: int) -> Callable[..., Any]:
    """What gathers integers in a list, and calls the only overload that takes one: ``x.view(2, 3)``."""
    overload = next(o for o in packet.op_overloads() if takes_integers_at([o.schema]) == at)

    def method(of: Any, *args: Any) -> Any:
        if args and type(args[0]) is int:
            return overload(of, [*args])
        return packet(*_with_list((of, *args), 1)) if args else packet(of)

    def call(*args: Any) -> Any:
        if len(args) > at:
            if type(args[at]) is int:
                return overload(*args[:at], [*args[at:]])
            args = _with_list(args, at)
        return packet(*args)

    return method if at == 1 else call


def _packing(packet: OpOverloadPacket) -> Callable[[Any], Any] | None:
    """What makes a Python result of several: a tuple with names, or a tuple of a list; None: there is one result."""
    named = result_type(packet.__name__)
    if named is not None:
        return lambda result: named(*result) if type(result) is tuple else result
    if any(len(schema.returns) == 1 and schema.returns[0].real_type.str() == "Tensor[]" for schema in _schemas(packet)):
        return lambda result: tuple(result) if type(result) is list else result
    return None


def _sized(packet: OpOverloadPacket) -> dict[int | str, int]:
    """Arguments, by place and by name, that are lists of a fixed number of sizes: `conv2d` takes ``stride=2``."""
    found: dict[int | str, int] = {}
    for schema in _schemas(packet):
        for i, argument in enumerate(schema.arguments):
            if argument.N is not None and argument.N > 0 and argument.real_type.str().startswith("SymInt["):
                found.setdefault(argument.name, argument.N)
                if not argument.kwarg_only:
                    found.setdefault(i, argument.N)
    return found


def _repeated(value: Any, times: int | None) -> Any:
    return [value] * times if times is not None and type(value) is int else value


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
    at, pack, sized = takes_integers_at(_schemas(packet)), _packing(packet), _sized(packet)
    known = {a.name for schema in _schemas(packet) for a in schema.arguments}
    renamed = {other: name for other, name in _RENAMED.items() if name in known and other not in known}
    makes = known >= FACTORY_ARGUMENTS
    alone = at is not None and _takes_one_integer(packet, at)

    def call(*args: Any, **kwargs: Any) -> Any:
        if "axis" in renamed and kwargs.get("axis", ...) is None:
            del kwargs["axis"]  # as NumPy's functions call methods: all of them
        for other in renamed.keys() & kwargs.keys():
            kwargs[renamed[other]] = kwargs.pop(other)
        if type(kwargs.get("out")) in (tuple, list) and not isinstance(kwargs["out"], Tensor):
            kwargs.update(_named_outs(packet, kwargs.pop("out")))
        elif "out" in kwargs and kwargs["out"] is None:
            del kwargs["out"]
        requires_grad = makes and kwargs.pop("requires_grad", False)
        if at is not None and len(args) > at + alone:
            args = _with_list(args, at)
        if sized:
            args = tuple(_repeated(value, sized.get(i)) for i, value in enumerate(args))
            kwargs = {name: _repeated(value, sized.get(name)) for name, value in kwargs.items()}
        result = packet(*args, **kwargs)
        if requires_grad:
            result.requires_grad_()
        return result if pack is None else pack(result)

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


def _public(op: Any) -> Any:
    """What function handlers are told that was called.  See Note [What handlers are told]."""
    if op.namespace != "aten":
        return op
    name = op._opname
    return op if name.startswith("__") and name not in _PRIVATE else function(name)


function_modes.hooks.public = _public
