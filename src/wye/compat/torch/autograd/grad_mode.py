"""`torch.autograd.grad_mode`: whether gradients are recorded.  Aliases only."""

from __future__ import annotations

from wye.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = ["enable_grad", "inference_mode", "no_grad", "set_grad_enabled"]
