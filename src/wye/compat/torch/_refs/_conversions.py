"""`torch._refs._conversions`: to a dtype.  Aliases only."""

from __future__ import annotations

from wye.tensors import Tensor as _Tensor

__all__: list[str] = []
__getattr__ = _Tensor.__dict__.__getitem__
