"""Datasets: what has elements by index, or gives them one after another."""

from __future__ import annotations

import bisect
import itertools
import math
import warnings
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from wye.functional.operators import of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wye.tensors import Tensor

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

_Element = TypeVar("_Element", covariant=True)


class Dataset(Generic[_Element]):
    """Elements by index.  A subclass has ``__getitem__``, and ``__len__`` where samplers need it.

    One that has ``__getitems__`` is asked for all elements of a batch at once.
    """

    def __getitem__(self, index: Any) -> _Element:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Dataset[Any]) -> ConcatDataset[Any]:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[_Element]):
    """Elements one after another.  A subclass has ``__iter__``."""

    def __iter__(self) -> Iterator[_Element]:
        raise NotImplementedError("Subclasses of IterableDataset should implement __iter__.")

    def __add__(self, other: Dataset[Any]) -> ChainDataset[Any]:  # type: ignore[override]
        return ChainDataset([self, other])


class TensorDataset(Dataset[tuple[Any, ...]]):
    """The rows of tensors.

    Args:
        tensors: Of the same size in the first dimension.

    Raises:
        AssertionError: their sizes differ.
    """

    def __init__(self, *tensors: Tensor) -> None:
        if any(one.size(0) != tensors[0].size(0) for one in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Any, ...]:
        return tuple(one[index] for one in self.tensors)

    def __len__(self) -> int:
        return int(self.tensors[0].size(0))


class StackDataset(Dataset[Any]):
    """Elements of several datasets beside each other, as tuples, or, where they are named, as dictionaries.

    Args:
        args: Datasets of the same length.
        kwargs: The same, by name.

    Raises:
        ValueError: there are none, both kinds, or their lengths differ.
    """

    datasets: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise ValueError(
                "Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like input/output, but both "
                "types are given."
            )
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets = args or kwargs
        lengths = {len(one) for one in self._each()}
        if len(lengths) > 1:
            raise ValueError("Size mismatch between datasets")
        self._length = lengths.pop()

    def _each(self) -> list[Any]:
        return list(self.datasets.values() if isinstance(self.datasets, dict) else self.datasets)

    def _beside(self, elements: Iterable[Any]) -> Any:
        if isinstance(self.datasets, dict):
            return dict(zip(self.datasets, elements, strict=True))
        return tuple(elements)

    def __getitem__(self, index: Any) -> Any:
        return self._beside(one[index] for one in self._each())

    def __getitems__(self, indices: list[int]) -> list[Any]:
        """Several elements; datasets that give several at once are asked for all."""
        columns = []
        for one in self._each():
            many = getattr(one, "__getitems__", None)
            found = [one[index] for index in indices] if not callable(many) else many(indices)
            if len(found) != len(indices):
                raise ValueError(
                    f"Nested dataset's output size mismatch. Expected {len(indices)}, got {len(found)}"
                )  # fmt: skip
            columns.append(found)
        return [self._beside(row) for row in zip(*columns, strict=True)]

    def __len__(self) -> int:
        return self._length


class ConcatDataset(Dataset[_Element]):
    """Datasets behind each other.

    Args:
        datasets: At least one.

    Raises:
        AssertionError: there is none, or one of them has no indices.
    """

    def __init__(self, datasets: Iterable[Dataset[Any]]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(one, IterableDataset) for one in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence: Iterable[Any]) -> list[int]:
        """How many elements there are up to the end of each dataset."""
        return list(itertools.accumulate(len(one) for one in sequence))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index: int) -> _Element:
        if index < 0:
            if -index > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            index += len(self)
        place = bisect.bisect_right(self.cumulative_sizes, index)
        before = self.cumulative_sizes[place - 1] if place else 0
        found: _Element = self.datasets[place][index - before]
        return found


class ChainDataset(IterableDataset[_Element]):
    """Datasets that give their elements one after another, behind each other.

    Args:
        datasets: `IterableDataset`s.
    """

    def __init__(self, datasets: Iterable[Dataset[Any]]) -> None:
        super().__init__()
        self.datasets = datasets

    def _each(self) -> Iterator[Any]:
        for one in self.datasets:
            if not isinstance(one, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield one

    def __iter__(self) -> Iterator[_Element]:
        for one in self._each():
            yield from one

    def __len__(self) -> int:
        return sum(len(one) for one in self._each())


class Subset(Dataset[_Element]):
    """Some elements of a dataset.

    Args:
        dataset: The whole.
        indices: Which elements.
    """

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, list):
            return self.dataset[[self.indices[one] for one in index]]
        return self.dataset[self.indices[index]]

    def __getitems__(self, indices: list[int]) -> list[Any]:
        """Several elements; a dataset that gives several at once is asked for all."""
        inner = [self.indices[one] for one in indices]
        many = getattr(self.dataset, "__getitems__", None)
        found: list[Any] = many(inner) if callable(many) else [self.dataset[one] for one in inner]
        return found

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset: Any, lengths: Sequence[int | float], generator: Any = None) -> list[Subset[Any]]:
    """Divide a dataset into parts at random.

    Args:
        dataset: The whole.
        lengths: How many elements each part gets; or which share, if they sum up to 1.
        generator: Where the random numbers come from.

    Raises:
        ValueError: the lengths are not those of the dataset, or a share is not between 0 and 1.
    """
    counts = list(lengths)
    if math.isclose(sum(counts), 1) and sum(counts) <= 1:
        counts = _shares(counts, len(dataset))
    if sum(counts) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = of.randperm(int(sum(counts)), generator=generator).tolist()
    ends = itertools.accumulate(counts)
    return [Subset(dataset, order[int(end - count) : int(end)]) for end, count in zip(ends, counts, strict=True)]


def _shares(fractions: list[Any], whole: int) -> list[Any]:
    """How many elements each part gets; what rounding leaves goes to the first parts, one element each."""
    for place, one in enumerate(fractions):
        if not 0 <= one <= 1:
            raise ValueError(f"Fraction at index {place} is not between 0 and 1")
    counts = [math.floor(whole * one) for one in fractions]
    for place in range(whole - sum(counts)):
        counts[place % len(counts)] += 1
    for place, count in enumerate(counts):
        if not count:
            warnings.warn(
                f"Length of split at index {place} is 0. This might result in an empty dataset.", stacklevel=3
            )
    return counts
