"""`torch._dynamo.eval_frame`: is there a compiler of Python's frames?  Aliases only."""

from __future__ import annotations

from wye.absent import never as is_dynamo_supported
from wye.compat.modules import names_of
from wye.programs import OptimizedModule

__all__ = ["OptimizedModule", "is_dynamo_supported"]

__getattr__ = names_of(__name__)
