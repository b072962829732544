"""`torch.nn.parameter`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.nn.parameter import Buffer, Parameter

__all__ = ["Buffer", "Parameter"]
__getattr__ = names_of(__name__)
