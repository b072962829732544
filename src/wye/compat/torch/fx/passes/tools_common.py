"""`torch.fx.passes.tools_common`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.operator_support import target_name as get_node_target
from wye.fx.passes.ordering import legalize_graph, stable_topological_sort

__all__ = ["get_node_target", "legalize_graph", "stable_topological_sort"]
