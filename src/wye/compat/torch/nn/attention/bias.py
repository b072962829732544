"""`torch.nn.attention.bias`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.nn.causal_bias import CausalBias, CausalVariant, causal_lower_right, causal_upper_left

__all__ = ["CausalBias", "CausalVariant", "causal_lower_right", "causal_upper_left"]

__getattr__ = names_of(__name__)
