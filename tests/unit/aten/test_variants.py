"""In-place and out variants: which outputs they take, what they do to them, and memory that overlaps."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import wye

aten = wye.ops.aten


def test_an_elementwise_result_is_cast_to_its_output() -> None:
    out = wye.empty(2, dtype=wye.float64)
    aten.add.out(wye.tensor([1, 2]), wye.tensor([3, 4]), out=out)
    assert out.tolist() == [4.0, 6.0]


def test_floats_are_not_cast_to_integers() -> None:
    with pytest.raises(RuntimeError, match="result type Float can't be cast to the desired output type Long"):
        aten.add.out(wye.ones(2), wye.ones(2), out=wye.empty(2, dtype=wye.int64))


def test_some_elementwise_operators_know_the_dtype_of_their_operand_only() -> None:
    with pytest.raises(RuntimeError, match="Found dtype Double but expected Float"):
        aten.neg.out(wye.ones(2), out=wye.empty(2, dtype=wye.float64))


def test_the_size_of_complex_numbers_is_cast_but_that_of_real_ones_is_not() -> None:
    out = wye.empty(1, dtype=wye.float64)
    assert aten.abs.out(wye.tensor([3 + 4j]), out=out).tolist() == [5.0]
    with pytest.raises(RuntimeError, match="Found dtype Double but expected Float"):
        aten.abs.out(wye.ones(1), out=out)


@pytest.mark.parametrize("name", ["mm", "add.Scalar_out", "sort"])
def test_other_operators_want_exactly_the_dtype_of_the_result(name: str) -> None:
    x, out = wye.ones(2, 2), wye.empty(0, dtype=wye.float64)
    calls: dict[str, Any] = {
        "mm": lambda: aten.mm.out(x, x, out=out),
        "add.Scalar_out": lambda: aten.add.Scalar_out(x, 1, out=out),
        "sort": lambda: aten.sort.values(x, values=out, indices=wye.empty(0, dtype=wye.int64)),
    }
    with pytest.raises(RuntimeError, match="Expected out tensor to have dtype float, but got double instead"):
        calls[name]()


def test_sums_are_computed_in_the_dtype_of_their_output() -> None:
    out = wye.empty(0, dtype=wye.int32)
    aten.sum.IntList_out(wye.tensor([[1.9, 1.9], [0.0, 1.0]]), [1], out=out)
    assert out.tolist() == [2, 1]


def test_means_are_not_computed_in_integers() -> None:
    with pytest.raises(RuntimeError, match="floating point"):
        aten.mean.out(wye.ones(2), [0], out=wye.empty(0, dtype=wye.int64))


def test_truth_is_stored_in_bools_and_bytes() -> None:
    assert aten.any.all_out(wye.ones(2), out=wye.empty([], dtype=wye.uint8)).item() == 1
    with pytest.raises(RuntimeError, match="any only supports bool tensor for result, got: Float"):
        aten.any.all_out(wye.ones(2), out=wye.empty([]))


def test_a_factory_makes_what_its_output_holds() -> None:
    out = wye.empty(0, dtype=wye.int16)
    assert aten.ones_like.out(wye.zeros(2), out=out).tolist() == [1, 1]
    assert out.dtype is wye.int16


def test_a_result_whose_shape_is_in_the_elements_is_made_first() -> None:
    out = wye.empty(0, dtype=wye.int64)
    assert aten.nonzero.out(wye.tensor([0, 1, 2]), out=out).tolist() == [[1], [2]]
    values, counts = wye.empty(0, dtype=wye.int64), wye.empty(0, dtype=wye.int64)
    aten._unique2.out(
        wye.tensor([2, 1, 2]), True, False, True, out0=values, out1=wye.empty(0, dtype=wye.int64), out2=counts
    )
    assert (values.tolist(), counts.tolist()) == ([1, 2], [1, 2])
    assert values._version == 1


def test_a_resized_output_keeps_the_order_of_the_result_or_is_row_major() -> None:
    x = wye.ones(2, 3).t()
    assert aten.sin.out(x, out=wye.empty(0)).stride() == (1, 3)
    assert aten.add.Scalar_out(x, 1, out=wye.empty(0)).stride() == (2, 1)


def test_resizing_an_output_with_elements_warns() -> None:
    with pytest.warns(UserWarning, match="An output with one or more elements was resized"):
        aten.sin.out(wye.ones(3), out=wye.empty(2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        aten.sin.out(wye.ones(3), out=wye.empty(0))


@pytest.mark.parametrize("write", [
    lambda x: x.sin_(), lambda x: x.abs_(), lambda x: x.copy_(wye.ones(3)), lambda x: aten.sin.out(wye.ones(3), out=x),
    lambda x: x.uniform_(), lambda x: x.scatter_(0, wye.tensor([0]), 1.0),
])  # fmt: skip
def test_nothing_is_written_to_expanded_tensors(write: Any) -> None:
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        write(wye.ones(1).expand(3))


def test_an_output_may_be_an_operand_but_not_a_part_of_one() -> None:
    x = wye.arange(6.0)
    assert aten.add.out(x, x, out=x).tolist() == [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor"):
        aten.add.out(x[1:], x[:-1], out=x[1:])
    y = wye.arange(9.0).view(3, 3)
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor"):
        y.add_(y.t())
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor"):
        y.mul_(y[0])


def test_parts_that_do_not_touch_may_be_in_one_memory() -> None:
    x = wye.arange(6.0)
    assert x[:3].add_(x[3:]).tolist() == [3.0, 5.0, 7.0]


def test_running_sums_in_place_have_the_dtype_of_the_tensor() -> None:
    assert wye.ones(2, dtype=wye.int32).cumsum_(0).tolist() == [1, 2]
    with pytest.raises(RuntimeError, match="dtype"):
        wye.ones(2).cumsum_(0, dtype=wye.int64)


def test_arrays_are_checked_like_tensors() -> None:
    x = np.ones(3, np.float32)
    with pytest.raises(RuntimeError, match="Found dtype Double but expected Float"):
        aten.neg.out(x, out=np.empty(3))
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        aten.neg.out(x, out=np.empty(2, np.float32))


@pytest.mark.parametrize("size", [3, 20_000])  # a small result is made first, a large one in its place
def test_results_are_stored_in_outputs_of_any_size(size: int) -> None:
    x, out = wye.arange(size, dtype=wye.float32), wye.zeros(size)
    version = out._version
    assert wye.add(x, x, alpha=2, out=out) is out
    assert out._version == version + 1
    assert wye.equal(out, 3 * x)


@pytest.mark.parametrize("size", [4, 20_000])
def test_an_output_that_shares_memory_with_an_operand_is_refused_or_is_the_operand(size: int) -> None:
    memory = wye.arange(size + 1, dtype=wye.float32)
    with pytest.raises(RuntimeError, match="refer to a single memory location"):
        wye.add(memory[:-1], 1, out=memory[1:])
    assert memory.tolist() == list(range(size + 1))
    wye.add(memory, 1, out=memory)
    assert memory[0] == 1


def test_an_output_that_does_not_fit_is_left_alone() -> None:
    out = wye.zeros(2, dtype=wye.int64)
    with pytest.raises(RuntimeError, match="can't be cast"):
        wye.add(wye.ones(2), 1, out=out)
    with pytest.raises(RuntimeError, match="must match"):
        wye.add(wye.ones(2), wye.ones(3), out=out)
    assert out.tolist() == [0, 0]
    assert out._version == 0


def test_a_kernel_that_a_program_registers_does_not_answer_for_the_output_variant() -> None:
    out = wye.zeros(2)
    with wye.dispatch.library("IMPL", "aten") as lib:
        lib.impl("sin", lambda x: wye.full((2,), 7.0), "CPU")
        wye.sin(wye.zeros(2), out=out)
    assert out.tolist() == [0, 0]


def test_several_results_go_to_their_outputs() -> None:
    values, places = wye.empty(2), wye.empty(2, dtype=wye.int64)
    wye.max(wye.tensor([[1.0, 3.0], [5.0, 2.0]]), 1, out=(values, places))
    assert (values.tolist(), places.tolist()) == ([3, 5], [1, 0])


def test_an_output_of_random_numbers_draws_them_once() -> None:
    wye.manual_seed(0)
    expected = wye.bernoulli(wye.full((4,), 0.5)), wye.rand(2)
    wye.manual_seed(0)
    out = wye.empty(4)
    assert wye.equal(wye.bernoulli(wye.full((4,), 0.5), out=out), expected[0])
    assert wye.equal(wye.rand(2), expected[1])


def test_elementwise_operators_refuse_expanded_outputs_that_they_would_have_to_make_larger():
    out = wye.zeros(1).expand(2)
    for run in (wye.abs, wye.sin):
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            run(wye.zeros(3), out=out)
    assert out.shape == (2,)
