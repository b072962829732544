"""Samplers: each says in which order indices come, and how many."""

from __future__ import annotations

from typing import Any

import pytest

import wye
from wye.data import (
    BatchSampler,
    DistributedSampler,
    RandomSampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)


def test_random_indices_come_once_each_and_follow_the_seed() -> None:
    wye.manual_seed(3)
    first = list(RandomSampler(range(10)))
    wye.manual_seed(3)
    assert list(RandomSampler(range(10))) == first
    assert sorted(first) == list(range(10))
    assert first != list(SequentialSampler(range(10)))


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("count", [1, 7, 40])
def test_as_many_random_indices_come_as_are_wanted(replacement: bool, count: int) -> None:
    sampler = RandomSampler(range(5), replacement, count)
    assert len(sampler) == len(list(sampler)) == count
    if not replacement and count > 5:
        assert sorted(list(sampler)[:5]) == list(range(5))


def test_a_generator_decides_the_order() -> None:
    def drawn(make: Any) -> list[int]:
        return list(make(wye.Generator().manual_seed(2)))

    for make in (
        lambda generator: RandomSampler(range(20), generator=generator),
        lambda generator: SubsetRandomSampler(range(20), generator),
        lambda generator: WeightedRandomSampler([0.1, 0.9], 20, generator=generator),
    ):
        assert drawn(make) == drawn(make)


def test_improbable_indices_do_not_come() -> None:
    assert set(WeightedRandomSampler([0.0, 1.0, 0.0], 5)) == {1}


def test_batches_hold_what_is_left_unless_it_is_dropped() -> None:
    assert list(BatchSampler(range(5), 2, False)) == [[0, 1], [2, 3], [4]]
    assert list(BatchSampler(range(5), 2, True)) == [[0, 1], [2, 3]]
    assert [len(BatchSampler(range(5), 2, drop)) for drop in (False, True)] == [3, 2]


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (lambda: RandomSampler(range(3), num_samples=0), ValueError, "num_samples=0"),
        (lambda: RandomSampler(range(3), "x"), TypeError, "replacement=x"),  # type: ignore[arg-type]
        (lambda: WeightedRandomSampler([1.0], 1.5), ValueError, "num_samples=1.5"),  # type: ignore[arg-type]
        (lambda: WeightedRandomSampler([1.0], 1, "x"), ValueError, "replacement=x"),  # type: ignore[arg-type]
        (lambda: WeightedRandomSampler([[1.0]], 1), ValueError, r"have shape \(1, 1\)"),  # type: ignore[list-item]
        (lambda: BatchSampler([1], 0, False), ValueError, "batch_size=0"),
        (lambda: BatchSampler([1], True, False), ValueError, "batch_size=True"),
        (lambda: BatchSampler([1], 1, "x"), ValueError, "drop_last=x"),  # type: ignore[arg-type]
        (lambda: DistributedSampler([1], 2, 2), ValueError, r"in the interval \[0, 1\]"),
        (lambda: DistributedSampler([1]), ValueError, "process group has not been initialized"),
    ],
)
def test_samplers_say_what_they_do_not_take(make: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        make()


@pytest.mark.parametrize("drop_last", [False, True])
def test_processes_share_the_indices_evenly(drop_last: bool) -> None:
    parts = [DistributedSampler(range(7), 2, rank, drop_last=drop_last) for rank in (0, 1)]
    drawn = [list(one) for one in parts]
    assert {len(one) for one in drawn} == {3 if drop_last else 4}
    assert set(drawn[0] + drawn[1]) <= set(range(7))
    assert drop_last or set(drawn[0] + drawn[1]) == set(range(7))
    parts[0].set_epoch(1)
    assert list(parts[0]) != drawn[0]


def test_a_small_dataset_is_repeated_for_many_processes() -> None:
    assert [list(DistributedSampler([1], 3, rank, shuffle=False)) for rank in range(3)] == [[0], [0], [0]]
