"""`torch._functorch.batch_norm_replacement`.  Aliases only."""

from __future__ import annotations

from wye.func import replace_all_batch_norm_modules_

__all__ = ["replace_all_batch_norm_modules_"]
