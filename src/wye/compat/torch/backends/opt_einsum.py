"""`torch.backends.opt_einsum`: the order of products in `einsum`.  Aliases only."""

from __future__ import annotations

from wye.device_answers import flags_of
from wye.device_answers import never as is_available

enabled = False
strategy = None
flags = flags_of(__name__)

__all__ = ["flags", "is_available"]
