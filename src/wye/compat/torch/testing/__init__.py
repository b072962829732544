"""`torch.testing`.  Aliases only."""

from __future__ import annotations

from wye.testing import assert_close

__all__ = ["assert_close"]
