"""Symbolic numbers: which classes stand for ints, floats and bools in arguments.

Cold path: registration.  The engine takes objects of the class for ``SymInt`` without asking Python.
"""

from __future__ import annotations

from typing import Any

from wye._engine import engine

__all__ = ["register_symbolic", "stands_for", "sym_max"]

_classes: dict[type, type | None] = {int: None, float: None, bool: None}


def register_symbolic(number: type, cls: type | None) -> None:
    """Make objects of ``cls`` and its subclasses stand for numbers: operators take them unchanged.

    Args:
        number: int, for arguments of type SymInt; float, for SymFloat; bool, for SymBool. All of them for Scalar.
        cls: The class; None takes the registration back.

    Raises:
        TypeError: ``number`` is none of the three, or ``cls`` is not a class.

    Example:
        >>> class Size: ...
        >>> register_symbolic(int, Size)
        >>> stands_for(Size(), int)
        True
        >>> register_symbolic(int, None)
    """
    if number not in _classes:
        raise TypeError(f"symbolic numbers stand for int, float or bool, not for {number!r}")
    if cls is not None and not isinstance(cls, type):
        raise TypeError(f"register_symbolic() takes a class, not {type(cls).__name__}")
    if number is int:
        engine.configure(symint_type=cls)
    _classes[number] = cls


def stands_for(value: object, *numbers: type) -> bool:
    """Is ``value`` an object of the class that stands for one of these kinds of numbers?"""
    return any(cls is not None and isinstance(value, cls) for cls in map(_classes.get, numbers))


def sym_max(a: Any, b: Any) -> Any:
    """The greater of two numbers; a symbolic one may answer (``__sym_max__``) without comparing.

    >>> sym_max(2, 3)
    3
    """
    for one, other in ((a, b), (b, a)):
        own = getattr(type(one), "__sym_max__", None)
        if own is not None:
            return own(one, other)
    return max(a, b)
