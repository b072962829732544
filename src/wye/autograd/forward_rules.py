"""How an operator's derivative gives the tangents of its results.

Hot path inside a level of forward mode.  In: a call, the tangents of its arguments.  Out: those of its results.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autograd.formulas import conj, is_refused
from wye.autograd.forward_mode import (
    current_level,
    has_tangents,
    is_recorded,
    is_used,
    primal_of,
    set_tangent,
    tangent_of,
)
from wye.autograd.forward_mode import write_tangent as write_tangent
from wye.autograd.saved import SavedTensor
from wye.autograd.state import BELOW
from wye.autograd.views import fact_of
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled
from wye.keys import after_autograd
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wye.autograd.rules import Recipe
    from wye.keys import DispatchKeySet

__all__ = ["Forward", "fitted", "has_tangent", "is_used", "listed", "not_implemented", "primals", "unrecorded"]

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


# Kinds of a rule's parameters: what stands in `Forward._arguments` for each.
_TANGENT, _INPUT, _RESULT, _GRAD, _GRADS, _NEEDS, _FACT = range(7)
_KINDS: Final = {"input": _INPUT, "result": _RESULT, "grad": _GRAD, "grads": _GRADS, "needs": _NEEDS}


class Forward:
    """The forward rule of an operator.

    Attributes:
        op: What is applied to tangents, where the rule says so: the operator, or its form that writes to nothing.
        recipe: The operator's derivative.
        differentiable: The numbers of the arguments whose tangents count.
        writes: Does a call write to its first argument?
    """

    __slots__ = (
        "_by_name", "_formulas", "_places", "_redispatch", "_rule", "_steps", "differentiable", "name", "op", "recipe",
        "writes",
    )  # fmt: skip

    def __init__(self, recipe: Recipe, own: Any, functional: Any = None, *, writes: bool = False) -> None:
        self.recipe, self._rule, self._redispatch = recipe, recipe.rule.forward, own.redispatch
        self.name = recipe.schema.name.rpartition("::")[2]
        self.differentiable = frozenset(recipe.differentiable)
        self.op = own if functional is None else functional
        self.writes = writes
        self._places: dict[Any, tuple[tuple[int, int, str], ...]] = {}
        self._formulas = recipe._formulas
        self._by_name: frozenset[str] | None = None  # keyword-only arguments of `op`, once they were needed
        self._steps: list[tuple[int, int, bool, Any, tuple[bool, ...]]] | None = None  # see `_elementwise`

    @property
    def rule(self) -> Any:
        """A function, or how the operator itself is applied to tangents; None: there is no rule."""
        return self._rule

    def call(
        self, record: Callable[..., Any], values: Sequence[Any], keyset: DispatchKeySet, args: Any, kwargs: Any
    ) -> Any:
        """Run a call, recorded if the thread records, and compute the tangents of its results."""
        follows = has_tangents() and has_tangent([values[number] for number in self.differentiable])
        plain: Sequence[Any] = ()
        tangents: list[Any] = []
        if follows:
            self.check()
            tangents = [_tangents(value) if i in self.differentiable else None for i, value in enumerate(values)]
            plain = self.before([primals(value) for value in values])
            tangents = self.kept(plain, tangents)
        if is_grad_enabled():
            result = record(keyset, *args, **kwargs)
        else:
            result = unrecorded(self._redispatch, keyset, args, kwargs)
        if follows:
            self._follow(plain, tangents, values, result)
        return result

    def check(self) -> None:
        """Raise an error if there is no rule."""
        if self._rule is None:
            raise not_implemented(self.name)

    def before(self, values: list[Any]) -> list[Any]:
        """Arguments without tangents as a rule sees them: copies of those that the call writes to."""
        if not self.writes:
            return values
        first = values[0]
        return [
            ops.aten.clone.default(one) if isinstance(one, Tensor) and _share(one, first) else one for one in values
        ]

    def kept(self, values: Sequence[Any], tangents: list[Any]) -> list[Any]:
        """Tangents as a rule sees them: copies of the one that the call will write to, if a graph may keep it."""
        if not self.writes or tangents[0] is None or not is_grad_enabled():
            return tangents
        if not any(isinstance(one, Tensor) and is_recorded(one) for one in (*values, *tangents)):
            return tangents
        first = tangents[0]
        return [
            ops.aten.clone.default(one) if isinstance(one, Tensor) and _share(one, first) else one for one in tangents
        ]

    def _follow(self, plain: Sequence[Any], tangents: list[Any], values: Sequence[Any], result: Any) -> None:
        results = listed(result)
        # formulas see the new value without its old tangent
        found = self.tangents(plain, tangents, [primal_of(values[0])] if self.writes else results)
        for one, tangent in self.pairs(results, found):
            if self.writes:
                write_tangent(values[0], fitted(tangent, one))
            else:
                _give(one, tangent, tangents)

    def pairs(self, results: Sequence[Any], found: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
        """Results, and the tangents that they have."""
        for number, (one, tangent) in enumerate(zip(results, found, strict=False)):
            if tangent is None or not isinstance(one, Tensor) or number in self.recipe.rule.constant:
                continue
            if one.dtype.is_floating_point or one.dtype.is_complex:
                yield one, tangent

    def tangents(self, values: Sequence[Any], tangents: Sequence[Any], results: Sequence[Any]) -> Sequence[Any]:
        """The tangents of the results, from those of the arguments; None where there is none.

        Args:
            values: All arguments, as they were before the call.
            tangents: Of each, None for zeros.
            results: What the call gave.
        """
        rule = self._rule
        if rule == "elementwise":
            return (self._elementwise(values, tangents, results),)
        if rule == "linear":
            return self._linear(values, tangents)
        if rule == "joint":
            given = [
                _with_zeros(tangents[i], value) if i in self.differentiable else value for i, value in enumerate(values)
            ]
            return listed(self._apply(given))
        return listed(rule(*self._arguments(rule, values, tangents, results)))

    def _apply(self, given: list[Any]) -> Any:
        """The operator, applied to tangents."""
        if self.writes and self.op.schema.arguments[0].alias_info is not None:  # there is no other form of it
            given = [ops.aten.alias.default(given[0]), *given[1:]]
        by_name = self._by_name
        if by_name is None:
            by_name = self._by_name = frozenset(a.name for a in self.op.schema.arguments if a.kwarg_only)
        if not by_name:
            return self.op(*given)
        names = [a.name for a in self.recipe.schema.arguments]
        pairs = list(zip(names, given, strict=True))
        return self.op(
            *(value for name, value in pairs if name not in by_name),
            **{name: value for name, value in pairs if name in by_name},
        )

    def _linear(self, values: Sequence[Any], tangents: Sequence[Any]) -> Sequence[Any]:
        total: list[Any] | None = None
        for number in self.recipe.differentiable:
            tangent = tangents[number]
            if tangent is None:
                continue
            given = list(values)
            given[number] = _with_zeros(tangent, values[number])
            found = listed(self._apply(given))
            total = list(found) if total is None else [a + b for a, b in zip(total, found, strict=True)]
        return total or ()

    def _elementwise(self, values: Sequence[Any], tangents: Sequence[Any], results: Sequence[Any]) -> Any:
        if self._steps is None:
            self._steps = [
                (number, place, len(numbers) > 1, fn, tuple([one == number for one in numbers]))
                for numbers, fn in self._formulas
                for place, number in enumerate(numbers)
            ]
        shape = results[0].shape
        total = None
        for number, place, is_one_of, fn, needs in self._steps:
            tangent = tangents[number]
            if tangent is None:
                continue
            if tangent.shape != shape:
                tangent = tangent.expand(shape)
            if is_refused(fn):
                raise not_implemented(self.name)
            found = fn(*self._arguments(fn, values, tangents, results, conj(tangent), needs))
            if is_one_of:
                found = found[place]
            if found is not None:
                total = conj(found) if total is None else total + conj(found)
        return total

    def _arguments(
        self,
        fn: Callable[..., Any],
        values: Sequence[Any],
        tangents: Sequence[Any],
        results: Sequence[Any],
        grad: Any = None,
        needs: tuple[bool, ...] = (),
    ) -> list[Any]:
        """The arguments of a rule's function."""
        places = self._places.get(fn)
        if places is None:
            places = self._places[fn] = self._find(fn)
        made: list[Any] = []
        for kind, number, fact in places:
            if kind == _INPUT:
                made.append(values[number])
            elif kind == _TANGENT:
                made.append(_with_zeros(tangents[number], values[number]))
            elif kind == _RESULT:
                made.append(results[number])
            elif kind == _FACT:
                made.append(fact_of(fact, values[number]))
            else:
                made.append(grad if kind == _GRAD else needs if kind == _NEEDS else [grad])
        return made

    def _find(self, fn: Callable[..., Any]) -> tuple[tuple[int, int, str], ...]:
        """What each parameter of a function stands for."""
        names = [a.name for a in self.recipe.schema.arguments]
        made = []
        for name in inspect.signature(fn).parameters:
            if name.endswith("_t") and name[:-2] in names:
                made.append((_TANGENT, names.index(name[:-2]), ""))
            else:
                kind, number = self.recipe.find(name, fn)
                made.append((_KINDS.get(kind, _FACT), number, kind))
        return tuple(made)


def _share(one: Any, other: Any) -> bool:
    """May they share memory?  Wrappers of transforms know it by their bases."""
    if one._storage is other._storage:
        return True
    whole = other if other._base is None else other._base
    return (one if one._base is None else one._base) is whole


def listed(result: Any) -> Sequence[Any]:
    """The results of a call, or their tangents, one by one."""
    if isinstance(result, Tensor):
        return (result,)
    if type(result) is tuple and len(result) == 1 and type(result[0]) is list:
        return result[0]
    return result if type(result) is list or isinstance(result, tuple) else (result,)


def fitted(tangent: Any, result: Any) -> Any:
    """A tangent with the shape of its tensor, and its dtype unless its own is wider."""
    if tangent.shape != result.shape:
        tangent = tangent.expand(result.shape)
    dtype, wanted = tangent.dtype, result.dtype
    if dtype is not wanted:
        from wye.tensors.promotion import promote  # here: it loads NumPy

        found = to_numpy_dtype(wanted)
        if promote(to_numpy_dtype(dtype), found) == found:
            tangent = tangent.to(wanted)
    return tangent


def _give(result: Any, tangent: Any, before: Sequence[Any]) -> None:
    """Give a result its tangent; one that shares memory with others is copied unless the result shares its own."""
    tangent = fitted(tangent, result)
    if result._base is None and (tangent._base is not None or any(tangent is one for one in before)):
        tangent = ops.aten.clone.default(tangent)
    set_tangent(result, tangent)
    state = result._autograd
    node = state.node
    for kept in getattr(node, "values", None) or ():
        if type(kept) is SavedTensor and kept.is_output and kept.number == state.number:
            kept.tangent = current_level(), state.tangent
