"""Sums of products: their constants, coefficients and one form for comparisons of them.  Pure."""

from __future__ import annotations

from functools import reduce
from math import gcd
from typing import TYPE_CHECKING, Any

import sympy

from wye.symbolic.ranges import is_condition, is_whole

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["canonical", "coefficient", "expanded", "is_linear", "lowest_terms", "split_constant"]


def split_constant(expr: Any) -> tuple[Any, int]:
    """A sum as its terms with symbols, and its constant.

    >>> n = sympy.Symbol("n")
    >>> split_constant(n + 3)
    (n, 3)
    """
    number, rest = expr.as_coeff_Add()
    return (rest, int(number)) if number.is_Integer else (expr, 0)


def coefficient(expr: Any, symbol: Any) -> int | None:
    """The integer that ``symbol`` is multiplied with in a sum; None if it occurs in any other way."""
    found = None
    for term in sympy.Add.make_args(expr):
        if symbol not in term.free_symbols:
            continue
        number, rest = term.as_coeff_Mul()
        if found is not None or rest != symbol or not number.is_Integer:
            return None
        found = int(number)
    return found


def is_linear(expr: Any) -> bool:
    """Is it a sum of symbols with coefficients, and a constant?  Its range is then exactly that of its terms."""
    for term in sympy.Add.make_args(expr):
        if not term.is_Symbol and not term.is_Number and not term.as_coeff_Mul()[1].is_Symbol:
            return False
    return True


def expanded(expr: Any) -> Any:
    """The sum with products of sums multiplied out."""
    if any(part.is_Add for term in sympy.Add.make_args(expr) for part in sympy.Mul.make_args(term)) or any(
        term.is_Pow for term in sympy.Add.make_args(expr)
    ):
        return sympy.expand_mul(sympy.expand_multinomial(expr))
    return expr


def _joined(terms: list[Any], factor: int) -> Any:
    return sympy.Add(*[term / factor for term in terms])


def canonical(truth: Any, relation: Callable[[Any, Any, Any], Any]) -> Any:
    """A comparison of integers with no term on both sides, no common factor, and ``<`` or ``<=`` for ``>`` and ``>=``.

    Args:
        truth: The comparison; other conditions are returned unchanged.
        relation: Makes a comparison.
    """
    if not truth.is_Relational or is_condition(truth.args[0]):
        return truth
    left, right = truth.args
    flipped = {sympy.StrictGreaterThan: sympy.StrictLessThan, sympy.GreaterThan: sympy.LessThan}
    kind = flipped.get(type(truth), type(truth))
    if kind is not type(truth):
        left, right = right, left
    difference = left - right
    if not is_whole(difference):
        return relation(kind, left, right)
    terms = [term for term in sympy.Add.make_args(difference) if term is not sympy.S.Zero]
    numbers = [int(term.as_coeff_Mul()[0]) for term in terms]
    factor = reduce(gcd, numbers, 0) or 1
    positive = [term for term, number in zip(terms, numbers, strict=True) if number > 0]
    negative = [-term for term, number in zip(terms, numbers, strict=True) if number < 0]
    left, right = _joined(positive, factor), _joined(negative, factor)
    if kind in (sympy.Equality, sympy.Unequality) and not left.free_symbols and right.free_symbols:
        left, right = right, left
    return relation(kind, left, right)


def lowest_terms(expr: Any) -> Any:
    """A sum without the integer that all its terms are multiples of.

    >>> n = sympy.Symbol("n")
    >>> lowest_terms(4 * n + 6)
    2*n + 3
    """
    terms = sympy.Add.make_args(expr)
    factor = reduce(gcd, [int(term.as_coeff_Mul()[0]) for term in terms], 0) or 1
    return _joined(list(terms), factor)
