"""`torch._higher_order_ops.effects`: effect tokens.  Aliases only."""

from __future__ import annotations

from wye.higher_order.effects import (
    EffectType,
    WithEffects,
    handle_effects,
    has_aliasing,
    has_effects,
    new_token_tensor,
    with_effects,
)
from wye.higher_order.effects import EffectType as _EffectType
from wye.higher_order.effects import get_effect as _get_effect
from wye.higher_order.effects import register_effectful_op as _register_effectful_op

__all__ = [
    "EffectType",
    "WithEffects",
    "_EffectType",
    "_get_effect",
    "_register_effectful_op",
    "handle_effects",
    "has_aliasing",
    "has_effects",
    "new_token_tensor",
    "with_effects",
]
