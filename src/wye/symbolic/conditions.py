"""Conditions on expressions: comparisons, and, or, not; and expressions with other parts put in.

Comparisons are decided by intervals, not by sympy: see Note [Sympy decides nothing].  Pure.
"""

from __future__ import annotations

from typing import Any, Final

import sympy
from sympy.core.sorting import default_sort_key

from wye.symbolic.expressions import assumed_bound, constant
from wye.symbolic.linear import canonical
from wye.symbolic.ranges import DECIDE, is_condition

__all__ = ["all_of", "any_of", "canonical_form", "negated", "rebuilt", "relation"]

_RELATIONS: Final = {
    "lt": sympy.StrictLessThan,
    "le": sympy.LessThan,
    "gt": sympy.StrictGreaterThan,
    "ge": sympy.GreaterThan,
    "eq": sympy.Equality,
    "ne": sympy.Unequality,
}
_OPPOSITES: Final = {
    sympy.StrictLessThan: sympy.GreaterThan,
    sympy.LessThan: sympy.StrictGreaterThan,
    sympy.StrictGreaterThan: sympy.LessThan,
    sympy.GreaterThan: sympy.StrictLessThan,
    sympy.Equality: sympy.Unequality,
    sympy.Unequality: sympy.Equality,
}


def relation(kind: Any, a: Any, b: Any) -> Any:
    """A comparison (``"lt"`` or a class of sympy); true or false where it holds for all or for no values.

    >>> import sympy
    >>> n = sympy.Symbol("n", integer=True, positive=True)
    >>> relation("gt", n, sympy.S.Zero), relation("gt", n, sympy.S.One)
    (True, n > 1)
    """
    cls = _RELATIONS.get(kind, kind)
    if is_condition(a) or is_condition(b):
        return cls(a, b, evaluate=False) if a != b else constant(cls is sympy.Equality)
    known = DECIDE[cls.__name__](assumed_bound(a - b))
    return cls(a, b, evaluate=False) if known is None else constant(known)


def canonical_form(truth: Any) -> Any:
    """A comparison in one form for all ways to write it: ``u >= 2`` is ``2 <= u``."""
    return canonical(truth, relation)


def negated(truth: Any) -> Any:
    """The opposite of a truth value."""
    if truth is sympy.true or truth is sympy.false:
        return constant(truth is sympy.false)
    opposite = _OPPOSITES.get(type(truth))
    if opposite is not None:
        return opposite(*truth.args, evaluate=False)
    if isinstance(truth, sympy.Not):
        return truth.args[0]
    if isinstance(truth, (sympy.And, sympy.Or)):
        return (any_of if isinstance(truth, sympy.And) else all_of)(*map(negated, truth.args))
    return sympy.Not(truth, evaluate=False)


def _joined(cls: Any, neutral: Any, absorbing: Any, truths: tuple[Any, ...]) -> Any:
    parts: list[Any] = []
    for truth in truths:
        parts.extend(truth.args if isinstance(truth, cls) else (truth,))
    kept = [part for part in dict.fromkeys(parts) if part is not neutral]
    if absorbing in kept:
        return absorbing
    if len(kept) < 2:
        return kept[0] if kept else neutral
    return cls(*sorted(kept, key=default_sort_key), evaluate=False)


def all_of(*truths: Any) -> Any:
    """Are all of them true?"""
    return _joined(sympy.And, sympy.true, sympy.false, truths)


def any_of(*truths: Any) -> Any:
    """Is one of them true?"""
    return _joined(sympy.Or, sympy.false, sympy.true, truths)


# ---- other symbols in an expression -------------------------------------------------------


def rebuilt(expr: Any, values: dict[Any, Any]) -> Any:
    """The expression with other expressions in the place of symbols, or of parts.

    See Note [Sympy decides nothing].
    """
    if not expr.args:
        return values.get(expr, expr)
    if expr in values:
        return values[expr]
    parts = [rebuilt(part, values) for part in expr.args]
    if all(new is old for new, old in zip(parts, expr.args, strict=True)):
        return expr
    if expr.is_Relational:
        return relation(type(expr), *parts)
    if isinstance(expr, sympy.Not):
        return negated(parts[0])
    if isinstance(expr, (sympy.And, sympy.Or)):
        return (all_of if isinstance(expr, sympy.And) else any_of)(*parts)
    return expr.func(*parts)
