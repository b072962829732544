"""`torch._C._special`: functions of operators under the operators' own names.  Aliases only."""

from __future__ import annotations

from wye.aten.functions import function as __getattr__
from wye.aten.functions import names as __dir__

__all__ = ["__dir__", "__getattr__"]
