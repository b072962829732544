"""`torch._functorch.partitioners`: joint graphs split into two.  Aliases only."""

from __future__ import annotations

from wye.fx.partition import default_partition, min_cut_rematerialization_partition

__all__ = ["default_partition", "min_cut_rematerialization_partition"]
