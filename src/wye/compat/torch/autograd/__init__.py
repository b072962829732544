"""`torch.autograd`.  Aliases only."""

from __future__ import annotations

from wye.autograd.anomaly import detect_anomaly, set_detect_anomaly
from wye.autograd.api import backward, grad
from wye.autograd.checkpoint import is_checkpoint_valid as _is_checkpoint_valid
from wye.autograd.function import Function
from wye.autograd.graph import unsafe_preserve_version_counter as _unsafe_preserve_version_counter
from wye.autograd.saved import SavedTensor
from wye.compat.modules import names_of
from wye.compat.torch.autograd.gradcheck import gradcheck, gradgradcheck
from wye.compat.torch.autograd.variable import Variable
from wye.deprecated.removed_functions import variable
from wye.grad_mode import (
    enable_grad,
    force_original_view_tracking,
    inference_mode,
    is_multithreading_enabled,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)

__all__ = [
    "Function",
    "SavedTensor",
    "Variable",
    "_force_original_view_tracking",
    "_is_checkpoint_valid",
    "_unsafe_preserve_version_counter",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "inference_mode",
    "is_multithreading_enabled",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
    "set_multithreading_enabled",
    "variable",
]

_force_original_view_tracking = force_original_view_tracking
__getattr__ = names_of(__name__)
