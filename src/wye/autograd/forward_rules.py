"""How an operator's derivative gives the tangents of its results.

Hot path inside a level of forward mode.  In: a call, the tangents of its arguments.  Out: those of its results.
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autograd.formulas import conj
from wye.autograd.forward_mode import current_level, has_tangents, is_used, primal_of, set_tangent, tangent_of
from wye.autograd.forward_mode import write_tangent as write_tangent
from wye.autograd.saved import SavedTensor
from wye.autograd.state import BELOW
from wye.autograd.views import Geometry
from wye.call.packets import ops
from wye.grad_mode import thread as grad_mode
from wye.keys import after_autograd
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.autograd.rules import Recipe
    from wye.keys import DispatchKeySet

__all__ = ["Forward", "has_tangent", "is_used", "not_implemented", "primals", "unrecorded"]

_AFTER: Final = after_autograd()


def has_tangent(values: Sequence[Any]) -> bool:
    """Does a tensor among values, or in lists of them, have a tangent that counts now?"""
    if not has_tangents():
        return False
    for value in values:
        if type(value) in (list, tuple):
            if has_tangent(value):
                return True
        elif isinstance(value, Tensor) and tangent_of(value) is not None:
            return True
    return False


def not_implemented(name: str, why: str = "it has not been implemented yet.") -> NotImplementedError:
    """The error for an operator that has no rule."""
    return NotImplementedError(f"Trying to use forward AD with {name} that does not support it because {why}")


def primals(value: Any) -> Any:
    """A value, its tensors without their tangents."""
    if type(value) in (list, tuple):
        return [primals(one) for one in value]
    return primal_of(value) if isinstance(value, Tensor) and tangent_of(value) is not None else value


def _tangents(value: Any) -> Any:
    if type(value) in (list, tuple):
        found = [_tangents(one) for one in value]
        return None if all(one is None for one in found) else found
    return tangent_of(value) if isinstance(value, Tensor) else None


def _with_zeros(tangent: Any, primal: Any) -> Any:
    """A tangent, or zeros where there is none."""
    if type(primal) in (list, tuple):
        given = [None] * len(primal) if tangent is None else tangent
        return [_with_zeros(one, other) for one, other in zip(given, primal, strict=True)]
    if tangent is not None or not isinstance(primal, Tensor):
        return tangent if tangent is not None or primal is None else 0  # a number in a tensor's place is constant
    return ops.aten.zeros_like.default(primal)


def unrecorded(call: Callable[..., Any], keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run a call below autograd, where nothing is recorded but a level of forward mode has brought it here."""
    result = BELOW.run(call, keyset & _AFTER, *args, **kwargs)
    for one in result if type(result) in (list, tuple) else (result,):
        if isinstance(one, Tensor) and one._base is not None:
            one._made |= engine.MADE_WITHOUT_GRAD
    return result


def _fact(kind: str, value: Any) -> Any:
    if type(value) in (list, tuple):
        return [_fact(kind, one) for one in value]
    if not isinstance(value, Tensor):
        return () if kind == "shape" else None
    return tuple(value.shape) if kind == "shape" else value.dtype if kind == "dtype" else Geometry(value)


@cache
def _parameters(fn: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(fn).parameters)


class _Call:
    """One call, as rules see it: primal values, tangents, results."""

    __slots__ = ("_recipe", "names", "results", "tangents", "values")

    def __init__(self, recipe: Recipe, values: Sequence[Any], tangents: list[Any]) -> None:
        self._recipe, self.values, self.tangents = recipe, values, tangents
        self.names = [a.name for a in recipe.schema.arguments]
        self.results: Sequence[Any] = ()

    def given(self, fn: Callable[..., Any], grad: Any = None, needs: tuple[bool, ...] = ()) -> list[Any]:
        """The arguments of a rule's function."""
        return [self._one(name, fn, grad, needs) for name in _parameters(fn)]

    def _one(self, name: str, fn: Callable[..., Any], grad: Any, needs: tuple[bool, ...]) -> Any:
        if name.endswith("_t") and name[:-2] in self.names:
            number = self.names.index(name[:-2])
            return _with_zeros(self.tangents[number], self.values[number])
        kind, number = self._recipe.find(name, fn)
        if kind == "input":
            return self.values[number]
        if kind == "result":
            return self.results[number]
        if kind in ("shape", "dtype", "geometry"):
            return _fact(kind, self.values[number])
        return needs if kind == "needs" else [grad] if kind == "grads" else grad


class Forward:
    """The forward rule of an operator.

    Attributes:
        op: What is applied to tangents, where the rule says so: the operator, or its form that writes to nothing.
        writes: Does a call write to its first argument?
    """

    __slots__ = ("_differentiable", "_name", "_recipe", "_redispatch", "_rule", "op", "writes")

    def __init__(self, recipe: Recipe, own: Any, functional: Any = None, *, writes: bool = False) -> None:
        self._recipe, self._rule, self._redispatch = recipe, recipe.rule.forward, own.redispatch
        self._name = recipe.schema.name.rpartition("::")[2]
        self._differentiable = frozenset(recipe.differentiable)
        self.op = own if functional is None else functional
        self.writes = writes

    def call(
        self, record: Callable[..., Any], values: Sequence[Any], keyset: DispatchKeySet, args: Any, kwargs: Any
    ) -> Any:
        """Run a call, recorded if the thread records, and compute the tangents of its results."""
        follows = has_tangent([values[number] for number in self._differentiable])
        seen = None
        if follows:
            if self._rule is None:
                raise not_implemented(self._name)
            seen = self._seen(values)
        if grad_mode.grad:
            result = record(keyset, *args, **kwargs)
        else:
            result = unrecorded(self._redispatch, keyset, args, kwargs)
        if seen is not None:
            self._follow(seen, values, result)
        return result

    def _seen(self, values: Sequence[Any]) -> _Call:
        """The arguments as they are before the call."""
        tangents = [_tangents(value) if i in self._differentiable else None for i, value in enumerate(values)]
        plain = [primals(value) for value in values]
        if self.writes:  # rules need the values that the write takes away
            memory = values[0]._storage
            plain = [
                ops.aten.clone.default(one) if isinstance(one, Tensor) and one._storage is memory else one
                for one in plain
            ]
        return _Call(self._recipe, plain, tangents)

    def _follow(self, call: _Call, values: Sequence[Any], result: Any) -> None:
        results = _listed(result)
        if self.writes:  # formulas see the new value without its old tangent
            call.results = [primal_of(values[0])]
        else:
            call.results = results
        found = self._compute(call)
        for number, (one, tangent) in enumerate(zip(results, found, strict=False)):
            if tangent is None or not isinstance(one, Tensor) or number in self._recipe.rule.constant:
                continue
            if not (one.dtype.is_floating_point or one.dtype.is_complex):
                continue
            if self.writes:
                write_tangent(values[0], _fitted(tangent, one))
            else:
                _give(one, tangent, call.tangents)

    def _compute(self, call: _Call) -> Sequence[Any]:
        rule = self._rule
        if rule == "elementwise":
            return (self._elementwise(call),)
        if rule == "linear":
            return self._linear(call)
        if rule == "joint":
            given = [
                _with_zeros(call.tangents[i], value) if i in self._differentiable else value
                for i, value in enumerate(call.values)
            ]
            return _listed(self._apply(given))
        return _listed(rule(*call.given(rule)))

    def _apply(self, given: list[Any]) -> Any:
        """The operator, applied to tangents."""
        if self.writes and self.op.schema.arguments[0].alias_info is not None:  # there is no other form of it
            given = [ops.aten.alias.default(given[0]), *given[1:]]
        names = [a.name for a in self._recipe.schema.arguments]
        by_name = {a.name for a in self.op.schema.arguments if a.kwarg_only}
        pairs = list(zip(names, given, strict=True))
        return self.op(
            *(value for name, value in pairs if name not in by_name),
            **{name: value for name, value in pairs if name in by_name},
        )

    def _linear(self, call: _Call) -> Sequence[Any]:
        total: list[Any] | None = None
        for number in self._recipe.differentiable:
            tangent = call.tangents[number]
            if tangent is None:
                continue
            given = list(call.values)
            given[number] = _with_zeros(tangent, call.values[number])
            found = _listed(self._apply(given))
            total = list(found) if total is None else [a + b for a, b in zip(total, found, strict=True)]
        return total or ()

    def _elementwise(self, call: _Call) -> Any:
        shape = call.results[0].shape
        total = None
        for numbers, fn in self._recipe._formulas:
            for place, number in enumerate(numbers):
                tangent = call.tangents[number]
                if tangent is None:
                    continue
                if tuple(tangent.shape) != tuple(shape):
                    tangent = tangent.expand(shape)
                needs = tuple(one == number for one in numbers)
                found = fn(*call.given(fn, conj(tangent), needs))
                found = found[place] if len(numbers) > 1 else found
                if found is not None:
                    total = conj(found) if total is None else total + conj(found)
        return total


def _listed(result: Any) -> Sequence[Any]:
    if isinstance(result, Tensor):
        return (result,)
    if type(result) is tuple and len(result) == 1 and type(result[0]) is list:
        return result[0]
    return result if type(result) is list or isinstance(result, tuple) else (result,)


def _fitted(tangent: Any, result: Any) -> Any:
    """A tangent with the shape and dtype of its tensor."""
    if tuple(tangent.shape) != tuple(result.shape):
        tangent = tangent.expand(result.shape)
    if tangent.dtype is not result.dtype and (result.dtype.is_complex or not tangent.dtype.is_complex):
        tangent = tangent.to(result.dtype)
    return tangent


def _give(result: Any, tangent: Any, before: Sequence[Any]) -> None:
    """Give a result its tangent; one that shares memory with others is copied unless the result shares its own."""
    tangent = _fitted(tangent, result)
    if result._base is None and (tangent._base is not None or any(tangent is one for one in before)):
        tangent = ops.aten.clone.default(tangent)
    set_tangent(result, tangent)
    state = result._autograd
    node = state.node
    for kept in getattr(node, "values", None) or ():
        if type(kept) is SavedTensor and kept.is_output and kept.number == state.number:
            kept.tangent = current_level(), state.tangent
