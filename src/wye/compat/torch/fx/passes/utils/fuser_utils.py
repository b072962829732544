"""`torch.fx.passes.utils.fuser_utils`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.fusing import erase_nodes, fuse_as_graphmodule, fuse_by_partitions, insert_subgm
from wye.fx.passes.ordering import closes_no_cycle as validate_partition
from wye.fx.passes.ordering import sorted_nodes as topo_sort

__all__ = [
    "erase_nodes",
    "fuse_as_graphmodule",
    "fuse_by_partitions",
    "insert_subgm",
    "topo_sort",
    "validate_partition",
]
