"""`torch.testing._comparison`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing.closeness import assert_close, default_tolerances

__all__ = ["assert_close", "default_tolerances"]

__getattr__ = names_of(__name__)
