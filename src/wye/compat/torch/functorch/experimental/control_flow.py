"""`functorch.experimental.control_flow`.  Aliases only."""

from __future__ import annotations

from wye.higher_order import cond, map
from wye.higher_order.slices import stack_trees as _stack_pytree
from wye.higher_order.slices import unstack_tree as _unstack_pytree

__all__ = ["_stack_pytree", "_unstack_pytree", "cond", "map"]
