"""`torch.testing`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing import assert_close
from wye.testing.make_tensor import make_tensor

__all__ = ["assert_close", "make_tensor"]

__getattr__ = names_of(__name__)
