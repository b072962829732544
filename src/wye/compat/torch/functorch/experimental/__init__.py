"""`functorch.experimental`.  Aliases only."""

from __future__ import annotations

from wye.func import replace_all_batch_norm_modules_
from wye.transforms import functionalize, hessian, jacfwd, jvp
from wye.transforms.vmap import chunk_vmap

__all__ = ["chunk_vmap", "functionalize", "hessian", "jacfwd", "jvp", "replace_all_batch_norm_modules_"]
