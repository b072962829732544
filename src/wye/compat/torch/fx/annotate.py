"""`torch.fx.annotate`: types of traced values.  Aliases only."""

from __future__ import annotations

from wye.fx.typed_values import annotate

__all__ = ["annotate"]
