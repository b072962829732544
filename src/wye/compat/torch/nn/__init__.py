"""`torch.nn`, as far as it is functions.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.nn import functional

__all__ = ["functional"]
