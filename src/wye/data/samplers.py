"""Samplers: in which order the elements of a dataset come."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from wye.functional.operators import of
from wye.schema.values import DTYPES
from wye.tensors import as_tensor
from wye.tensors.generator import Generator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Sized

__all__ = [
    "BatchSampler",
    "DistributedSampler",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "SubsetRandomSampler",
    "WeightedRandomSampler",
    "drawn_seed",
]

_Index = TypeVar("_Index", covariant=True)
_INT64: Final = DTYPES["int64"]
_AT_ONCE: Final = 32  # indices that are drawn in one call


def drawn_seed(generator: Any = None) -> int:
    """A random number to begin another generator with."""
    drawn: Any = of.empty([], dtype=_INT64).random_(generator=generator).item()
    return int(drawn)


class Sampler(Generic[_Index]):
    """Indices one after another.  A subclass has ``__iter__``, and ``__len__`` where loaders are asked for theirs."""

    def __iter__(self) -> Iterator[_Index]:
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """All indices in their order."""

    def __init__(self, data_source: Sized) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """Indices at random.

    Args:
        data_source: The dataset.
        replacement: Whether an index may come again before all have come.
        num_samples: How many; as many as there are elements, if it is None.
        generator: Where the random numbers come from.

    Raises:
        TypeError: ``replacement`` is no bool.
        ValueError: ``num_samples`` is no positive integer.
    """

    def __init__(
        self, data_source: Sized, replacement: bool = False, num_samples: int | None = None, generator: Any = None
    ) -> None:
        self.data_source, self.replacement = data_source, replacement
        self._num_samples, self.generator = num_samples, generator
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={self.num_samples}")

    @property
    def num_samples(self) -> int:
        """How many; asked each time: a dataset may grow."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        count, generator = len(self.data_source), self.generator
        if generator is None:
            generator = Generator()
            generator.manual_seed(drawn_seed())
        whole, rest = divmod(self.num_samples, _AT_ONCE if self.replacement else count)
        if self.replacement:
            for size in (*itertools.repeat(_AT_ONCE, whole), rest):
                yield from of.randint(count, [size], dtype=_INT64, generator=generator).tolist()
        else:
            for _ in range(whole):
                yield from of.randperm(count, generator=generator).tolist()
            yield from of.randperm(count, generator=generator).tolist()[:rest]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """Each of some indices once, at random.

    Args:
        indices: Which.
        generator: Where the random numbers come from.
    """

    def __init__(self, indices: Sequence[int], generator: Any = None) -> None:
        self.indices, self.generator = indices, generator

    def __iter__(self) -> Iterator[int]:
        for place in of.randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[place]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Indices at random, some more probable than others.

    Args:
        weights: How probable each index is; they need not sum up to one.
        num_samples: How many.
        replacement: Whether an index may come again.
        generator: Where the random numbers come from.

    Raises:
        ValueError: something is no positive integer, no bool, or no row of numbers.
    """

    def __init__(
        self, weights: Sequence[float], num_samples: int, replacement: bool = True, generator: Any = None
    ) -> None:
        if not isinstance(num_samples, int) or isinstance(num_samples, bool) or num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")
        if not isinstance(replacement, bool):
            raise ValueError(f"replacement should be a boolean value, but got replacement={replacement}")
        self.weights = as_tensor(weights, dtype=DTYPES["float64"])
        if self.weights.dim() != 1:
            raise ValueError(
                f"weights should be a 1d sequence but given weights have shape {tuple(self.weights.shape)}"
            )  # fmt: skip
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self) -> Iterator[int]:
        found = of.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        yield from found.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Lists of the indices that another sampler gives.

    Args:
        sampler: That one.
        batch_size: How many are in a list.
        drop_last: Whether a last list that has fewer is left out.

    Raises:
        ValueError: ``batch_size`` is no positive integer, or ``drop_last`` no bool.
    """

    def __init__(self, sampler: Iterable[int], batch_size: int, drop_last: bool) -> None:
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[int]]:
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self) -> int:
        count = len(self.sampler)  # type: ignore[arg-type]  # the caller's: one without length is refused here
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


class DistributedSampler(Sampler[int]):
    """The indices of one of several processes, each of which gets equally many.

    Args:
        dataset: The dataset.
        num_replicas: How many processes there are.
        rank: Which of them this one is.
        shuffle: Whether they come at random.
        seed: Where the random numbers begin: the same in all processes.
        drop_last: Whether the last elements are left out where the numbers do not divide; else some come twice.

    Raises:
        ValueError: ``num_replicas`` or ``rank`` is not given, or there is no such process.
    """

    def __init__(
        self,
        dataset: Any,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        if num_replicas is None or rank is None:
            raise ValueError(
                "Default process group has not been initialized, please make sure to call init_process_group."
            )
        if rank >= num_replicas or rank < 0:
            raise ValueError(f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        self.dataset, self.num_replicas, self.rank = dataset, num_replicas, rank
        self.epoch, self.drop_last, self.shuffle, self.seed = 0, drop_last, shuffle, seed
        count = len(dataset)
        self.num_samples = count // num_replicas if drop_last else math.ceil(count / num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self) -> Iterator[int]:
        indices = list(range(len(self.dataset)))
        if self.shuffle:
            generator = Generator()
            generator.manual_seed(self.seed + self.epoch)
            indices = of.randperm(len(self.dataset), generator=generator).tolist()
        whole = list(itertools.islice(itertools.cycle(indices), self.total_size))
        return iter(whole[self.rank :: self.num_replicas])

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Let the next epoch have another order.

        Args:
            epoch: Its number.
        """
        self.epoch = epoch
