"""`torch._dynamo.eval_frame`: functions as `torch.compile` runs them.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.programs import OptimizedModule, is_dynamo_supported

__all__ = ["OptimizedModule", "is_dynamo_supported"]

__getattr__ = names_of(__name__)
