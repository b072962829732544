"""Writes to memory that an operand has, or that has several elements in one place."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

import wye

if TYPE_CHECKING:
    from collections.abc import Callable

WRITES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "index_add_": lambda x, at, y: x.index_add_(0, at, y),
    "index_copy_": lambda x, at, y: x.index_copy_(0, at, y),
    "scatter_": lambda x, at, y: x.scatter_(0, at, y),
    "scatter_add_": lambda x, at, y: x.scatter_add_(0, at, y),
    "put_": lambda x, at, y: x.put_(at, y),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=list(WRITES))
def test_operands_have_memory_of_their_own(write: Any) -> None:
    x, at = wye.arange(6.0), wye.tensor([2, 1, 0])
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor"):
        write(x, at, x[:3])
    with pytest.raises(RuntimeError, match="unsupported operation"):
        write(at, at, at.clone())
    assert x.tolist() == [0, 1, 2, 3, 4, 5]
    write(x, at, x[:3].clone())


def test_tensors_without_data_of_one_shape_are_not_one() -> None:
    at, source = (wye.empty(3, dtype=wye.int64, device="meta") for _ in range(2))
    made = wye.empty(3, dtype=wye.int64, device="meta").index_add_(0, at, source)
    assert made.shape == (3,)
    with wye.fake.FakeTensorMode():
        target, at, source = (wye.empty(3, dtype=wye.int64) for _ in range(3))
        assert target.index_copy_(0, at, source) is target
        assert target.scatter_(0, at, source) is target


def test_an_index_is_not_filled_by_itself() -> None:
    at = wye.tensor([2, 1, 0])
    with pytest.raises(RuntimeError, match="unsupported operation"):
        at.index_fill_(0, at, 0)


@pytest.mark.parametrize(
    "write",
    [
        lambda x: x.index_fill_(0, wye.tensor([0]), 1.0),
        lambda x: x.index_put_((wye.tensor([0]),), wye.tensor(1.0)),
        lambda x: x.masked_fill_(wye.tensor([True, False]), 1.0),
    ],
)
def test_fills_of_expanded_tensors_warn(write: Any) -> None:
    with pytest.warns(UserWarning, match="on expanded tensors is deprecated"):
        write(wye.zeros(1).expand(2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write(wye.zeros(2))
        write(wye.zeros(2, 2)[:, 0])


def test_expanded_tensors_hold_no_random_bits() -> None:
    with pytest.raises(RuntimeError, match="more than one element"):
        wye.zeros(1).expand(2).bernoulli_(wye.rand(2))


def test_ranges_resize_their_output_with_a_warning_of_their_own() -> None:
    with pytest.warns(UserWarning, match="does not match the computed number of elements 5"):
        wye.arange(5, out=wye.zeros(3, dtype=wye.int64))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert wye.linspace(0, 1, 5, out=wye.zeros(3)).tolist() == [0, 0.25, 0.5, 0.75, 1]
