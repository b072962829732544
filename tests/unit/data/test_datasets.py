"""Datasets: parts of them, several behind or beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import wye
from wye.data import (
    ChainDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


class Numbers(IterableDataset[int]):
    def __init__(self, count: int) -> None:
        self.count = count

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.count))

    def __len__(self) -> int:
        return self.count


def test_a_dataset_of_tensors_gives_their_rows() -> None:
    made = TensorDataset(wye.arange(4), wye.arange(8).reshape(4, 2))
    assert len(made) == 4
    assert [one.tolist() for one in made[2]] == [2, [4, 5]]
    with pytest.raises(AssertionError, match="Size mismatch between tensors"):
        TensorDataset(wye.ones(2), wye.ones(3))


def test_datasets_behind_each_other_are_indexed_as_one() -> None:
    made = ConcatDataset([[1, 2], [], [3]])
    assert len(made) == 3
    assert [made[at] for at in (0, 1, 2, -1, -3)] == [1, 2, 3, 3, 1]
    with pytest.raises(ValueError, match="absolute value of index should not exceed dataset length"):
        made[-4]
    with pytest.raises(IndexError):
        made[3]
    with pytest.raises(AssertionError, match="empty iterable"):
        ConcatDataset([])
    with pytest.raises(AssertionError, match="does not support IterableDataset"):
        ConcatDataset([Numbers(1)])


def test_datasets_beside_each_other_give_tuples_or_dictionaries() -> None:
    assert StackDataset([1, 2], "ab")[1] == (2, "b")
    named = StackDataset(x=[1, 2], y="ab")
    assert named[0] == {"x": 1, "y": "a"}
    assert named.__getitems__([1, 0]) == [{"x": 2, "y": "b"}, {"x": 1, "y": "a"}]
    for given, words in (([[1], [1, 2]], "Size mismatch"), ([], "At least one dataset")):
        with pytest.raises(ValueError, match=words):
            StackDataset(*given)
    with pytest.raises(ValueError, match="both types are given"):
        StackDataset([1], x=[1])


def test_nested_datasets_are_asked_for_many_elements_at_once() -> None:
    class Many(Dataset[int]):
        asked: Any = None

        def __len__(self) -> int:
            return 3

        def __getitems__(self, indices: list[int]) -> list[int]:
            self.asked = list(indices)
            return indices[:1]

    one = Many()
    assert Subset(one, [2, 1]).__getitems__([0]) == [2]
    assert one.asked == [2]
    with pytest.raises(ValueError, match=r"Expected 2, got 1"):
        StackDataset(one).__getitems__([0, 1])


def test_sums_of_datasets_are_datasets_behind_each_other() -> None:
    both = Numbers(2) + Numbers(1)
    assert isinstance(both, ChainDataset)
    assert list(both) == [0, 1, 0]
    assert len(both) == 3
    with pytest.raises(AssertionError, match="only supports IterableDataset"):
        list(ChainDataset([[1]]))


def test_a_dataset_is_split_at_random_without_losing_elements() -> None:
    parts = random_split(range(10), [3, 7], generator=wye.Generator().manual_seed(1))
    assert [len(one) for one in parts] == [3, 7]
    assert sorted(element for one in parts for element in one) == list(range(10))
    again = random_split(range(10), [3, 7], generator=wye.Generator().manual_seed(1))
    assert [list(one) for one in again] == [list(one) for one in parts]


def test_shares_of_a_dataset_are_rounded_and_the_rest_goes_to_the_first_parts() -> None:
    assert [len(one) for one in random_split(range(5), [0.5, 0.5])] == [3, 2]
    with pytest.warns(UserWarning, match="Length of split at index 1 is 0"):
        assert [len(one) for one in random_split(range(3), [0.1, 0.2, 0.7])] == [1, 0, 2]
    with pytest.raises(ValueError, match="Fraction at index 0 is not between 0 and 1"):
        random_split(range(5), [-0.5, 1.5])
    with pytest.raises(ValueError, match="Sum of input lengths"):
        random_split(range(5), [2, 2])
