"""Small functions that programs of autograd import."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["func", "quick_grad_check", "subval", "subvals"]


def subvals(x: Any, ivs: Iterable[tuple[int, Any]]) -> tuple[Any, ...]:
    """A tuple like ``x`` with other values at some places."""
    made = list(x)
    for place, value in ivs:
        made[place] = value
    return tuple(made)


def subval(x: Any, i: int, v: Any) -> tuple[Any, ...]:
    """A tuple like ``x`` with another value at a place."""
    return subvals(x, [(i, v)])


def func(f: Any) -> Any:
    """The function itself."""
    return f


def quick_grad_check(fun: Callable[..., Any], arg0: Any, extra_args: Any = (), kwargs: Any = None, **_: Any) -> None:
    """Check the gradient of the first argument; `test_util.check_grads` is the newer name."""
    from wye.compat.autograd.test_util import check_grads  # here: it imports this module

    warnings.warn("The quick_grad_check function is deprecated: use autograd.test_util.check_grads", stacklevel=2)
    check_grads(lambda x: fun(x, *extra_args, **(kwargs or {})), modes=["rev"], order=1)(arg0)
