"""`torch.fx`, as far as it is about containers.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.fx import immutable_collections

__all__ = ["immutable_collections"]
