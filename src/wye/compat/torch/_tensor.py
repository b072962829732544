"""`torch._tensor`: the class of tensors.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.tensors import Tensor

__all__ = ["Tensor"]

__getattr__ = names_of(__name__)
