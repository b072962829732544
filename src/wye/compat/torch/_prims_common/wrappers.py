"""`torch._prims_common.wrappers`: no function is wrapped for ``out=``: there is nothing to remove.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing.skips import unchanged as _maybe_remove_out_wrapper

__all__ = ["_maybe_remove_out_wrapper"]

__getattr__ = names_of(__name__)
