"""`wye.ops`: operators by name.  Re-exports only: the module is the object."""

from __future__ import annotations

import sys

from wye.call.packets import ops

sys.modules[__name__] = ops
