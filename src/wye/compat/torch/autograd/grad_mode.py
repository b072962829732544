"""`torch.autograd.grad_mode`: whether gradients are recorded.  Aliases only."""

from __future__ import annotations

from wye.autograd.graph import unsafe_preserve_version_counter as _unsafe_preserve_version_counter
from wye.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled, set_multithreading_enabled

__all__ = [
    "_unsafe_preserve_version_counter",
    "enable_grad",
    "inference_mode",
    "no_grad",
    "set_grad_enabled",
    "set_multithreading_enabled",
]
