"""`wye.ops`: operators by name.  Re-exports only: the module is the object."""

from __future__ import annotations

import sys

import wye.higher_order  # noqa: F401 - ops.higher_order has its operators
from wye.call.packets import ops

sys.modules[__name__] = ops
