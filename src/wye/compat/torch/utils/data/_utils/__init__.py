"""`torch.utils.data._utils`: what loaders are made of.  Aliases and constants only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch.utils.data._utils import collate

__all__ = ["MP_STATUS_CHECK_INTERVAL", "collate"]

MP_STATUS_CHECK_INTERVAL = 5.0  # seconds
__getattr__ = names_of(__name__)
