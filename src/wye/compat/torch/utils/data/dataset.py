"""`torch.utils.data.dataset`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.data.datasets import (
    ChainDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)

__all__ = [
    "ChainDataset",
    "ConcatDataset",
    "Dataset",
    "IterableDataset",
    "StackDataset",
    "Subset",
    "TensorDataset",
    "random_split",
]

__getattr__ = names_of(__name__)
