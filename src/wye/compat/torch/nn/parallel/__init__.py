"""`torch.nn.parallel`: what runs without accelerators.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.nn.parallel import DataParallel, data_parallel

__all__ = ["DataParallel", "data_parallel"]
__getattr__ = names_of(__name__)
