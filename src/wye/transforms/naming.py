"""Names of transformed functions: those of what they were made of."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["named_like"]


def named_like(made: Any, func: Callable[..., Any]) -> Any:
    """What `functools.wraps` does, in fewer steps: a transform is often made anew for each call."""
    try:
        made.__module__, made.__name__, made.__qualname__ = func.__module__, func.__name__, func.__qualname__
        made.__doc__ = func.__doc__
        if type(func) is FunctionType and func.__annotations__:
            made.__annotations__ = func.__annotations__
        if func.__dict__:
            made.__dict__.update(func.__dict__)
    except AttributeError:
        functools.update_wrapper(made, func)
    made.__wrapped__ = func
    return made
