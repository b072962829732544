"""Layer 13: testing. May import everything below; only compat imports it.

comparing (equal values), closeness (`assert_close`) -> cases (unittest classes that know tensors, parametrized tests)
-> devices (one class for each device); logging_tensor, two_tensor (tensor subclasses to test with);
schema_check (`SchemaCheckMode`) -> operator_checks (`opcheck`, `opcheck_all`).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from wye.testing.cases import TestCase, first_sample, instantiate_parametrized_tests, parametrize, run_tests, subtest
from wye.testing.closeness import assert_close
from wye.testing.devices import instantiate_device_type_tests

if TYPE_CHECKING:
    from wye.testing.operator_checks import opcheck, opcheck_all, opcheck_samples
    from wye.testing.schema_check import SchemaCheckMode

__all__ = [
    "SchemaCheckMode",
    "TestCase",
    "assert_close",
    "first_sample",
    "instantiate_device_type_tests",
    "instantiate_parametrized_tests",
    "opcheck",
    "opcheck_all",
    "opcheck_samples",
    "parametrize",
    "run_tests",
    "subtest",
]

_HOME = {  # they load autograd and graphs
    **dict.fromkeys(("opcheck", "opcheck_all", "opcheck_samples"), "wye.testing.operator_checks"),
    "SchemaCheckMode": "wye.testing.schema_check",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
