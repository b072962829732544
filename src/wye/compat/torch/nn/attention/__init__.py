"""`torch.nn.attention`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.nn.attention import SDPBackend, sdpa_kernel

__all__ = ["SDPBackend", "sdpa_kernel"]

__getattr__ = names_of(__name__)
