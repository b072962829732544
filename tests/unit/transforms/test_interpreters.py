"""The stack of levels: what is on it, what a call sees, and that it is right after errors and in other threads."""

from __future__ import annotations

import threading

import pytest

import wye
from wye import dispatch
from wye.call.py_impl import TransformType
from wye.higher_order import HigherOrderOperator
from wye.keys import DispatchKeySet
from wye.transforms import vmap
from wye.transforms.interpreters import all_interpreters, current
from wye.transforms.levels import get_batch_dim, get_level, get_unwrapped

X = wye.arange(6.0).view(2, 3)


def test_a_vmap_is_a_level_while_its_function_runs():
    seen = []
    vmap(lambda x: (seen.append((current().level(), current().key(), current().batch_size())), x)[1])(X)
    assert seen == [(1, TransformType.Vmap, 2)]
    assert current() is None


def test_levels_count_from_one_and_nest():
    seen = []
    vmap(vmap(lambda x: (seen.append([i.level() for i in all_interpreters()]), x)[1]))(X)
    assert seen == [[1, 2]]


def test_an_error_inside_leaves_the_stack_and_the_keys_as_they_were():
    before = wye._engine.engine.get_state()

    def fails(x):
        raise KeyError("inside")

    with pytest.raises(KeyError):
        vmap(vmap(fails))(X)
    assert current() is None
    assert wye._engine.engine.get_state() == before


def test_another_thread_has_a_stack_of_its_own():
    seen = []

    def inside(x):
        thread = threading.Thread(target=lambda: seen.append((current(), wye.ones(2).sum().item())))
        thread.start()
        thread.join()
        return x

    vmap(inside)(X)
    assert seen == [(None, 2.0)]


def test_a_rule_runs_with_its_level_removed():
    levels = []
    with dispatch.library("DEF", "test_levels") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
        lib.impl("f", lambda x: (levels.append((get_level(x), current())), x * 2)[1], "CompositeExplicitAutograd")
        with pytest.warns(UserWarning, match="test_levels::f"):
            vmap(op)(X)
    assert levels == [(-1, None), (-1, None)]


def test_a_kernel_at_the_batched_key_sees_the_wrapped_tensor():
    seen = []

    def kernel(x):
        seen.append((get_level(x), tuple(get_unwrapped(x).shape), get_batch_dim(x)))
        return x + 100

    with dispatch.library("DEF", "test_batched_kernel") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
        lib.impl("f", lambda x: x * 2, "CPU")
        lib.impl("f", kernel, "FuncTorchBatched")
        result = vmap(op)(X)
    assert seen == [(1, (2, 3), 0)]
    assert result.tolist() == (X + 100).tolist()


def test_a_batched_tensor_that_escaped_cannot_be_used():
    kept = []
    vmap(lambda x: (kept.append(x), x)[1])(X)
    assert tuple(kept[0].shape) == (3,)
    with pytest.raises(RuntimeError, match="escaped from inside a function being vmapped"):
        kept[0] + 1


def test_a_rule_of_py_impl_gets_the_interpreter():
    with dispatch.library("DEF", "test_py_impl_vmap") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
        lib.impl("f", lambda x: x * 2, "CompositeExplicitAutograd")

        @op.py_impl(TransformType.Vmap)
        def rule(interpreter, x):
            with interpreter.lower():
                result = op(get_unwrapped(x))
            return wye.vmap(lambda y: y)(result).sum() + x * 0

        assert vmap(op)(X).tolist() == [[30.0] * 3] * 2


def test_a_higher_order_operator_needs_a_rule_for_the_transform():
    hop = HigherOrderOperator("test_hop_under_vmap")
    hop.py_impl("CompositeExplicitAutograd")(lambda x: x * 2)
    with pytest.raises(KeyError, match="Vmap"):
        vmap(hop)(X)

    @hop.py_impl(TransformType.Vmap)
    def rule(interpreter, x):
        assert interpreter.level() == 1
        return x * 3

    assert vmap(hop)(X).tolist() == (X * 3).tolist()


@pytest.mark.parametrize("key", ["FuncTorchBatched", "FuncTorchDynamicLayerFrontMode"])
def test_a_transform_works_where_its_keys_are_excluded_and_leaves_them_so(key):
    keys = DispatchKeySet(key)
    for _ in range(2):  # the second time, the engine knows the operator
        with dispatch.exclude(keys):
            assert vmap(lambda x: x.sum(0))(X).tolist() == [3.0, 12.0]
            assert wye.func.grad(lambda x: (x * x).sum())(X).tolist() == (2 * X).tolist()
            assert vmap(wye.func.grad(lambda x: (x * x).sum()))(X).tolist() == (2 * X).tolist()
            assert wye.func.functionalize(lambda x: x.clone().add_(1))(X).tolist() == (X + 1).tolist()
            assert dispatch.excluded_keys() & keys == keys
