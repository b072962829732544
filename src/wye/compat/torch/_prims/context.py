"""`torch._prims.context`: a mode in which functions are their references, which they are in any case.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing.op_references import ReferenceMode as TorchRefsMode

__all__ = ["TorchRefsMode"]

__getattr__ = names_of(__name__)
