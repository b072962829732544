"""`torch.utils._mode_utils`.  Aliases only."""

from __future__ import annotations

from wye.dispatch import no_dispatch

__all__ = ["no_dispatch"]
