"""`torch._higher_order_ops.map`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.higher_order import map
from wye.higher_order.slices import stack_trees as _stack_pytree
from wye.higher_order.slices import unstack_tree as _unstack_pytree

__all__ = ["_stack_pytree", "_unstack_pytree", "map"]

__getattr__ = names_of(__name__)
