"""`torch._export.utils`: questions about operators.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.inspection.operators import is_composite as _is_cia_op

__all__ = ["_is_cia_op"]

__getattr__ = names_of(__name__)
