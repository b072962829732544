"""`torch.fx.passes.infra.partitioner`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.partitioner import CapabilityBasedPartitioner, Partition

__all__ = ["CapabilityBasedPartitioner", "Partition"]
