"""`torch.fx.passes.utils.source_matcher_utils`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.source_partitions import SourcePartition, check_subgraphs_connected, get_source_partitions

__all__ = ["SourcePartition", "check_subgraphs_connected", "get_source_partitions"]
