"""`torch.autograd`: whether gradients are recorded; the rest comes with automatic differentiation.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = ["enable_grad", "inference_mode", "no_grad", "set_grad_enabled"]

__getattr__ = names_of(__name__)
