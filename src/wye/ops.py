"""`wye.ops`: operators by name.  Re-exports only: the module is the object."""

from __future__ import annotations

import sys
from importlib import import_module

import wye.higher_order  # noqa: F401 - ops.higher_order has its operators
from wye.call.packets import ops

ops.on_first_use("aten", lambda: import_module("wye.aten.methods"))
sys.modules[__name__] = ops
