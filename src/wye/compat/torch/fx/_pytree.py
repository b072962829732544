"""`torch.fx._pytree`: arguments of traced functions.  Aliases only."""

from __future__ import annotations

from wye.fx.tree_arguments import tree_flatten_spec

__all__ = ["tree_flatten_spec"]
