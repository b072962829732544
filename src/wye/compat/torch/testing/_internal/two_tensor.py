"""`torch.testing._internal.two_tensor`.  Aliases only."""

from __future__ import annotations

from wye.testing.two_tensor import TwoTensor, TwoTensorMode

__all__ = ["TwoTensor", "TwoTensorMode"]
