"""`torch.testing._internal.common_modules`: modules as test cases.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.module_info import (
    ErrorModuleInput,
    FunctionInput,
    ModuleErrorEnum,
    ModuleInfo,
    ModuleInput,
    TrainEvalMode,
    modules,
)
from wye.testing.module_list import MODULES as module_db  # noqa: N811 - PyTorch's name

__all__ = [
    "ErrorModuleInput",
    "FunctionInput",
    "ModuleErrorEnum",
    "ModuleInfo",
    "ModuleInput",
    "TrainEvalMode",
    "module_db",
    "modules",
]

__getattr__: Any = names_of(__name__)
