"""Test classes made of others: the same tests, run under other settings; tensors with given strides.

Cold path.
"""

from __future__ import annotations

import functools
import unittest
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from wye.aten.functions import function
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.tensors import Tensor

__all__ = ["strided", "with_settings"]


def with_settings(
    cls: type,
    cls_prefix: str,
    fn_suffix: str,
    *patches: tuple[Any, str, Any],
    xfail_prop: str | None = None,
    decorator: Callable[[Any], Any] = lambda test: test,
) -> type:
    """A class with the tests of another one, which run while settings have other values.

    Args:
        cls: The other class.
        cls_prefix: What its name begins with, before that of the other class.
        fn_suffix: What the names of its tests end in.
        patches: A module with a function ``patch``, the name of a setting in it, and the value.
        xfail_prop: Tests that have this attribute are expected to fail.
        decorator: Applied to every test.
    """
    members: dict[str, Any] = {}
    for name in dir(cls):
        value = getattr(cls, name)
        if not name.startswith("test_"):
            if name in vars(cls) and not name.startswith("__"):
                members[name] = vars(cls)[name]
            continue
        if not callable(value):
            members[name] = value
            continue
        test = _patched(value, patches)
        test.__name__ = f"{name}{fn_suffix}"
        if xfail_prop is not None and hasattr(value, xfail_prop):
            test = unittest.expectedFailure(test)
        members[test.__name__] = decorator(test)
    return type(f"{cls_prefix}{cls.__name__}", cls.__bases__, members)


def _patched(test: Callable[..., Any], patches: Sequence[tuple[Any, str, Any]]) -> Any:
    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> Any:
        with ExitStack() as stack:
            for module, name, value in patches:
                stack.enter_context(module.patch(name, value))
            return test(*args, **kwargs)

    return run


def strided(
    size: Sequence[int],
    stride: Sequence[int],
    dtype: Any = DTYPES["float32"],
    device: Any = "cpu",
    extra_size: int = 0,
) -> Tensor:
    """A tensor of random numbers with this shape and these strides.

    Args:
        size: Its shape.
        stride: Its strides.
        dtype: Its dtype; numbers of other than real dtypes are below 10.
        device: Where it is.
        extra_size: Elements of its memory behind the last one.
    """
    needed = 1 + sum((length - 1) * step for length, step in zip(size, stride, strict=True)) + extra_size
    if dtype.is_floating_point or dtype.is_complex:
        memory = function("randn")(needed, dtype=dtype, device=device)
    else:
        high = 2 if dtype.name == "bool" else 10
        memory = function("randint")(0, high, (needed,), device=device).to(dtype)
    made: Tensor = memory.as_strided(size, stride)
    return made
