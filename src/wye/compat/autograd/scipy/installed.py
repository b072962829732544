"""What SciPy itself computes.  SciPy is optional: it is imported when a function needs it."""

from __future__ import annotations

import importlib
from typing import Any

from wye.compat.autograd.core import primitive

__all__ = ["function_of", "member_of", "name_of"]


def name_of(module: str, name: str) -> Any:
    """What a module of SciPy has under a name.

    Raises:
        AttributeError: there is no such name, or no SciPy.
    """
    if name.startswith("__"):
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    try:
        found = getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        raise AttributeError(
            f"{module}.{name} is SciPy's, which is not installed; wye has no operator for it"
        ) from error
    return primitive(found) if callable(found) and not isinstance(found, type) else found


def function_of(module: str, name: str) -> Any:
    """A primitive that calls a function of SciPy on data; its rules are registered by the caller."""

    def called(*args: Any, **kwargs: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*args, **kwargs)

    called.__name__ = called.__qualname__ = name
    called.__doc__ = f"`{module}.{name}`."
    return primitive(called)


def member_of(distribution: str, name: str) -> Any:
    """A member of a distribution of SciPy's that has no gradient here: random numbers, quantiles.

    Raises:
        AttributeError: there is no such name, or no SciPy.
    """
    if name.startswith("__"):
        raise AttributeError(f"{distribution} has no member {name}")
    try:
        return getattr(getattr(importlib.import_module("scipy.stats"), distribution), name)
    except ModuleNotFoundError as error:
        raise AttributeError(f"scipy.stats.{distribution}.{name} is SciPy's, which is not installed") from error
