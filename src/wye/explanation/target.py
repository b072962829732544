"""What `explain` was asked about: the operator that a call means, its arguments, and why no other overload.

In: an operator, a packet, a function, a method or a name, and arguments.  Out: a `Target`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING, Any

from wye.aten.functions import Function, function
from wye.aten.misfit import is_about_numpy, misfit, why_not
from wye.call import OpOverload, OpOverloadPacket
from wye.call.packets import packet_of
from wye.errors import ArgumentError, NotExplainableError
from wye.explanation.array_calls import of_arrays, operator_of
from wye.library.custom_ops import CustomOpDef
from wye.overrides import resolve_name
from wye.registry import registry
from wye.schema.bind import bind

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Target", "find_target"]


@dataclass(slots=True)
class Target:
    """One call.

    Attributes:
        call: What a program calls.
        given: With which arguments.
        op: The operator that it means; None: the function is written in Python and calls several, or nothing fits.
        args: The operator's arguments.
        kwargs: Those by name.
        called_as: The name under which it was called; None: the operator's own.
        overloads: Which overloads there are, and why one was chosen.
        error: Why no overload fits.
        is_function: Is it a public function, which asks function modes before it calls an operator?
        of_arrays: Were there ndarrays, which are arrays of wye in `given`?
    """

    call: Callable[..., Any]
    given: tuple[tuple[Any, ...], dict[str, Any]]
    op: OpOverload | None = None
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    called_as: str | None = None
    overloads: list[dict[str, Any]] = field(default_factory=list)
    error: Exception | None = None
    is_function: bool = False
    of_arrays: bool = False


def find_target(what: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Target:
    """What a call means.

    Raises:
        NotExplainableError: it is no operator and no function.
    """
    if isinstance(what, str):
        what = _by_name(what)
    if isinstance(what, CustomOpDef):
        what = what._opoverload
    if isinstance(what, OpOverload):
        return _of_overload(what, args, kwargs)
    if isinstance(what, OpOverloadPacket):
        return _of_packet(what, args, kwargs)
    if isinstance(what, MethodType) and isinstance(what.__func__, Function):
        return find_target(what.__func__, (what.__self__, *args), kwargs)
    if isinstance(what, Function):
        return _of_function(what, args, kwargs)
    if isinstance(what, partial):
        return find_target(what.func, (*what.args, *args), {**what.keywords, **kwargs})
    if callable(what) and not isinstance(what, type):
        return _of_python(what, args, kwargs)
    raise NotExplainableError(
        f"wye.explain takes an operator, a function or a name, not {type(what).__name__}",
        fix='for example wye.explain(wye.add, x, y), or wye.explain("aten::add.Tensor", x, y)',
    )


def _of_python(what: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Target:
    """A function that is written in Python, or one of NumPy."""
    given = of_arrays(what, (args, kwargs))
    called = operator_of(what, args, kwargs)
    if called is None:
        target = Target(what, given or (args, kwargs), called_as=_shown_name(what), is_function=True)
    else:
        target = _of_overload(called[0], tuple(called[1]), {})
        target.call, target.given, target.called_as = what, given or (args, kwargs), _shown_name(what)
    target.of_arrays = given is not None
    return target


def _by_name(name: str) -> Any:
    """The operator, packet or function of a name like ``"aten::add.Tensor"``, ``"aten::add"``, ``"add"``."""
    short = name.removeprefix("wye.").removeprefix("ops.")
    if "::" in short:
        entry = registry.find(short)
        if entry is not None and "." in short:
            return entry.op
        try:
            return packet_of(short)
        except AttributeError:
            pass
    elif short.isidentifier():
        try:
            return function(short)
        except AttributeError:
            found = getattr(sys.modules["wye"], short, None)
            if callable(found):
                return found
    raise NotExplainableError(
        f"there is no operator or function {name!r}", fix='names are like "aten::add.Tensor", "aten::add" or "add"'
    )


def _shown_name(what: Any) -> str:
    try:
        name = resolve_name(what)
    except (AttributeError, TypeError):
        name = None
    if name is not None and hasattr(what, "__wrapped__"):  # a transform, which has the name of what it wraps
        return f"a function over {name}"
    module = str(getattr(what, "__module__", "")).partition(".")[0]
    return name or f"{module}.{getattr(what, '__qualname__', type(what).__name__)}".lstrip(".")


def _overload(op: OpOverload, chosen: bool, why: str) -> dict[str, Any]:
    return {"name": op.name(), "schema": str(op.schema), "chosen": chosen, "why": why}


def _placed(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    definition = registry.require(op.name()).definition
    accepts_none = definition is not None and definition.accepts_none
    return bind(op.schema, args, kwargs, accepts_none=accepts_none)


def _of_overload(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Target:
    target = Target(op, (args, kwargs), op, args, kwargs)
    target.overloads = [_overload(op, True, "the overload was named")]
    try:
        target.args, target.kwargs = _placed(op, args, kwargs)
    except ArgumentError as error:
        target.error = error
    return target


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _of_packet(packet: OpOverloadPacket, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Target:
    target = Target(packet, (args, kwargs), called_as=f"wye.ops.{packet}")
    try:
        target.op = packet.resolve(args, kwargs)
    except (ArgumentError, AttributeError) as error:
        target.error = error
    for op in packet.op_overloads():
        if op is target.op:
            target.args, target.kwargs = _placed(op, args, kwargs)
            why = "the first overload that the arguments fit"
        else:
            try:
                _placed(op, args, kwargs)
                why = "it fits, but a call takes the first overload that fits"
            except ArgumentError as error:
                why = _first_line(error)
        target.overloads.append(_overload(op, op is target.op, why))
    return target


def _of_function(fn: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Target:
    name = f"wye.{'Tensor.' if fn.is_method else ''}{fn.__name__}"
    overloads = fn.overloads()
    if fn.match(*args, **kwargs) is None and is_about_numpy(fn, args, kwargs):
        return _of_packet(fn.packet, args, kwargs)  # NumPy's scalars alone are arrays to operators
    target = Target(fn, (args, kwargs), called_as=name, is_function=True)
    found = fn.match(*args, **kwargs)
    if found is None:
        target.error = misfit(fn, args, kwargs)
    else:
        op, target.args, target.kwargs = found
        assert isinstance(op, OpOverload)
        target.op = op
    seen: set[str] = set()
    for overload in overloads:
        op = overload.op
        if op.name() in seen:
            continue
        seen.add(op.name())
        why = why_not(overload, args, kwargs) or "it fits, but a call takes the first overload that fits"
        if op is target.op:
            why = "the first overload that the arguments fit"
        target.overloads.append(_overload(op, op is target.op, why))
    return target
