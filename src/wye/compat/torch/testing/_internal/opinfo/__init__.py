"""`torch.testing._internal.opinfo`: operators as test cases.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.testing._internal.opinfo import core

__all__ = ["core"]
