"""`torch._functorch.utils`.  Aliases only."""

from __future__ import annotations

from contextlib import nullcontext as enable_single_level_autograd_function

from wye.compat.modules import names_of
from wye.transforms.nesting import exposed_in

__all__ = ["argnums_t", "enable_single_level_autograd_function", "exposed_in"]

argnums_t = int | tuple[int, ...]
__getattr__ = names_of(__name__)
