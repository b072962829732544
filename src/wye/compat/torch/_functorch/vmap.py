"""`torch._functorch.vmap`: the parts of vmap.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.pytree import broadcast_to_and_flatten as _broadcast_to_and_flatten
from wye.transforms.levels import add_batch_dim as _add_batch_dim
from wye.transforms.levels import enter_vmap as _vmap_increment_nesting
from wye.transforms.levels import leave_vmap as _vmap_decrement_nesting
from wye.transforms.levels import remove_batch_dim as _remove_batch_dim
from wye.transforms.nesting import restore_vmap, unwrap_batched, vmap_increment_nesting, wrap_batched
from wye.transforms.vmap import name_of as _get_name
from wye.transforms.vmap import vmap

__all__ = [
    "_add_batch_dim", "_broadcast_to_and_flatten", "_get_name", "_remove_batch_dim", "_vmap_decrement_nesting",
    "_vmap_increment_nesting", "restore_vmap", "unwrap_batched", "vmap", "vmap_increment_nesting", "wrap_batched",
]  # fmt: skip

__getattr__ = names_of(__name__)
