"""`torch._functorch.partitioners`: joint graphs split into two.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.decomposition_interpreter import is_sym_node
from wye.fx.partition import default_partition, min_cut_rematerialization_partition

__all__ = ["default_partition", "is_sym_node", "min_cut_rematerialization_partition"]

__getattr__ = names_of(__name__)
