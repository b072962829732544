"""`torch._custom_op`: what `torch._custom_ops` is made of.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch._custom_op import impl

__all__ = ["impl"]

__getattr__ = names_of(__name__)
