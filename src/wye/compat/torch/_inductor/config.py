"""`torch._inductor.config`: how operators that write are functionalized.  Aliases only."""

from __future__ import annotations

from wye.functionalization.custom import patched as patch
from wye.functionalization.custom import setting as __getattr__

__all__ = ["__getattr__", "patch"]
