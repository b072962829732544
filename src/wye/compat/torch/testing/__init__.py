"""`torch.testing`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing import assert_close

__all__ = ["assert_close"]

__getattr__ = names_of(__name__)
