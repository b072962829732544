"""Calls that are only unwrapped, lowered and wrapped again: what the engine handles equals what the rules say."""

from __future__ import annotations

import gc
import weakref

import pytest

import wye
from wye._engine import engine
from wye.call.py_impl import TransformType
from wye.keys import DispatchKeySet
from wye.transforms import vmap


def test_operands_of_several_dtypes_are_promoted_as_single_examples_are():
    x, y = wye.arange(3), wye.ones(3, dtype=wye.float32)
    assert vmap(lambda a, b: a + b)(x, y).dtype == wye.float32
    assert vmap(lambda a: a + wye.ones(2, dtype=wye.float64))(x).dtype == wye.float64
    assert vmap(lambda a: a * wye.ones((), dtype=wye.float64))(wye.ones(3, 2)).dtype == wye.float32


@pytest.mark.parametrize("dims", [(0, 0), (1, 0), (1, 1), (0, None), (None, 1)])
def test_batch_dimensions_may_be_anywhere(dims):
    x, y = wye.arange(9.0).view(3, 3), wye.arange(9.0).view(3, 3) * 2
    rows = [[t if d is None else t.select(d, i) for t, d in zip((x, y), dims, strict=True)] for i in range(3)]
    expected = wye.stack([a * b + a.sin() for a, b in rows])
    assert wye.equal(vmap(lambda a, b: a * b + a.sin(), in_dims=dims)(x, y), expected)


def test_examples_of_fewer_dimensions_broadcast_as_single_examples_do():
    x, y = wye.arange(2.0), wye.arange(6.0).view(2, 3)
    assert vmap(lambda a, b: a * b)(x, y).tolist() == [[0.0, 0.0, 0.0], [3.0, 4.0, 5.0]]
    assert vmap(lambda a: a + wye.ones(2, 3))(wye.zeros(4, 3)).shape == (4, 2, 3)


def test_results_that_are_lists_belong_to_the_level():
    gradient = wye.grad(lambda x: wye.ops.aten.unsafe_split.Tensor(x * x, 2)[1].sum())(wye.arange(4.0))
    assert gradient.tolist() == [0.0, 0.0, 4.0, 6.0]


def test_tensors_of_a_transform_that_has_ended_count_as_those_inside():
    kept = []
    wye.grad(lambda x: kept.append(x) or x.sum())(wye.ones(2))
    assert (kept[0] + 1).tolist() == [2.0, 2.0]
    assert vmap(lambda y: y * kept[0])(wye.ones(3, 2)).shape == (3, 2)
    assert wye.grad(lambda y: (y * kept[0]).sum())(wye.ones(2)).tolist() == [1.0, 1.0]


def test_an_error_below_leaves_the_stack_as_it_was():
    def fails(x):
        with pytest.raises(RuntimeError):
            wye.ops.aten.add.Tensor(x, wye.ones(7))
        return (x * 2).sum()

    assert wye.grad(fails)(wye.ones(3)).tolist() == [2.0, 2.0, 2.0]
    assert vmap(fails)(wye.ones(2, 3)).tolist() == [6.0, 6.0]
    assert (wye.ones(2) + 1).tolist() == [2.0, 2.0]


def test_nothing_is_recorded_inside_no_grad():
    def constant(x):
        with wye.no_grad():
            y = x * 3
        return (x * y).sum()

    assert wye.grad(constant)(wye.ones(2)).tolist() == [3.0, 3.0]


def test_what_is_registered_later_is_used():
    assert vmap(wye.sin)(wye.zeros(2)).tolist() == [0.0, 0.0]
    library = wye.library.Library("aten", "IMPL")
    library.impl("sin", lambda x: x + 1, "FuncTorchBatched")
    try:
        assert vmap(wye.sin)(wye.zeros(2)).tolist() == [1.0, 1.0]
    finally:
        library._destroy()
    assert vmap(wye.sin)(wye.zeros(2)).tolist() == [0.0, 0.0]


def test_wrapped_tensors_are_freed():
    x = wye.ones(3)
    seen = []
    wye.grad(lambda y: seen.append(weakref.ref(y.sin())) or y.sum())(x)
    vmap(lambda y: seen.append(weakref.ref(y)) or y.sin())(x)
    gc.collect()
    assert [ref() for ref in seen] == [None, None]


def test_a_rule_that_comes_after_the_first_call_counts():
    op = wye.ops.aten.cos.default
    x = wye.ones(3)
    assert vmap(wye.cos)(x).shape == (3,)
    op.py_impl(TransformType.Vmap)(lambda interpreter, value: value)
    try:
        assert wye.equal(vmap(wye.cos)(x), x)
    finally:
        del op.functorch_table[TransformType.Vmap]
    assert wye.equal(vmap(wye.cos)(x), x.cos())


def test_a_tensor_without_data_beside_a_batched_one_is_refused():
    bare = engine.TensorBase(DispatchKeySet("CPU"))
    add = wye.ops.aten.add.Tensor
    assert vmap(lambda x: add(x, x))(wye.ones(3)).tolist() == [2.0] * 3
    with pytest.raises((RuntimeError, TypeError, AttributeError)):
        vmap(lambda x: add(x, bare))(wye.ones(3))
