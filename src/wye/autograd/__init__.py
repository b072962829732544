"""Autograd: gradients by the dispatch keys of autograd.  May import: functional and everything below.

Names are loaded when they are first used: a program without gradients loads neither the rules nor the engine.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wye.autograd.anomaly import detect_anomaly, set_detect_anomaly
    from wye.autograd.api import backward, grad
    from wye.autograd.checking import gradcheck, gradgradcheck
    from wye.autograd.function import Function
    from wye.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = [
    "Function",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "inference_mode",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]

_HOME = {
    "Function": "wye.autograd.function",
    "backward": "wye.autograd.api",
    "detect_anomaly": "wye.autograd.anomaly",
    "enable_grad": "wye.grad_mode",
    "grad": "wye.autograd.api",
    "gradcheck": "wye.autograd.checking",
    "gradgradcheck": "wye.autograd.checking",
    "inference_mode": "wye.grad_mode",
    "no_grad": "wye.grad_mode",
    "set_detect_anomaly": "wye.autograd.anomaly",
    "set_grad_enabled": "wye.grad_mode",
}


_MODULES = ("forward_ad", "functional")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"wye.autograd.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    importlib.import_module("wye.autograd.loading").load()
    value = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})
