"""`torch.testing._internal.common_utils`, as far as dispatcher tests use it.  Aliases and constants only."""

from __future__ import annotations

import importlib.util
import platform
import sys
import unittest
from typing import Any

from wye.testing import TestCase, first_sample, instantiate_parametrized_tests, parametrize, run_tests, subtest

# What PyTorch's tests ask about the machine and the build.
IS_LINUX, IS_MACOS, IS_WINDOWS = (sys.platform.startswith(name) for name in ("linux", "darwin", "win32"))
IS_X86, IS_ARM64 = (platform.machine() in names for names in (("x86_64", "i386"), ("arm64", "aarch64")))
IS_CI = IS_FBCODE = IS_JETSON = IS_REMOTE_GPU = IS_SANDCASTLE = IS_PPC = IS_S390X = False
TEST_NUMPY = importlib.util.find_spec("numpy") is not None
TEST_SCIPY = importlib.util.find_spec("scipy") is not None
TEST_CUDA = TEST_HPU = TEST_MPS = TEST_PRIVATEUSE1 = TEST_XPU = TEST_ACCELERATOR = False
TEST_WITH_ASAN = TEST_WITH_ROCM = TEST_WITH_SLOW = TEST_WITH_TSAN = TEST_WITH_UBSAN = False
TEST_WITH_AOT_EAGER = TEST_WITH_CROSSREF = TEST_WITH_TORCHDYNAMO = TEST_WITH_TORCHINDUCTOR = False
TEST_CUDA_GRAPH = TEST_CUDA_MEM_LEAK_CHECK = TEST_SKIP_FAST = False
GRAPH_EXECUTOR = None

__all__ = [  # noqa: PLE0604 - the constants above and the names below
    *(name for name in dir() if name.startswith(("IS_", "TEST_"))),
    "TestCase",
    "decorateIf",
    "first_sample",
    "instantiate_parametrized_tests",
    "load_tests",
    "markDynamoStrictTest",
    "parametrize",
    "requires_cuda",
    "run_tests",
    "scoped_load_inline",
    "skipIfCrossRef",
    "skipIfHpu",
    "skipIfMPS",
    "skipIfRocm",
    "skipIfTorchDynamo",
    "skipIfTorchInductor",
    "skipIfWindows",
    "skipIfXpu",
    "slowTest",
    "subtest",
    "unMarkDynamoStrictTest",
    "xfailIfTorchDynamo",
]


def _unchanged(test: Any = None, **options: Any) -> Any:
    """A decorator that leaves the test as it is, with or without brackets after it."""
    return test if callable(test) else _unchanged


# What is not here need not be skipped for.
skipIfCrossRef = skipIfHpu = skipIfMPS = skipIfRocm = skipIfXpu = _unchanged  # noqa: N816 - PyTorch's names
skipIfTorchDynamo = skipIfTorchInductor = xfailIfTorchDynamo = _unchanged  # noqa: N816
markDynamoStrictTest = unMarkDynamoStrictTest = slowTest = _unchanged  # noqa: N816
skipIfWindows = unittest.skipIf(IS_WINDOWS, "not on Windows")  # noqa: N816
requires_cuda = unittest.skipUnless(TEST_CUDA, "needs CUDA")
scoped_load_inline = unittest.skip("wye.compat.torch builds no C++ extensions of PyTorch")
load_tests = None  # unittest's own order


def decorateIf(decorator: Any, predicate_fn: Any) -> Any:  # noqa: N802 - PyTorch's name
    def decorate(test: Any) -> Any:
        def run(*args: Any, **kwargs: Any) -> Any:
            return (decorator(test) if predicate_fn(kwargs) else test)(*args, **kwargs)

        return run

    return decorate
