"""`torch.utils.data.sampler`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.data.samplers import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)

__all__ = [
    "BatchSampler",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "SubsetRandomSampler",
    "WeightedRandomSampler",
]

__getattr__ = names_of(__name__)
