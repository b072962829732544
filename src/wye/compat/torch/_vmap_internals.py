"""`torch._vmap_internals`: the first `vmap`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.deprecated.legacy_vmap import bare_vmap as _vmap
from wye.deprecated.legacy_vmap import vmap
from wye.transforms.vmap import name_of as _get_name

__all__ = ["_get_name", "_vmap", "vmap"]

__getattr__ = names_of(__name__)
