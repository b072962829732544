"""`torch.utils.data`: loading of data.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch.utils.data import _utils
from wye.data import (
    BatchSampler,
    ChainDataset,
    ConcatDataset,
    DataLoader,
    Dataset,
    DistributedSampler,
    IterableDataset,
    RandomSampler,
    Sampler,
    SequentialSampler,
    StackDataset,
    Subset,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
    default_collate,
    default_convert,
    get_worker_info,
    random_split,
)
from wye.data.loader import DatasetKind as _DatasetKind

__all__ = [
    "BatchSampler",
    "ChainDataset",
    "ConcatDataset",
    "DataLoader",
    "Dataset",
    "DistributedSampler",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "StackDataset",
    "Subset",
    "SubsetRandomSampler",
    "TensorDataset",
    "WeightedRandomSampler",
    "_DatasetKind",
    "_utils",
    "default_collate",
    "default_convert",
    "get_worker_info",
    "random_split",
]

__getattr__ = names_of(__name__)
