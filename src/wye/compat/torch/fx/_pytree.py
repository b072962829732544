"""`torch.fx._pytree`: arguments of traced functions.  Aliases only."""

from __future__ import annotations

from wye.fx.tree_arguments import deregister_pytree_flatten_spec as _deregister_pytree_flatten_spec
from wye.fx.tree_arguments import register_pytree_flatten_spec, tree_flatten_spec

__all__ = ["_deregister_pytree_flatten_spec", "register_pytree_flatten_spec", "tree_flatten_spec"]
