"""`torch._utils`: what tests read of it.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.tensors.dtypes import element_size as _element_size

__all__ = ["_element_size"]

__getattr__ = names_of(__name__)
