"""`torch.testing._internal.autograd_function_db`: autograd functions with samples.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.autograd_functions import FUNCTIONS as autograd_function_db  # noqa: N811 - PyTorch's name
from wye.testing.autograd_functions import (
    CubeGenVmap,
    ForwardHasDefaultArgs,
    MulGenVmap,
    NumpyCube,
    NumpyCubeNotComposable,
    NumpyExp_,
    NumpyMul,
    NumpySort,
    NumpyTake,
    ScaleGradGenVmap,
    Select,
    SelectGenVmap,
    SortGenVmap,
    TakeGenVmap,
    ZeroGradientsGenVmap,
)
from wye.testing.custom_op_db import to_numpy

__all__ = [
    "CubeGenVmap", "ForwardHasDefaultArgs", "MulGenVmap", "NumpyCube", "NumpyCubeNotComposable", "NumpyExp_",
    "NumpyMul", "NumpySort", "NumpyTake", "ScaleGradGenVmap", "Select", "SelectGenVmap", "SortGenVmap", "TakeGenVmap",
    "ZeroGradientsGenVmap", "autograd_function_db", "to_numpy",
]  # fmt: skip

__getattr__: Any = names_of(__name__)
