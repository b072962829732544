"""`torch.utils.flop_counter`.  Aliases only."""

from __future__ import annotations

from wye.debug.flops import FlopCounterMode, flop_registry, register_flop_formula

__all__ = ["FlopCounterMode", "flop_registry", "register_flop_formula"]
