"""Loaders of data: batches of a dataset, in which elements are put together by kind."""

from __future__ import annotations

import warnings
from collections import OrderedDict, namedtuple
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import wye
from wye.data import DataLoader, Dataset, IterableDataset, default_collate, default_convert

if TYPE_CHECKING:
    from collections.abc import Iterator

Pair = namedtuple("Pair", "x y")


class Endless(IterableDataset[int]):  # it does not say when it ends
    def __iter__(self) -> Iterator[int]:
        return iter(range(5))


class Count(Endless):
    def __len__(self) -> int:
        return 3


def test_batches_have_the_size_that_is_wanted() -> None:
    assert [one.tolist() for one in DataLoader(range(5), batch_size=2)] == [[0, 1], [2, 3], [4]]
    assert [one.tolist() for one in DataLoader(range(5), batch_size=2, drop_last=True)] == [[0, 1], [2, 3]]
    assert list(DataLoader(range(3), batch_size=None)) == [0, 1, 2]
    assert [one.tolist() for one in DataLoader(range(5), batch_sampler=[[4, 0], [1]])] == [[4, 0], [1]]
    assert len(DataLoader(range(5), batch_size=2)) == 3


def test_shuffled_batches_hold_every_element_once_and_follow_the_generator() -> None:
    def drawn() -> list[int]:
        loader = DataLoader(range(10), shuffle=True, generator=wye.Generator().manual_seed(0))
        return [int(one) for one in loader]

    assert sorted(drawn()) == list(range(10))
    assert drawn() == drawn() != list(range(10))


def test_elements_that_come_one_after_another_are_put_into_batches() -> None:
    assert [one.tolist() for one in DataLoader(Endless(), batch_size=2)] == [[0, 1], [2, 3], [4]]
    assert [one.tolist() for one in DataLoader(Endless(), batch_size=2, drop_last=True)] == [[0, 1], [2, 3]]
    assert list(DataLoader(Endless(), batch_size=None)) == [0, 1, 2, 3, 4]


def test_a_dataset_that_gives_more_than_its_length_is_warned_of() -> None:
    loader = DataLoader(Count(), batch_size=None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [one for one in loader] == [0, 1, 2, 3, 4]  # noqa: C416 - `list` would ask for the length
    assert len(loader) == 3
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        list(loader)
    assert "was reported to be 3(when accessing len(dataloader)), but 4 samples" in str(caught[0].message)
    assert len(caught) == 2


def test_a_dataset_may_give_a_whole_batch_at_once() -> None:
    class Many(Dataset[Any]):
        def __len__(self) -> int:
            return 4

        def __getitems__(self, indices: list[int]) -> list[int]:
            return [10 * one for one in indices]

    assert [one.tolist() for one in DataLoader(Many(), batch_size=2)] == [[0, 10], [20, 30]]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"batch_size": 0}, "batch_size=0"),
        ({"num_workers": -1}, "num_workers option should be non-negative"),
        ({"timeout": -1}, "timeout option should be non-negative"),
        ({"prefetch_factor": 2}, "prefetch_factor option could only be specified in multiprocessing"),
        ({"persistent_workers": True}, "persistent_workers option needs num_workers > 0"),
        ({"batch_size": 2, "batch_sampler": [[1]]}, "batch_sampler option is mutually exclusive"),
        ({"shuffle": True, "sampler": [1]}, "sampler option is mutually exclusive with shuffle"),
        ({"batch_size": None, "drop_last": True}, "disables auto-batching"),
        ({"multiprocessing_context": "fork"}, "can only be used with multi-process loading"),
        ({"multiprocessing_context": "bad", "num_workers": 1}, "valid start method"),
    ],
)
def test_options_that_exclude_each_other_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        DataLoader([1, 2], **options)


def test_orders_are_refused_where_elements_come_one_after_another() -> None:
    for options in ({"shuffle": True}, {"sampler": [1]}, {"batch_sampler": [[1]]}):
        with pytest.raises(ValueError, match="expected unspecified"):
            DataLoader(Count(), **options)  # type: ignore[arg-type]


def test_what_decides_the_batches_stays_once_a_loader_is_made() -> None:
    loader = DataLoader([1, 2])
    with pytest.raises(ValueError, match="batch_size attribute should not be set after DataLoader is initialized"):
        loader.batch_size = 3
    loader.timeout = 1


def test_elements_are_put_together_by_their_kind() -> None:
    assert default_collate([1.5, 2.5]).dtype is wye.float64
    assert default_collate([True, False]).tolist() == [True, False]
    assert default_collate(["a", "b"]) == ["a", "b"]
    assert default_collate([wye.ones(2), wye.zeros(2)]).shape == (2, 2)
    assert default_collate([np.ones(2), np.zeros(2)]).shape == (2, 2)
    assert default_collate([np.float32(1), np.float32(2)]).dtype is wye.float32
    assert [one.tolist() for one in default_collate([(1, 2), (3, 4)])] == [[1, 3], [2, 4]]
    pair = default_collate([Pair(1, "a"), Pair(2, "b")])
    assert isinstance(pair, Pair)
    assert pair.y == ("a", "b")
    assert isinstance(default_collate([OrderedDict(a=1), OrderedDict(a=2)]), OrderedDict)


def test_elements_that_cannot_be_put_together_are_named() -> None:
    with pytest.raises(TypeError, match=r"batch must contain tensors, .*; found <class 'object'>"):
        default_collate([object()])
    with pytest.raises(TypeError, match="found <U1"):
        default_collate([np.array(["a"])])
    with pytest.raises(RuntimeError, match="each element in list of batch should be of equal size"):
        default_collate([[1, 2], [3]])


def test_single_elements_are_converted_and_keep_their_kind() -> None:
    made = default_convert([1, np.array([1, 2]), "a", {"x": np.float32(1)}, Pair(np.ones(1), 2), np.array(["t"])])
    assert made[0] == 1
    assert isinstance(made[1], wye.Tensor)
    assert isinstance(made[3]["x"], wye.Tensor)
    assert isinstance(made[4], Pair)
    assert isinstance(made[5], np.ndarray)
