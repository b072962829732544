"""Fake tensors: shapes, dtypes, strides and devices of a program's tensors, without their data.

Beside autograd and functionalization.  May import: functional, aten, tensors, modes and what is below.
"""

from __future__ import annotations

from importlib import import_module

from wye.aten.grid import add_column
from wye.fake import unbacked
from wye.fake.exceptions import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorDeviceMismatchError,
    MetadataMismatchError,
    UnsupportedFakeTensorException,
    UnsupportedMutationAliasingException,
    UnsupportedOperatorException,
)
from wye.fake.mode import FakeTensorMode
from wye.fake.tensor import FakeTensor

__all__ = [
    "DataDependentOutputException",
    "DynamicOutputShapeException",
    "FakeTensor",
    "FakeTensorDeviceMismatchError",
    "FakeTensorMode",
    "MetadataMismatchError",
    "UnsupportedFakeTensorException",
    "UnsupportedMutationAliasingException",
    "UnsupportedOperatorException",
]

add_column("unbacked", unbacked, "UNBACKED")
import_module("wye.fake.control_flow")  # registers rules
