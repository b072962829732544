"""`torch._decomp`: tables of decompositions.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.decompositions import (
    core_aten_decompositions,
    decomposition_table,
    get_decompositions,
    register_decomposition,
)

__all__ = ["core_aten_decompositions", "decomposition_table", "get_decompositions", "register_decomposition"]

__getattr__ = names_of(__name__)
