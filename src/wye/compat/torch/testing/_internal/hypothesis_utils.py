"""`torch.testing._internal.hypothesis_utils`: arrays that tests draw.  Aliases only."""

from __future__ import annotations

from wye.testing.strategies import arrays as tensor

__all__ = ["tensor"]
