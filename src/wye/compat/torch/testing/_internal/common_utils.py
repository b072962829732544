"""`torch.testing._internal.common_utils`, as far as dispatcher tests use it.  Aliases and constants only."""

from __future__ import annotations

import sys
from typing import Any

from wye.testing import TestCase, instantiate_parametrized_tests, parametrize, run_tests, subtest

__all__ = [
    "IS_CI",
    "IS_FBCODE",
    "IS_LINUX",
    "IS_MACOS",
    "IS_SANDCASTLE",
    "IS_WINDOWS",
    "TEST_CUDA",
    "TEST_WITH_ASAN",
    "TEST_WITH_CROSSREF",
    "TEST_WITH_ROCM",
    "TEST_WITH_TORCHDYNAMO",
    "TestCase",
    "instantiate_parametrized_tests",
    "parametrize",
    "run_tests",
    "skipIfCrossRef",
    "skipIfTorchDynamo",
    "subtest",
    "xfailIfTorchDynamo",
]

IS_LINUX, IS_MACOS, IS_WINDOWS = (sys.platform.startswith(name) for name in ("linux", "darwin", "win32"))
IS_CI = IS_FBCODE = IS_SANDCASTLE = False
TEST_CUDA = TEST_WITH_ASAN = TEST_WITH_CROSSREF = TEST_WITH_ROCM = TEST_WITH_TORCHDYNAMO = False


def _unchanged(test: Any) -> Any:
    return test


def skipIfTorchDynamo(msg: str = "") -> Any:  # noqa: N802 - PyTorch's name; there is no Dynamo to skip for
    return _unchanged


skipIfCrossRef = xfailIfTorchDynamo = _unchanged  # noqa: N816 - PyTorch's names
