"""`torch.utils._sympy.numbers`: an infinite integer.  Aliases only."""

from __future__ import annotations

from wye.symbolic.ranges import IntInfinity, int_oo

__all__ = ["IntInfinity", "NegativeIntInfinity", "int_oo"]

NegativeIntInfinity = IntInfinity
