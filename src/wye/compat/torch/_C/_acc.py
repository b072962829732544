"""`torch._C._acc`: a backend of a program at PrivateUse1.  Aliases only."""

from __future__ import annotations

from wye.tensors.private_backend import DeviceGuard, PrivateUse1Hooks, create_empty_tensor
from wye.tensors.private_backend import register_device_guard as register_python_privateuseone_device_guard
from wye.tensors.private_backend import register_hooks as register_python_privateuseone_hook

__all__ = [
    "DeviceGuard",
    "PrivateUse1Hooks",
    "create_empty_tensor",
    "register_python_privateuseone_device_guard",
    "register_python_privateuseone_hook",
]
