"""Effects: operators whose calls must stay in their order, and tokens that keep the order in a graph of data.

`register_effectful_op` is cold.  `with_effects` is warm: it calls an operator and hands a token on, so that a graph
of such calls has an edge from each to the next.

See Note [Operators with effects].
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Final

from wye.call import OperatorBase, OpOverload
from wye.call.script_objects import is_called_with_fakes, unwrap_fake
from wye.errors import LibraryError, UnsuitableOperatorError
from wye.higher_order.operator import HigherOrderOperator
from wye.library import CustomOpDef
from wye.library.targets import split_name
from wye.registry import Registration, registry
from wye.schema.object_classes import SCRIPT_PREFIX, classes
from wye.schema.types import ClassType
from wye.tensors.making import unseen_tensor

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = [
    "EffectHolder",
    "EffectType",
    "WithEffects",
    "get_effect",
    "get_effect_key",
    "handle_effects",
    "has_aliasing",
    "has_effects",
    "new_token_tensor",
    "register_effectful_op",
    "with_effects",
]

# Note [Operators with effects]
# The first of these that says something decides about an operator:
#   what was registered for it, the newest first; None says that it has no effect. It is kept with the operator's rules
#   its schema: one with a script class among its arguments has effects, for the object may change
#   the moment: while this thread calls it with a fake object, it has effects
# A few of PyTorch's classes are exempt from the second rule: their objects hold parameters and never change.
# Operators that alias or write to an argument never count: their order is in the data already.
# Broken by: a second list of effectful operators.
# Guarded by: tests/unit/higher_order/test_effects.py

_Operator = str | OperatorBase | CustomOpDef
_KIND: Final = "effect"
_EXEMPT: Final = frozenset(
    SCRIPT_PREFIX + name
    for name in (
        "quantized.Conv2dPackedParamsBase",
        "quantized.Conv3dPackedParamsBase",
        "quantized.EmbeddingPackedParamsBase",
        "quantized.LinearPackedParamsBase",
        "xnnpack.Conv2dOpContext",
        "xnnpack.LinearOpContext",
        "xnnpack.TransposeConv2dOpContext",
    )
)


class EffectType(enum.Enum):
    """What kind of effect; calls with the same kind stay in their order."""

    ORDERED = "Ordered"


def _operator(op: _Operator) -> OperatorBase:
    """The operator itself.

    Raises:
        LibraryError: it is not one.
        OperatorNotFoundError: nothing of that name is defined.
    """
    if isinstance(op, CustomOpDef):
        return op._opoverload
    if isinstance(op, str):
        split_name(op)
        return registry.require(op).op  # type: ignore[return-value]  # the registry makes no others
    if not isinstance(op, OperatorBase):
        raise LibraryError(
            f"Invalid operator input {op}", fix='an operator is "namespace::name", ops.namespace.name.default, or a hop'
        )
    return op


class EffectHolder:
    """The effect of one operator."""

    __slots__ = ("_op",)

    def __init__(self, op: _Operator) -> None:
        self._op = _operator(op)

    @property
    def effect(self) -> EffectType | None:
        """Its effect now.  See Note [Operators with effects]."""
        registered: list[list[EffectType | None]] = self._op._rules.get(_KIND, [])
        if registered:
            return registered[0][0]
        if not isinstance(self._op, OpOverload):
            return None
        found = any(_may_change(argument.type) for argument in self._op.schema.arguments)
        return EffectType.ORDERED if found or is_called_with_fakes(self._op) else None

    def register(self, effect: EffectType | None) -> Registration:
        """Register its effect, or None for none; the handle removes the registration."""
        rules, mark = self._op._rules, [effect]  # a new list, found again by identity
        with registry.lock:
            rules[_KIND] = [mark, *rules.get(_KIND, ())]

        def undo(_: Registration) -> None:
            with registry.lock:
                rest = [other for other in rules.get(_KIND, ()) if other is not mark]
                if rest:
                    rules[_KIND] = rest
                else:
                    rules.pop(_KIND, None)

        return Registration(undo)


def _may_change(of: object) -> bool:
    return isinstance(of, ClassType) and of.text not in _EXEMPT


def register_effectful_op(op: _Operator, effect: EffectType | None) -> Registration:
    """Say that calls of an operator have an effect; None says that they have none.

    >>> from wye import dispatch
    >>> with dispatch.library("DEF", "doctest_effects") as lib:
    ...     say = lib.define("say(str text) -> ()")
    ...     handle = register_effectful_op(say, EffectType.ORDERED)
    ...     has_effects(say)
    True

    Args:
        op: The operator, a higher-order one too, or its full name.
        effect: Its effect.

    Raises:
        LibraryError: ``op`` is not an operator.
        OperatorNotFoundError: nothing of that name is defined.
    """
    return EffectHolder(op).register(effect)


def get_effect(op: _Operator) -> EffectType | None:
    """The effect of an operator, or None.

    Raises:
        LibraryError: ``op`` is not an operator.
        OperatorNotFoundError: nothing of that name is defined.
    """
    return EffectHolder(op).effect


def get_effect_key(
    op: _Operator, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
) -> EffectType | None:
    """The effect of one call: the operator's, or that of an object of a script class among the arguments."""
    effect = get_effect(op)
    if effect is not None or _operator(op)._rules.get(_KIND):
        return effect
    objects = (classes.of_class(type(unwrap_fake(value))) for value in (*args, *(kwargs or {}).values()))
    changing = any(known is not None and known.kind == "script" and known.text not in _EXEMPT for known in objects)
    return EffectType.ORDERED if changing else None


def has_aliasing(op: OperatorBase) -> bool:
    """Does it write to an argument, or return one or a view of one?"""
    if not isinstance(op, OpOverload):
        return False
    return any(value.alias_info is not None for value in (*op.schema.arguments, *op.schema.returns))


def has_effects(op: object) -> bool:
    """Is it an operator whose calls must stay in order by tokens?"""
    return isinstance(op, (HigherOrderOperator, OpOverload)) and not has_aliasing(op) and get_effect(op) is not None


def new_token_tensor() -> Tensor:
    """A token: a tensor without elements."""
    return unseen_tensor([])


class WithEffects(HigherOrderOperator):
    """``with_effects(token, op, *args, **kwargs)`` calls ``op`` and gives ``(new token, result)``.

    A result that is a tuple is spread: ``(new token, *results)``. A call that takes the new token runs after this one.
    """

    def __init__(self) -> None:
        super().__init__("with_effects")

    def __call__(self, token: Any, op: Any, /, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call ``op`` after what made ``token``.

        Raises:
            UnsuitableOperatorError: ``op`` is not an operator, or one that aliases its arguments.
        """
        if not isinstance(op, (HigherOrderOperator, OpOverload)):
            raise UnsuitableOperatorError(
                f"op must be HigherOrderOperator or OpOverload, got {type(op)}",
                fix="of a packet, name the overload: wye.ops.ns.name.default",
            )
        if has_aliasing(op):
            raise UnsuitableOperatorError(
                f"Ops with aliasing is not supported: {op}",
                fix="a token orders calls that no data orders; auto_functionalized calls an operator that writes",
            )
        result: tuple[Any, ...] = super().__call__(token, op, *args, **kwargs)
        return result


with_effects: Final = WithEffects()
with_effects.fallthrough("AutogradCPU")
with_effects.fallthrough("AutogradCUDA")


@with_effects.py_impl("CompositeExplicitAutograd")
def _run(token: Any, op: Any, /, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
    result = op(*args, **kwargs)
    # A tuple is several results of the schema; a list is one.
    return (new_token_tensor(), *result) if isinstance(result, tuple) else (new_token_tensor(), result)


def handle_effects(
    allow_token_discovery: bool,
    tokens: dict[EffectType, Any],
    op: OpOverload,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Call an effectful operator through `with_effects`, with and for the tokens of a program.

    Args:
        allow_token_discovery: May a kind of effect come up that has no token yet?
        tokens: The last token of each kind; the call's own takes its place.
        op: The operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.

    Returns:
        What the operator returns.

    Raises:
        UnsuitableOperatorError: it has no effects, or its kind has no token.
    """
    effect = get_effect(op)
    if effect is None:
        raise UnsuitableOperatorError(f"effect key must not be None for op {op}", fix="register_effectful_op")
    if effect not in tokens:
        if not allow_token_discovery:
            raise UnsuitableOperatorError(
                f"Could not find a token for effect {effect} which came from the function {op}",
                fix="tokens[effect] = new_token_tensor(), or allow_token_discovery=True",
            )
        tokens[effect] = new_token_tensor()
    token, *results = with_effects(tokens[effect], op, *args, **kwargs)
    tokens[effect] = token
    return tuple(results) if len(op.schema.returns) > 1 else results[0]
