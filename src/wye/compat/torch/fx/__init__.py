"""`torch.fx`: containers; graphs come later.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch.fx import immutable_collections

__all__ = ["immutable_collections"]

__getattr__ = names_of(__name__)
