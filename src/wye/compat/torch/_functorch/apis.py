"""`torch._functorch.apis`: function transforms.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.transforms import vmap

__all__ = ["vmap"]

__getattr__ = names_of(__name__)
