"""`torch._prims`: the module of their helpers; the primitive operators themselves are not here."""

from __future__ import annotations

import wye.compat.torch._prims_common as utils
from wye.compat.modules import names_of

__all__ = ["utils"]

__getattr__ = names_of(__name__)
