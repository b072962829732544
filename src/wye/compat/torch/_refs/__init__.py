"""`torch._refs`: every operator of wye is written in Python, and so is its own reference.  Aliases only."""

from __future__ import annotations

from typing import Any

import wye
from wye.compat.torch import linalg
from wye.compat.torch._refs import _conversions, fft, nn, special

__all__ = ["_broadcast_shapes", "_conversions", "fft", "linalg", "nn", "special"]

_broadcast_shapes = wye.broadcast_shapes


def __getattr__(name: str) -> Any:
    found = None if name.startswith("__") else getattr(wye, name, None) or getattr(wye.Tensor, name, None)
    if found is None:
        raise AttributeError(f"module 'torch._refs' has no attribute {name!r}")
    return found
