"""Symbolic numbers: which classes stand for ints, floats and bools in arguments.

Cold path: registration.  The engine takes objects of the class for ``SymInt`` without asking Python.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from wye._engine import engine

__all__ = [
    "at_most",
    "constrain",
    "decided",
    "expected",
    "is_known",
    "least",
    "likely",
    "or_false",
    "register_symbolic",
    "settled",
    "stands_for",
    "sym_max",
    "sym_min",
    "sym_sqrt",
]

_classes: dict[type, type | None] = {int: None, float: None, bool: None}


def register_symbolic(number: type, cls: type | None) -> type | None:
    """Make objects of ``cls`` and its subclasses stand for numbers: operators take them unchanged.

    Args:
        number: int, for arguments of type SymInt; float, for SymFloat; bool, for SymBool. All of them for Scalar.
        cls: The class; None takes the registration back.

    Returns:
        The class that was registered before.

    Raises:
        TypeError: ``number`` is none of the three, or ``cls`` is not a class.

    Example:
        >>> class Size: ...
        >>> before = register_symbolic(int, Size)
        >>> stands_for(Size(), int)
        True
        >>> register_symbolic(int, before) is Size
        True
    """
    if number not in _classes:
        raise TypeError(f"symbolic numbers stand for int, float or bool, not for {number!r}")
    if cls is not None and not isinstance(cls, type):
        raise TypeError(f"register_symbolic() takes a class, not {type(cls).__name__}")
    if number is int:
        engine.configure(symint_type=cls)
    before, _classes[number] = _classes[number], cls
    return before


def stands_for(value: object, *numbers: type) -> bool:
    """Is ``value`` an object of the class that stands for one of these kinds of numbers?"""
    return any(cls is not None and isinstance(value, cls) for cls in map(_classes.get, numbers))


def _extreme(a: Any, b: Any, method: str, choose: Any) -> Any:
    for one, other in ((a, b), (b, a)):
        own = getattr(type(one), method, None)
        if own is not None:
            return own(one, other)
    return choose(a, b)


def sym_max(a: Any, b: Any) -> Any:
    """The greater of two numbers; a symbolic one may answer (``__sym_max__``) without comparing.

    >>> sym_max(2, 3)
    3
    """
    return _extreme(a, b, "__sym_max__", max)


def sym_min(a: Any, b: Any) -> Any:
    """The less of two numbers; a symbolic one may answer (``__sym_min__``) without comparing."""
    return _extreme(a, b, "__sym_min__", min)


def sym_sqrt(value: Any) -> Any:
    """The square root of a number; that of a symbolic one stays symbolic.

    >>> sym_sqrt(4)
    2.0
    """
    return value**0.5 if stands_for(value, int, float) else sqrt(value)


def expected(condition: Any) -> bool:
    """Is a condition true that a call needs?  A symbolic one that depends on data is taken to be (``__expected__``)."""
    own = getattr(type(condition), "__expected__", None)
    return bool(condition) if own is None else own(condition)


def or_false(condition: Any) -> bool:
    """Is a condition true?  A symbolic one that depends on data is taken not to be (``__or_false__``)."""
    own = getattr(type(condition), "__or_false__", None)
    return bool(condition) if own is None else own(condition)


def is_known(condition: Any) -> bool:
    """Is a condition true whatever symbolic numbers are?  Asks for no guard (``__known__``)."""
    own = getattr(type(condition), "__known__", None)
    return bool(condition) if own is None else own(condition)


def settled(number: Any) -> Any:
    """A symbolic integer whose value is known as that (``__settled__``); others as they are."""
    own = getattr(type(number), "__settled__", None)
    return number if own is None else own(number)


def decided(condition: Any) -> bool | None:
    """Is a condition true?  None for a symbolic one that depends on data (``__decided__``)."""
    own = getattr(type(condition), "__decided__", None)
    return bool(condition) if own is None else own(condition)


def constrain(number: Any, low: int | None, high: int | None, *, is_size: bool) -> None:
    """Check that an integer lies between two numbers; of a symbolic one it is taken as given (``__constrain__``).

    Raises:
        RuntimeError: it is outside, or there is nothing between the two.
    """
    if low is not None and high is not None and low > high:
        raise RuntimeError(f"Max must be greater than or equal to min. Got min={low} max={high}")
    own = getattr(type(number), "__constrain__", None)
    if own is not None:
        own(number, low, high, is_size)
        return
    least, most = -(2**63) if low is None else low, 2**63 - 1 if high is None else high
    if not least <= int(number) <= most:
        raise RuntimeError(f"Invalid value range for {int(number)} between [{least}, {most}].")


def likely(value: Any) -> Any:
    """The value that a symbolic number has in the example (``__likely__``); None if it has none.  Asks for no guard.

    >>> likely(3)
    3
    """
    own = getattr(type(value), "__likely__", None)
    return value if own is None else own(value)


def at_most(a: Any, b: Any) -> bool | None:
    """Is a number at most another one?  None where that depends on data.

    Numbers that are equal pass the guard, whatever the answer is: ask where both answers are right for these.

    >>> at_most(2, 3)
    True
    """
    if type(a) is int and type(b) is int:
        return a <= b
    return decided(a <= b) if likely(a <= b) is not False else not decided(b <= a)


def least(a: Any, b: Any) -> Any:
    """The less of two numbers; decided where it can be, so that sizes stay as simple as they are.

    >>> least(2, 3)
    2
    """
    is_first = at_most(a, b)
    return sym_min(a, b) if is_first is None else a if is_first else b
