"""Fake kernels of checks: what depends on elements holds."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("_assert_async", "_assert_async.msg")
def assert_async(self: Any, assert_msg: str = "") -> None:
    """Nothing: there is no element to look at."""


@FAKES("_functional_assert_async.msg")
def functional_assert_async(self: Any, assert_msg: str, dep_token: Any) -> MetaArray:
    """A copy of the last argument."""
    return MetaArray(dep_token.shape, dep_token.dtype)
