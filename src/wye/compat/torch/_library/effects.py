"""`torch._library.effects`: what effect an operator has.  Aliases only."""

from __future__ import annotations

from wye.higher_order.effects import EffectHolder, EffectType

__all__ = ["EffectHolder", "EffectType"]
