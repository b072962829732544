"""`torch.fx.experimental.const_fold`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.constant_folding import FoldedGraphModule, get_unique_attr_name_in_module, split_const_subgraphs

__all__ = ["FoldedGraphModule", "get_unique_attr_name_in_module", "split_const_subgraphs"]
