"""Questions about symbolic numbers: is it one, what is known of it, decide it, take it as given.

Plain numbers are answered without an environment.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.symbolic.kinds import is_unbacked
from wye.symbolic.numbers import SymBool, SymFloat, SymInt, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "constrain_range",
    "constrain_range_for_size",
    "constrain_unify",
    "expect_true",
    "expressions_of",
    "free_symbols",
    "free_unbacked_symbols",
    "guard_bool",
    "guard_float",
    "guard_int",
    "guard_or",
    "guard_or_false",
    "guard_or_true",
    "guard_scalar",
    "guard_size_oblivious",
    "guarding_hint_or_throw",
    "has_free_symbols",
    "has_free_unbacked_symbols",
    "has_guarding_hint",
    "has_static_value",
    "has_symbolic_sizes_strides",
    "hint_int",
    "is_concrete_bool",
    "is_concrete_float",
    "is_concrete_int",
    "is_nested_int",
    "is_symbolic",
    "mark_as_size",
    "optimization_hint",
    "statically_known_false",
    "statically_known_true",
    "sym_and",
    "sym_eq",
    "sym_or",
]

_SYMBOLIC = (SymInt, SymFloat, SymBool)


def is_symbolic(value: Any) -> bool:
    """Is it a symbolic number with an expression?

    >>> is_symbolic(3)
    False
    """
    return isinstance(value, _SYMBOLIC) and bool(value.node.is_symbolic())


def is_nested_int(value: Any) -> bool:
    """Is it the length of a ragged dimension?"""
    return isinstance(value, SymInt) and bool(value.node.is_nested_int())


def _is_concrete(value: Any, kind: type, symbolic: type) -> bool:
    if isinstance(value, symbolic):
        node = value.node  # type: ignore[attr-defined]
        return bool(node.is_constant() or (node.is_symbolic() and not node.expr.free_symbols))
    if isinstance(value, kind):
        return True
    raise AssertionError(f"expected {kind.__name__} or {symbolic.__name__}, got {type(value)}")


def is_concrete_int(value: Any) -> bool:
    """Is the value of an integer known, without a guard?"""
    return _is_concrete(value, int, SymInt)


def is_concrete_float(value: Any) -> bool:
    """Is the value of a real number known, without a guard?"""
    return _is_concrete(value, float, SymFloat)


def is_concrete_bool(value: Any) -> bool:
    """Is a truth value known, without a guard?"""
    return _is_concrete(value, bool, SymBool)


def has_static_value(value: Any) -> bool:
    """Is the value known, from what symbols are known to be, without a guard?"""
    if not is_symbolic(value):
        return True
    env, expr = value.node.shape_env, value.node.expr
    simpler = env.simplify(expr)
    return not simpler.free_symbols


# ---- symbols ------------------------------------------------------------------------------


def expressions_of(value: Any) -> Iterator[Any]:
    """The expressions in a number, a tensor's geometry, or a list of these."""
    if isinstance(value, _SYMBOLIC):
        if value.node.is_symbolic():
            yield value.node.expr
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from expressions_of(one)
    elif hasattr(value, "storage_offset"):
        yield from expressions_of([*value.size(), *value.stride(), value.storage_offset()])
    elif hasattr(value, "free_symbols"):
        yield value


def free_symbols(value: Any) -> set[Any]:
    """The symbols in a number, an expression, a tensor's geometry, or a list of these."""
    return {symbol for expr in expressions_of(value) for symbol in expr.free_symbols}


def has_free_symbols(value: Any) -> bool:
    """Are there symbols in it?"""
    return any(expr.free_symbols for expr in expressions_of(value))


def free_unbacked_symbols(value: Any) -> set[Any]:
    """The symbols for what depends on data."""
    return {symbol for symbol in free_symbols(value) if is_unbacked(symbol)}


def has_free_unbacked_symbols(value: Any) -> bool:
    """Does it depend on data?"""
    return bool(free_unbacked_symbols(value))


def has_symbolic_sizes_strides(elem: Any) -> bool:
    """Has a tensor symbolic sizes, strides or offset?"""
    return any(is_symbolic(one) for one in (*elem.size(), *elem.stride(), elem.storage_offset()))


# ---- deciding -----------------------------------------------------------------------------


def guard_bool(value: Any) -> bool:
    """The truth value; makes a guard."""
    if not isinstance(value, (bool, SymBool)):
        raise AssertionError(f"expected bool or SymBool, got {type(value)}")
    return bool(value)


def guard_int(value: Any) -> int:
    """The integer; makes a guard."""
    if not isinstance(value, (int, SymInt)):
        raise AssertionError(f"expected int or SymInt, got {type(value)}")
    return int(value)


def guard_float(value: Any) -> float:
    """The real number; makes a guard."""
    if not isinstance(value, (float, SymFloat)):
        raise AssertionError(f"expected float or SymFloat, got {type(value)}")
    return float(value)


def guard_scalar(value: Any) -> Any:
    """The number; makes a guard."""
    guards: dict[Any, Any] = {(bool, SymBool): guard_bool, (int, SymInt): guard_int, (float, SymFloat): guard_float}
    for kinds, guard in guards.items():
        if isinstance(value, kinds):
            return guard(value)
    raise AssertionError(f"unrecognized scalar {value}")


def _asked(value: Any, question: str) -> bool:
    value = plain(value)
    if isinstance(value, SymBool):
        return bool(getattr(value.node, question)("", 0))
    if not isinstance(value, bool):
        raise AssertionError(f"expected bool or SymBool, got {type(value)}")
    return value


def guard_or_false(value: Any) -> bool:
    """The truth value; False if it depends on data.  Makes a guard otherwise."""
    return _asked(value, "guard_or_false")


def guard_or_true(value: Any) -> bool:
    """The truth value; True if it depends on data.  Makes a guard otherwise."""
    return _asked(value, "guard_or_true")


def guard_or(value: Any, default: bool) -> bool:
    """The truth value; ``default`` if it depends on data.  Makes a guard otherwise."""
    return guard_or_true(value) if default else guard_or_false(value)


def guard_size_oblivious(expr: Any) -> bool:
    """The truth value, where sizes that depend on data count as neither 0 nor 1."""
    warnings.warn(
        "guard_size_oblivious will be removed. Consider using explicit unbacked handling \
    potentially utilizing guard_or_false, guard_or_true, or statically_known_true",
        FutureWarning,
        stacklevel=2,
    )
    return _asked(expr, "guard_size_oblivious")


def statically_known_true(value: Any) -> bool:
    """Does a condition hold for all inputs that pass the guards?  Makes none.

    >>> statically_known_true(True)
    True
    """
    return _asked(value, "statically_known_true")


def statically_known_false(value: Any) -> bool:
    """Does a condition hold for no inputs that pass the guards?  Makes none."""
    value = plain(value)
    return bool(value.node.shape_env.known(value.node.expr) is False) if isinstance(value, SymBool) else value is False


def expect_true(value: Any, skip: int = 0) -> bool:
    """The truth value; one that depends on data is taken to be true, and checked when the program runs."""
    value = plain(value)
    return bool(value.node.expect_true("", 0)) if isinstance(value, SymBool) else bool(value)


# ---- examples -----------------------------------------------------------------------------


def has_guarding_hint(value: Any) -> bool:
    """Is there a value for the example?"""
    return not is_symbolic(value) or bool(value.node.has_hint())


def guarding_hint_or_throw(value: Any) -> Any:
    """The value for the example; makes no guard.

    Raises:
        GuardOnDataDependentSymNode: it depends on data.
    """
    node = getattr(value, "node", value)
    if not hasattr(node, "shape_env"):
        return plain(value)
    return node.shape_env.size_hint(node.expr)


def hint_int(value: Any, fallback: int | None = None) -> int:
    """The value of an integer for the example, or ``fallback`` if it depends on data; makes no guard."""
    if not isinstance(value, SymInt):
        return int(value)
    hint: Any = value.node.hint
    if hint is None:
        return int(guarding_hint_or_throw(value)) if fallback is None else fallback
    return int(hint)


def optimization_hint(value: Any, fallback: int | None = None) -> int:
    """A likely value: that of the example, or ``fallback``; makes no guard."""
    return hint_int(value, fallback)


# ---- taking as given ----------------------------------------------------------------------


def constrain_range(a: Any, *, min: int | None, max: int | None = None) -> None:
    """Take it as given that an integer lies between two numbers.

    Raises:
        ValueError: its value is known, and outside.
        ValueRangeError: no number is left.
    """
    if isinstance(a, SymInt):
        a.node.shape_env.constrain_range(a.node.expr, min, max)
        return
    low, high = float("-inf") if min is None else min, float("inf") if max is None else max
    if not low <= a <= high:
        raise ValueError(f"Invalid value {a} for range [{min}:{max}]")


def constrain_unify(a: Any, b: Any) -> None:
    """Take it as given that two integers are equal."""
    if not isinstance(a, SymInt) and not isinstance(b, SymInt):
        if a != b:
            raise AssertionError(f"{a} is not {b}")
        return
    env = (a if isinstance(a, SymInt) else b).node.shape_env
    same = a == b
    if isinstance(same, SymBool):
        env.learn(env.replace(same.node.expr))


def constrain_range_for_size(a: Any, min: int | None = None, max: int | None = None) -> None:
    """Take it as given that an integer is a size between two numbers."""
    constrain_range(a, min=0 if min is None else min, max=max)
    mark_as_size(a)


def mark_as_size(value: Any) -> None:
    """An integer that depends on data is used as a size: it counts as neither 0 nor 1 where that is asked for."""
    if isinstance(value, SymInt) and value.node.is_symbolic():
        env, expr = value.node.shape_env, value.node.expr
        if expr.is_Symbol and expr not in env.backed_var_to_val:
            env.size_like.add(expr)


# ---- conditions ---------------------------------------------------------------------------


def sym_and(x: Any, *others: Any) -> Any:
    """Are all conditions true?  Decides none."""
    for other in others:
        x = (other & x) if isinstance(other, SymBool) else (x & other)
    return x


def sym_or(x: Any, *others: Any) -> Any:
    """Is one condition true?  Decides none."""
    for other in others:
        x = (other | x) if isinstance(other, SymBool) else (x | other)
    return x


def sym_eq(x: Any, y: Any) -> Any:
    """Are two numbers, or two lists of numbers, equal?  Decides nothing."""
    if isinstance(x, (tuple, list)) and isinstance(y, (tuple, list)):
        return len(x) == len(y) and sym_and(True, *map(sym_eq, x, y))
    return x == y
