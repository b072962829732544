"""Functional tensors by hand: wrapping, replacing, counting, and the thread's setting."""

import pytest

import wye
from wye.functionalization import tensors as functional


def value(tensor):
    functional.sync_(tensor)
    return functional.from_functional(tensor).tolist()


def test_a_functional_tensor_shows_the_metadata_of_its_value():
    x = wye.arange(6.0).view(2, 3)
    f = functional.to_functional(x)
    assert (functional.is_functional(x), functional.is_functional(f)) == (False, True)
    assert functional.from_functional(f) is x
    assert (tuple(f.shape), f.stride(), f.dtype, repr(f)) == (
        (2, 3),
        (3, 1),
        wye.float32,
        f"_to_functional_tensor({x})",
    )


def test_a_write_leaves_the_wrapped_tensor_alone():
    x = wye.zeros(2)
    f = functional.to_functional(x)
    assert f.add_(1) is f
    assert (value(f), x.tolist()) == ([1.0, 1.0], [0.0, 0.0])


def test_aliases_are_out_of_date_until_they_are_synced():
    f = functional.to_functional(wye.zeros(4))
    v, w = f.view(2, 2), f[:2]
    v.add_(1)
    assert [functional.from_functional(t).flatten().tolist() for t in (f, v, w)] == [[0.0] * 4, [1.0] * 4, [0.0] * 2]
    assert [value(w), value(f)] == [[1.0] * 2, [1.0] * 4]
    assert [functional.writes(t) for t in (f, v, w)] == [1, 1, 1]
    assert [functional.is_base(t) for t in (f, v, w)] == [True, False, False]


def test_replacing_is_seen_by_aliases_after_the_commit():
    f = functional.to_functional(wye.zeros(2, 2))
    v = f[0]
    functional.replace_(v, wye.full((2,), 5.0))
    assert (functional.writes(f), functional.has_writes(f), value(f)) == (1, False, [[0.0, 0.0], [0.0, 0.0]])
    functional.commit_update(v)
    assert (functional.has_writes(f), value(f)) == (True, [[5.0, 5.0], [0.0, 0.0]])


def test_a_replaced_value_has_the_shape_of_the_new_one_and_the_dtype_of_the_old():
    f = functional.to_functional(wye.zeros(2))
    functional.replace_(f, wye.ones(3, dtype=wye.int64))
    assert (tuple(f.shape), f.dtype) == ((3,), wye.float32)


def test_writes_are_counted_by_what_autograd_is_to_see():
    f = functional.to_functional(wye.zeros(2))
    with wye.no_grad():
        f.add_(1)
    assert (functional.are_all_writes_without_grad(f), functional.are_all_writes_hidden(f)) == (True, False)
    f.add_(1)
    assert not functional.are_all_writes_without_grad(f)
    functional.mark_write_hidden(f)
    assert (functional.are_all_writes_without_grad(f), functional.are_all_writes_hidden(f)) == (True, False)


def test_a_change_of_shape_in_place_is_no_write():
    f = functional.to_functional(wye.zeros(2, 3))
    f.t_()
    assert (functional.has_new_metadata(f), functional.has_writes(f), tuple(f.shape)) == (True, False, (3, 2))


def test_other_memory_is_counted_for_the_tensor_that_got_it():
    f, g = functional.to_functional(wye.zeros(2)), functional.to_functional(wye.ones(2))
    f.set_(g)
    assert (functional.has_changed_storage(f), functional.changed_storages(f), functional.has_changed_storage(g)) == (
        True,
        1,
        False,
    )
    f.add_(1)
    assert (value(f), value(g)) == ([2.0, 2.0], [2.0, 2.0])
    functional.mark_changed_storage(g)
    assert functional.has_changed_storage(g)


def test_a_reset_storage_is_shared_with_nothing():
    f = functional.to_functional(wye.zeros(2, 2))
    v = f[0]
    v.add_(1)
    functional.reset_storage(v)
    v.add_(1)
    assert (functional.writes(v), value(v), value(f)) == (1, [2.0, 2.0], [[1.0, 1.0], [0.0, 0.0]])
    assert (functional.storage_size(v, False), functional.storage_size(f, True)) == (8, 16)


def test_a_frozen_tensor_can_be_read_and_not_written_to():
    f = functional.to_functional(wye.zeros(2))
    functional.freeze(f)
    assert value(f + 1) == [1.0, 1.0]
    with pytest.raises(RuntimeError, match="frozen"):
        f.view(2, 1).add_(1)


def test_while_enabled_factories_make_functional_tensors():
    try:
        functional.enable(reapply_views=True)
        assert functional.reapplies_views()
        made = [wye.zeros(2), wye.tensor([1.0]), wye.arange(3)]
        with pytest.raises(RuntimeError, match="already"):
            functional.enable()
        left_alone = wye.ones(1)
    finally:
        functional.disable()
    assert all(map(functional.is_functional, [*made, left_alone]))
    assert not functional.reapplies_views()
    assert not functional.is_functional(wye.zeros(2))


def test_views_are_copies_unless_the_thread_reapplies_them():
    x = wye.zeros(4)
    assert functional.from_functional(functional.to_functional(x)[:2]).data_ptr() != x.data_ptr()
    assert functional.set_reapplies_views(True) is False
    try:
        assert functional.from_functional(functional.to_functional(x)[:2]).data_ptr() == x.data_ptr()
    finally:
        assert functional.set_reapplies_views(False) is True


@pytest.mark.parametrize(
    "ask",
    [
        functional.sync_,
        functional.writes,
        functional.has_writes,
        functional.is_base,
        functional.from_functional,
        functional.commit_update,
    ],
)
def test_ordinary_tensors_are_refused(ask):
    with pytest.raises(RuntimeError, match="expected a functional tensor"):
        ask(wye.zeros(1))


def test_a_functional_tensor_is_not_wrapped_again_and_is_no_value():
    f = functional.to_functional(wye.zeros(1))
    with pytest.raises(RuntimeError, match="already"):
        functional.to_functional(f)
    with pytest.raises(RuntimeError, match="cannot be functional"):
        functional.replace_(functional.to_functional(wye.zeros(1)), f)


def test_autograd_follows_functional_tensors():
    f = functional.to_functional(wye.ones(2)).requires_grad_()
    y = f * 2
    y.mul_(3)
    y.sum().backward()
    assert value(f.grad) == [6.0, 6.0]


def by_hand(f):
    def run(*args):
        inside = [functional.to_functional(arg) for arg in args]
        functional.enable()
        try:
            found = f(*inside)
        finally:
            functional.disable()
        for mine, arg in zip(inside, args, strict=True):
            functional.sync_(mine)
            arg.copy_(functional.from_functional(mine))
        functional.sync_(found)
        return functional.from_functional(found)

    return run


def test_lazy_bits_of_functional_tensors_are_resolved_by_operators():
    def f(x):
        y = x.clone().conj()
        y.mul_(2)
        return wye.view_as_real(y.resolve_conj())

    x, y = wye.tensor([1 + 2j, 3 - 1j]), wye.tensor([1.0, -2.0])
    assert wye.equal(by_hand(f)(x), f(x))
    assert wye.equal(by_hand(lambda y: y._neg_view().resolve_neg() + 1)(y), 1 - y)


def calls_in_trace(f, *args):
    return [str(n.target) for n in wye.fx.make_fx(by_hand(f))(*args).graph.nodes if n.op == "call_function"]


def test_traces_at_the_key_do_not_see_that_a_tensor_of_numbers_becomes_a_leaf():
    found = calls_in_trace(lambda x: x + wye.tensor([1.0, 2.0]), wye.ones(2))
    assert not any("detach" in one for one in found)


def test_traces_at_the_key_have_running_averages_as_results():
    def f(x, mean, var):
        return wye.batch_norm(x, None, None, mean, var, True, 0.5, 1e-5, False)

    mean, var = wye.zeros(2), wye.ones(2)
    found = calls_in_trace(f, wye.randn(4, 2), mean, var)
    assert "aten._native_batch_norm_legit_functional.default" in found
    assert found.count("aten.copy_.default") == 3


def test_a_functional_tensor_can_be_detached_in_place():
    x = functional.to_functional(wye.ones(2))
    x.requires_grad_()
    y = x * 2
    assert y.requires_grad
    assert y.detach_() is y
    assert not y.requires_grad
    assert y.is_leaf
