"""`torch.distributions.one_hot_categorical`.  Aliases only."""

from __future__ import annotations

from wye.distributions.categorical import OneHotCategorical, OneHotCategoricalStraightThrough

__all__ = [
    "OneHotCategorical",
    "OneHotCategoricalStraightThrough",
]
