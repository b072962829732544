"""Tangents of custom operators: the backward that a program has registered, transposed.

The gradient of ``<u, f(x)>`` is linear in u; its own gradient with respect to u, in the direction of the tangents, is
the derivative of f.  So an operator with a differentiable backward has a jvp.  Warm path: at the level below a jvp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd.api import grad
from wye.autograd.forward_mode import thread
from wye.autograd.forward_rules import not_implemented
from wye.call.packets import ops
from wye.tensors import Tensor
from wye.transforms.grad_level import track
from wye.transforms.gradients import level_of, unwrapped
from wye.transforms.tangent_level import give

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wye.transforms.tangent_level import JvpInterpreter

__all__ = ["call_transposed"]


def call_transposed(interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call an operator that has a backward; its results get their tangents.

    Raises:
        NotImplementedError: its backward cannot be differentiated with respect to its gradients.
    """
    tangents = interpreter.tangent([*args, *kwargs.values()]) if thread.enabled else None
    if tangents is None:
        return interpreter.leave(op, args, kwargs)
    seen: list[Any] = []
    plain = [interpreter._inner(value, seen) for value in args]
    by_name = {name: interpreter._inner(value, seen) for name, value in kwargs.items()}
    result, found = interpreter.below(_run, op, [*plain, *by_name.values()], list(by_name), tangents)

    def outside(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(outside(one) for one in value)
        if not isinstance(value, Tensor):
            return value
        made = track(value, interpreter)
        tangent = found.get(id(value))
        if tangent is not None:
            give(made, tangent, interpreter)
        return made

    return outside(result)


def _flat(value: Any) -> list[Any]:
    return [one for item in value for one in _flat(item)] if isinstance(value, (list, tuple)) else [value]


def _replaced(value: Any, rest: Iterator[Any]) -> Any:
    """A value with other leaves."""
    return type(value)(_replaced(one, rest) for one in value) if isinstance(value, (list, tuple)) else next(rest)


def _spread(value: Any, tangent: Any) -> list[Any]:
    """The tangents of the leaves of a value."""
    if not isinstance(value, (list, tuple)):
        return [tangent]
    given = [None] * len(value) if tangent is None else tangent
    return [leaf for one, t in zip(value, given, strict=True) for leaf in _spread(one, t)]


def _run(op: Any, values: list[Any], names: list[str], tangents: Any) -> tuple[Any, dict[int, Any]]:
    """At the level below: the result, and by the identity of its tensors their tangents."""
    directions = _spread(values, tangents)
    with level_of() as level:
        leaves = [
            one if t is None else _leaf(track(one, level)) for one, t in zip(_flat(values), directions, strict=True)
        ]
        whole = _replaced(values, iter(leaves))
        count = len(whole) - len(names)
        result = op(*whole[:count], **dict(zip(names, whole[count:], strict=True)))
    outputs = [one for one in _flat(result) if isinstance(one, Tensor) and one._requires_grad]
    inputs = [one for one, t in zip(leaves, directions, strict=True) if t is not None]
    given = [t for t in directions if t is not None]
    inner = [unwrapped(one, level) for one in outputs]
    found = _pushed(op, outputs, inner, inputs, given) if outputs else []
    return unwrapped(result, level), {id(one): t for one, t in zip(inner, found, strict=True) if t is not None}


def _leaf(tensor: Any) -> Any:
    tensor._requires_grad = True
    return tensor


def _pushed(
    op: Any, outputs: Sequence[Any], inner: Sequence[Any], inputs: Sequence[Any], directions: Sequence[Any]
) -> list[Any]:
    """The tangents of the outputs of a level that has ended; ``inner`` are the outputs without its wrappers."""
    zeros = [ops.aten.zeros_like.default(one) for one in inner]
    with level_of() as level:
        starts = [_leaf(track(one, level)) for one in zeros]
        pulled = grad(outputs, list(inputs), starts, create_graph=True, allow_unused=True)
        pairs = [(one, t) for one, t in zip(pulled, directions, strict=True) if one is not None]
        if not all(one._requires_grad for one, _ in pairs):
            raise not_implemented(
                str(op),
                "the backward that was registered for it does not record how its results depend on the gradients that "
                "it gets: compute them with operators that have a derivative, or register_autograd for those it calls",
            )
        if not pairs:
            return [None] * len(starts)
        found = grad([one for one, _ in pairs], starts, [t for _, t in pairs], allow_unused=True, create_graph=True)
        return [None if one is None else unwrapped(one, level) for one in found]
