"""Checks of elements."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules

__all__ = ["KERNELS"]

KERNELS = Rules()

_ZERO = "Expected Tensor with single nonzero value, but got zero"


def _check(value: Any, message: str) -> None:
    if value.size != 1:
        many = "more than one value" if value.size else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {many} is ambiguous")
    if not value.item():
        raise RuntimeError(message)


@KERNELS("_assert_async")
def assert_async(self: Any) -> None:
    """Raise if the only element is 0."""
    _check(self, _ZERO)


@KERNELS("_assert_async.msg")
def assert_async_msg(self: Any, assert_msg: str) -> None:
    """Raise with a message if the only element is 0."""
    _check(self, assert_msg)


@KERNELS("_functional_assert_async.msg")
def functional_assert_async(self: Any, assert_msg: str, dep_token: Any) -> Any:
    """Raise if the only element is 0; else a copy of the last argument, which orders such checks."""
    _check(self, assert_msg)
    return dep_token.copy()
