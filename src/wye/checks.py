"""Conditions that a fake kernel or a function checks, with the error for each kind of mistake.

>>> check(1 < 2, lambda: "never asked")
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.schema.symbolic import stands_for

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "check",
    "check_index",
    "check_is_size",
    "check_not_implemented",
    "check_tensor_all",
    "check_type",
    "check_value",
]


def _check(error: type[Exception], condition: Any, message: Callable[[], str] | str | None) -> None:
    if stands_for(condition, bool):  # one that depends on data is checked when the program runs
        from wye.symbolic.asking import expect_true  # here: only programs with symbolic sizes need it

        condition = expect_true(condition)
    if not isinstance(condition, bool):
        if hasattr(condition, "numel"):
            raise TypeError(
                "cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert "
                "that all elements are true."
            )
        raise TypeError(f"cond must be a bool, but got {type(condition)}")
    if condition:
        return
    if message is None:
        raise error(
            "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an "
            "enhancement request to PyTorch.)"
        )
    raise error(str(message() if callable(message) else message))


def check(condition: bool, message: Callable[[], str] | str | None = None) -> None:
    """Raise a RuntimeError unless ``condition`` holds; ``message()`` says why."""
    _check(RuntimeError, condition, message)


def check_index(condition: bool, message: Callable[[], str] | str | None = None) -> None:
    """Raise an IndexError unless ``condition`` holds."""
    _check(IndexError, condition, message)


def check_value(condition: bool, message: Callable[[], str] | str | None = None) -> None:
    """Raise a ValueError unless ``condition`` holds."""
    _check(ValueError, condition, message)


def check_type(condition: bool, message: Callable[[], str] | str | None = None) -> None:
    """Raise a TypeError unless ``condition`` holds."""
    _check(TypeError, condition, message)


def check_not_implemented(condition: bool, message: Callable[[], str] | str | None = None) -> None:
    """Raise a NotImplementedError unless ``condition`` holds."""
    _check(NotImplementedError, condition, message)


def check_tensor_all(condition: Any, message: Callable[[], str] | str | None = None) -> None:
    """Raise a RuntimeError unless ``condition`` holds for all elements.

    Raises:
        TypeError: it is no tensor of truth values.
    """
    if not hasattr(condition, "numel"):
        raise TypeError(f"cond must be a tensor, but got {type(condition)}")
    if condition.dtype.name != "bool":
        raise TypeError(f"cond tensor must have dtype torch.bool, but got {condition.dtype}")
    _check(RuntimeError, bool(condition.all().item()), message)


def check_is_size(size: Any, message: Callable[[], str] | str | None = None, *, max: int | None = None) -> None:
    """Raise a RuntimeError unless ``size`` can be a size: a number from 0 on, up to ``max``.

    One that depends on data counts as neither 0 nor 1 from now on, where that is asked for.
    """
    warnings.warn(
        "_check_is_size will be removed in a future PyTorch release along with guard_size_oblivious. \
    Use _check(i >= 0) instead.",
        FutureWarning,
        stacklevel=2,
    )
    _check(RuntimeError, size >= 0, message)
    if stands_for(size, int):
        from wye.symbolic.asking import mark_as_size  # here: only programs with symbolic sizes need it

        mark_as_size(size)
    if max is not None:
        _check(RuntimeError, size <= max, message)
