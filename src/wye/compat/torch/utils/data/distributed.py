"""`torch.utils.data.distributed`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.data.samplers import DistributedSampler

__all__ = ["DistributedSampler"]

__getattr__ = names_of(__name__)
