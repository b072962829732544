"""Tests that PyTorch makes from other tests by `opcheck`: here they are made, and say that it comes later."""

from __future__ import annotations

import unittest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["dont_generate_opcheck_tests", "generate_opcheck_tests", "is_inside_opcheck_mode"]

_UTILITIES = ("test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic")


def generate_opcheck_tests(
    testcase: Any,
    namespaces: list[str],
    failures_dict_path: str | None = None,
    additional_decorators: dict[str, Any] | None = None,
    test_utils: Iterable[str] = _UTILITIES,
    *rest: Any,
    **options: Any,
) -> None:
    """Add, for each test of a class and each way to check, a test that is skipped until there is opcheck."""
    for name in [name for name in dir(testcase) if name.startswith("test_")]:
        for utility in tuple(test_utils):
            skipped = unittest.skip("needs opcheck, which this version of wye does not have yet")(lambda self: None)
            setattr(testcase, f"{utility}__{name}", skipped)


def is_inside_opcheck_mode() -> bool:
    """Is a test running under a check?"""
    return False


def dont_generate_opcheck_tests(reason: str) -> Any:
    """A decorator for tests that no other tests are made from."""
    return lambda test: test
