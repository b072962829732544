"""`torch._subclasses`: functional and fake tensors.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fake import DynamicOutputShapeException, FakeTensor, FakeTensorMode, UnsupportedFakeTensorException
from wye.fake.comparing import CrossRefFakeMode

__all__ = [
    "CrossRefFakeMode",
    "DynamicOutputShapeException",
    "FakeTensor",
    "FakeTensorMode",
    "UnsupportedFakeTensorException",
]

__getattr__ = names_of(__name__)
