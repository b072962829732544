"""`DataLoader`: batches of a dataset, one after another."""

from __future__ import annotations

import itertools
import multiprocessing
import warnings
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from wye.data.collating import default_collate, default_convert
from wye.data.datasets import IterableDataset
from wye.data.samplers import BatchSampler, RandomSampler, Sampler, SequentialSampler, drawn_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["DataLoader", "DatasetKind", "get_worker_info"]

_Batch = TypeVar("_Batch", covariant=True)
# What the order and the size of the batches come from, once a loader is made.
_FIXED: Final = frozenset(("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers"))


class DatasetKind:
    """How the elements of a dataset are had."""

    Map = 0
    Iterable = 1


class _Endless(Sampler[None]):
    """No indices: the dataset says when it ends."""

    def __iter__(self) -> Iterator[None]:
        return itertools.repeat(None)


def get_worker_info() -> None:
    """What a process that loads data knows of itself: None, since the process that asks for a batch loads it."""


class DataLoader(Generic[_Batch]):
    """Batches of a dataset.

    Data is loaded by the process that asks for it, however many workers are wanted.

    Args:
        dataset: Elements by index, or an `IterableDataset`.
        batch_size: How many elements are in a batch; None for single elements.
        shuffle: Whether they come at random.
        sampler: Indices one after another.
        batch_sampler: Lists of indices one after another; in the place of the four before and ``drop_last``.
        num_workers: Accepted.
        collate_fn: A function that makes a batch of a list of elements.
        pin_memory: Accepted: there is one kind of memory.
        drop_last: Whether a last batch that has fewer elements is left out.
        timeout: Accepted.
        worker_init_fn: Accepted.
        multiprocessing_context: Accepted, with ``num_workers``.
        generator: Where the random numbers come from.
        prefetch_factor: Accepted, with ``num_workers``.
        persistent_workers: The same.
        pin_memory_device: As ``pin_memory``.
        in_order: Accepted: batches come in order.

    Raises:
        ValueError: arguments exclude each other, or one is out of its range.
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[Any] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[list[Any]], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: Any = None,
        generator: Any = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self.dataset, self.num_workers, self.prefetch_factor = dataset, num_workers, prefetch_factor
        if prefetch_factor is None and num_workers > 0:
            self.prefetch_factor = 2
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        self.timeout, self.worker_init_fn, self.in_order = timeout, worker_init_fn, in_order
        self.multiprocessing_context = multiprocessing_context
        self._dataset_kind = DatasetKind.Map
        if isinstance(dataset, IterableDataset):
            self._dataset_kind = DatasetKind.Iterable
            _refuse_orders(shuffle, sampler, batch_sampler)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
                )
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None:
            sampler = self._order(bool(shuffle), generator)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last, self.sampler = batch_size, drop_last, sampler
        self.batch_sampler, self.generator = batch_sampler, generator
        self.collate_fn = collate_fn or (default_collate if self._auto_collation else default_convert)
        self.persistent_workers = persistent_workers
        self._IterableDataset_len_called: int | None = None
        self._made = True

    def _order(self, shuffle: bool, generator: Any) -> Sampler[Any]:
        if self._dataset_kind == DatasetKind.Iterable:
            return _Endless()
        return RandomSampler(self.dataset, generator=generator) if shuffle else SequentialSampler(self.dataset)

    @property
    def multiprocessing_context(self) -> Any:
        """How processes would be started."""
        return self.__multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context: Any) -> None:
        if context is not None:
            context = _checked_context(context, self.num_workers)
        self.__multiprocessing_context = context

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _FIXED and "_made" in self.__dict__:
            raise ValueError(f"{name} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(name, value)

    @property
    def _auto_collation(self) -> bool:
        return self.batch_sampler is not None

    @property
    def _index_sampler(self) -> Any:
        return self.batch_sampler if self._auto_collation else self.sampler

    def __iter__(self) -> Iterator[Any]:
        return _Batches(self)

    def __len__(self) -> int:
        if self._dataset_kind != DatasetKind.Iterable:
            return len(self._index_sampler)
        # What it says of itself: `_Batches` warns where it gives more.
        count = self._IterableDataset_len_called = len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


class _Batches:
    """One pass over the batches of a loader."""

    def __init__(self, loader: DataLoader[Any]) -> None:
        self._loader, self._indices = loader, iter(loader._index_sampler)
        drawn_seed(loader.generator)  # random numbers go on from where PyTorch's loaders leave them
        self._iterable = loader._dataset_kind == DatasetKind.Iterable
        self._elements = iter(loader.dataset) if self._iterable else None
        self._given = 0
        self._ended = False

    def __iter__(self) -> _Batches:
        return self

    def __len__(self) -> int:
        return len(self._loader._index_sampler)

    def __next__(self) -> Any:
        found = self._next_of_iterable() if self._iterable else self._next_by_index()
        self._given += 1
        self._compare_with_length()
        return found

    def _next_by_index(self) -> Any:
        loader, index = self._loader, next(self._indices)
        if not loader._auto_collation:
            return loader.collate_fn(loader.dataset[index])
        many = getattr(loader.dataset, "__getitems__", None)
        return loader.collate_fn(many(index) if many else [loader.dataset[one] for one in index])

    def _next_of_iterable(self) -> Any:
        loader, elements = self._loader, self._elements
        assert elements is not None
        if not loader._auto_collation:
            return loader.collate_fn(next(elements))
        if self._ended:
            raise StopIteration
        wanted = len(next(self._indices))
        batch = list(itertools.islice(elements, wanted))
        self._ended = len(batch) < wanted
        if not batch or (self._ended and loader.drop_last):
            raise StopIteration
        return loader.collate_fn(batch)

    def _compare_with_length(self) -> None:
        said = self._loader._IterableDataset_len_called
        if self._iterable and said is not None and self._given > said:
            warnings.warn(
                f"Length of IterableDataset {self._loader.dataset} was reported to be {said}(when accessing "
                f"len(dataloader)), but {self._given} samples have been fetched. ",
                stacklevel=3,
            )


def _check_workers(num_workers: int, timeout: float, prefetch_factor: int | None, persistent_workers: bool) -> None:
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable "
            "multiprocessing, otherwise set prefetch_factor to None."
        )
    if prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _refuse_orders(shuffle: Any, sampler: Any, batch_sampler: Any) -> None:
    given = {"shuffle": shuffle or None, "sampler": sampler, "batch_sampler": batch_sampler}
    for name, value in given.items():
        if value is not None:
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}"
            )


def _checked_context(context: Any, num_workers: int) -> Any:
    if num_workers <= 0:
        raise ValueError(
            "multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got "
            f"num_workers={num_workers}"
        )
    if isinstance(context, str):
        known = multiprocessing.get_all_start_methods()
        if context not in known:
            raise ValueError(
                f"multiprocessing_context option should specify a valid start method in {known!r}, but got "
                f"multiprocessing_context={context!r}"
            )
        return multiprocessing.get_context(context)
    if not isinstance(context, multiprocessing.context.BaseContext):
        raise TypeError(
            "multiprocessing_context option should be a valid context object or a string specifying the start method, "
            f"but got multiprocessing_context={context}"
        )
    return context
