"""Decorators that skip tests, or expect them to fail, where something is missing: by PyTorch's names.

Cold path.  Decorators about devices, builds and compilers that wye does not have leave a test unchanged.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import sys
import unittest
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "decorate_if",
    "decorator_named",
    "expect_inherited_failures",
    "is_not",
    "no_network",
    "skip_exceptions",
    "skip_if",
    "slow",
    "unchanged",
    "unless_installed",
]

_LEAVES_ALONE = re.compile(
    r"(skip(?!Ops)[A-Z]|xfailIf|expectedFailure|dtypesIf|disable|slowTest|runOn[A-Z]|set\w+ToDefaultFinally|recover_orig)\w*"
)

_IS_QUESTION = re.compile(r"(TEST|IS|HAS|PLATFORM)_[A-Z0-9_]+|SM\d+\w*")


def unchanged(test: Any = None, *args: Any, **options: Any) -> Any:
    """A decorator that leaves the test unchanged, with or without arguments."""
    return test if callable(test) and not args and not options else lambda other: other


def decorator_named(name: str) -> Any:
    """The decorator of a name about something that wye does not have: it leaves tests unchanged.

    A name in capitals is a question about a build or a machine (``TEST_CUDNN``): the answer is no.

    Raises:
        AttributeError: the name is not of that kind.
    """
    if _IS_QUESTION.fullmatch(name) is not None:
        return False
    if _LEAVES_ALONE.fullmatch(name) is None:
        raise AttributeError(name)
    return unchanged


def is_not(*args: Any, **options: Any) -> bool:
    """The answer to a question about a device or a build that wye does not have."""
    return False


def no_network(*args: Any, **options: Any) -> Any:
    """What tests would download a file with: they run without a network.

    Raises:
        SkipTest: always.
    """
    raise unittest.SkipTest("there is no network to download a file from")


def skip_if(condition: bool, reason: str) -> Callable[..., Any]:
    """A decorator that skips on a condition; it may be used bare, or with another reason: ``msg="..."``."""

    def decorate(test: Any = None, *, msg: str = reason) -> Any:
        if isinstance(test, str):
            return unittest.skipIf(condition, test)
        return unittest.skipIf(condition, msg) if test is None else unittest.skipIf(condition, msg)(test)

    return decorate


def unless_installed(package: str) -> Callable[..., Any]:
    """A decorator that skips a test where a package is not installed."""
    return skip_if(importlib.util.find_spec(package) is None, f"{package} not found")


# Set by whoever has the time, as for PyTorch's tests.
with_slow_tests = os.environ.get("PYTORCH_TEST_WITH_SLOW", "0") == "1"
slow = skip_if(not with_slow_tests, "test is slow; run with PYTORCH_TEST_WITH_SLOW=1 to enable")

skip_on_windows = skip_if(sys.platform.startswith("win32"), "test doesn't currently work on the Windows stack")


def decorate_if(decorator: Any, predicate_fn: Callable[[dict[str, Any]], bool]) -> Any:
    """Decorate the runs of a test for whose arguments ``predicate_fn`` holds; `wye.testing.cases.bound` does it."""

    def mark(test: Any) -> Any:
        test.decorated_if = [*getattr(test, "decorated_if", ()), (decorator, predicate_fn)]
        return test

    return mark


def skip_exceptions(*kinds: type[BaseException]) -> Callable[[Any], Any]:
    """A decorator that turns these exceptions into skips."""

    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> Any:
            try:
                return test(*args, **kwargs)
            except kinds as error:
                raise unittest.SkipTest(f"not implemented: {error}") from error

        return run

    return decorate


def expect_inherited_failures(tests: Iterable[str]) -> Callable[[type], type]:
    """A class decorator: these tests of the bases are expected to fail in this class, and in it alone."""

    def decorate(cls: type) -> type:
        for name in tests:
            test = getattr(cls, name)
            own = FunctionType(test.__code__, test.__globals__, test.__name__, test.__defaults__, test.__closure__)
            own.__kwdefaults__, own.__dict__ = test.__kwdefaults__, dict(test.__dict__)
            setattr(cls, name, unittest.expectedFailure(own))  # it marks the function: not the one of the base
        return cls

    return decorate
