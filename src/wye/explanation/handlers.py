"""Who answers at keys whose kernel asks others: modes, tensor subclasses, the levels of transforms, autograd.

In: a hop.  Out: a `Handler`: what it does in words, what was passed over, and where the call certainly goes on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autograd.rules import Derivative
from wye.call.py_impl import TransformType
from wye.keys import FUNCTION, DispatchKey, DispatchKeySet, after_autograd
from wye.modes.function import current_function_modes
from wye.modes.python_key import overloaded_types
from wye.modes.stack import current_modes
from wye.registry.provenance import place_of_function
from wye.registry.rules import find_rule
from wye.transforms.batched_calls import take_apart, way_of
from wye.transforms.interpreters import current

if TYPE_CHECKING:
    from wye.call import OpOverload

__all__ = ["Handler", "handler_of"]

_WAYS: Final = {
    "kernel": "a kernel that a program registered at FuncTorchBatched",
    "transform rule": "a rule of py_impl(TransformType.Vmap)",
    "rule": "a rule that a program registered (register_vmap)",
    "batching rule": "the batching rule of the operator set",
    "refused": "an error: it cannot run under vmap",
    "in place": "its functional operator, then copy_",
    "decomposition": "its decomposition: the operators that it calls come here again",
    "loop": "a loop over the examples, because it has no batching rule",
}
_AUTOGRAD: Final = DispatchKey.AutogradFunctionality


@dataclass(slots=True)
class Handler:
    """What a kernel that asks others does.

    Attributes:
        reason: In words.
        considered: What was passed over, and why.
        name: Who handles the call.
        place: Where that is written.
        continues: The keys with which the call certainly goes on; None: that is up to the handler.
    """

    reason: str
    considered: list[dict[str, str]] = field(default_factory=list)
    name: str | None = None
    place: str | None = None
    continues: DispatchKeySet | None = None


def handler_of(
    op: OpOverload, keys: DispatchKeySet, kernel: Any, is_built_in: bool, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Handler | None:
    """Who answers at the highest of these keys, where its kernel is one of wye's that asks; None: the kernel itself."""
    if keys.bits & FUNCTION.bits:
        return _functions(keys, args, kwargs)
    key = keys.highest_priority()
    if key.functionality == _AUTOGRAD and isinstance(kernel.how, engine.Pass):  # only autograd's own have one
        return _autograd(op, keys & after_autograd())
    if not is_built_in:
        return None
    if key == DispatchKey.Python:
        return _python(args, kwargs)
    if key == DispatchKey.FuncTorchDynamicLayerFrontMode:
        return _transform(op, args, kwargs)
    return None


def _autograd(op: OpOverload, below: DispatchKeySet) -> Handler:
    """Autograd records the call: with the formula that a program has registered, or that of the operator set."""
    handler = Handler("an argument requires grad: autograd records the call", continues=below)
    rule = find_rule(op, "autograd")
    row = op._entry.row
    derivative = None if row is None else row.rule("derivatives")
    if rule is not None:
        handler.name, handler.place = "register_autograd", place_of_function(rule.fn)
    elif isinstance(derivative, Derivative) and derivative.formulas:
        first = next(iter(derivative.formulas.values()))
        handler.name, handler.place = "derivative formula", place_of_function(first)
    elif row is None:
        handler.reason += "; it has no derivative formula, so no gradients go through it"
    return handler


def _method(owner: Any, name: str) -> tuple[str, str | None]:
    cls = owner if isinstance(owner, type) else type(owner)
    fn = getattr(cls, name, None)
    return f"{cls.__qualname__}.{name}", place_of_function(getattr(fn, "__func__", fn))


def _asked(kind: str, method: str, modes: tuple[Any, ...], classes: tuple[type, ...]) -> Handler:
    """Modes are asked first, the innermost first, then classes."""
    owners: list[Any] = [*reversed(modes), *classes]
    if not owners:
        return Handler(f"no {kind} is left: the call goes on")
    name, place = _method(owners[0], method)
    what = "the innermost mode" if modes else "a tensor class"
    considered = [
        {"what": _method(owner, method)[0], "why_not": "asked only by what is called inside, or if those before refuse"}
        for owner in owners[1:]
    ]
    return Handler(f"{what}, {name}, handles the call", considered, name, place)


def _functions(keys: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Handler:
    modes = current_function_modes()
    classes = () if modes else tuple(
        {type(v): None for v in (*args, *kwargs.values()) if hasattr(type(v), "__wye_function__")}
    )  # fmt: skip
    return _asked("function mode", "__wye_function__", modes, classes)


def _python(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Handler:
    return _asked("mode", "__wye_dispatch__", current_modes(), overloaded_types(args, kwargs))


def _transform(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Handler:
    top = current()
    if top is None:
        return Handler("no transform is running")
    name = f"{top.kind.name.lower()}, level {top.level()}"
    if top.kind is not TransformType.Vmap:
        return Handler(f"the transform on top ({name}) handles the call", name=type(top).__qualname__)
    if not take_apart((*args, *kwargs.values()), top.level())[2]:
        return Handler(f"{name}: no argument is batched there, so the call goes on one level below", name="unbatched")
    way = way_of(op)
    handler = Handler(f"{name}: {_WAYS[way.name]}", name=way.name, place=place_of_function(way.fn))
    for other, words in _WAYS.items():
        if other == way.name:
            break
        if other not in ("refused", "in place"):
            handler.considered.append({"what": words, "why_not": "there is none"})
    return handler
