"""`torch._refs.nn`.  Aliases only."""

from __future__ import annotations

from wye.compat.torch._refs.nn import functional

__all__ = ["functional"]
