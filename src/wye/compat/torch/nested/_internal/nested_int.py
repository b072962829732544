"""`torch.nested._internal.nested_int`: lengths of ragged dimensions.  Aliases only."""

from __future__ import annotations

from wye.symbolic.fixed_nodes import NestedIntNode

__all__ = ["NestedIntNode"]
