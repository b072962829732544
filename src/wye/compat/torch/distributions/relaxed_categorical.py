"""`torch.distributions.relaxed_categorical`.  Aliases only."""

from __future__ import annotations

from wye.distributions.categorical import ExpRelaxedCategorical, RelaxedOneHotCategorical

__all__ = [
    "ExpRelaxedCategorical",
    "RelaxedOneHotCategorical",
]
