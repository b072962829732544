"""`torch.fx.passes.utils.common`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.fusing import HolderModule, compare_graphs, lift_subgraph_as_module

__all__ = ["HolderModule", "compare_graphs", "lift_subgraph_as_module"]
