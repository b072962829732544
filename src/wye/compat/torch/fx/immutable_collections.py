"""`torch.fx.immutable_collections`.  Aliases only."""

from __future__ import annotations

from wye.pytree.immutable import immutable_dict, immutable_list

__all__ = ["immutable_dict", "immutable_list"]
