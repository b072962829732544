"""`torch._subclasses.functional_tensor`: functionalization as a mode.  Aliases only."""

from __future__ import annotations

from wye.functionalization.contexts import BaseFunctionalizeAPI, CppFunctionalizeAPI, PythonFunctionalizeAPI
from wye.functionalization.mode import (
    FunctionalTensor,
    FunctionalTensorMode,
    disable_functional_mode,
    dispatch_functionalize,
)
from wye.functionalization.mode import unwrap_if_functional as mb_unwrap_functional_tensor
from wye.transforms.functional_level import FunctorchFunctionalizeAPI

__all__ = [
    "BaseFunctionalizeAPI",
    "CppFunctionalizeAPI",
    "FunctionalTensor",
    "FunctionalTensorMode",
    "FunctorchFunctionalizeAPI",
    "PythonFunctionalizeAPI",
    "disable_functional_mode",
    "dispatch_functionalize",
    "mb_unwrap_functional_tensor",
]
