"""`torch.utils._sympy.value_ranges`: between which numbers a value lies.  Aliases only."""

from __future__ import annotations

from wye.symbolic.ranges import ValueRangeError, ValueRanges, range_of

__all__ = ["ValueRangeError", "ValueRanges", "bound_sympy"]

bound_sympy = range_of
