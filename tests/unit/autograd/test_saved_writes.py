import pytest

import wye
from wye.autograd.graph import allow_mutation_on_saved_tensors
from wye.autograd.saved import hooks_in_effect, saved_tensors_hooks


def test_what_was_saved_is_copied_once_before_it_is_written_to():
    with allow_mutation_on_saved_tensors() as kept:
        a = wye.tensor([1.0, 2.0], requires_grad=True)
        b = a.clone()
        first, second = b * b, b.sin()
        assert (len(kept.original), len(kept.cloned)) == (1, 0)
        b[:1].zero_()
        assert len(kept.cloned) == 1
        b.zero_()
        assert len(kept.cloned) == 1
        (first.sum() + second.sum()).backward()
        assert not kept.cloned
    assert wye.allclose(a.grad, 2 * a + a.cos())


def test_nothing_is_copied_that_no_graph_needs_any_more():
    with allow_mutation_on_saved_tensors() as kept:
        a = wye.tensor([1.0], requires_grad=True).clone()
        out = a * a
        out.backward()
        a.zero_()
        assert not kept.cloned
        out = a * a
        a.add_(1)
        assert len(kept.cloned) == 1
        del out
        assert not kept.cloned


def test_results_written_with_out_are_writes():
    with allow_mutation_on_saved_tensors() as kept:
        a, b = wye.tensor([3.0], requires_grad=True), wye.tensor([2.0])
        product = a * b
        wye.sin(wye.tensor([5.0]), out=b)
        assert len(kept.cloned) == 1
        product.backward()
    assert a.grad.item() == 2


def test_backward_after_the_block_is_an_error():
    with allow_mutation_on_saved_tensors():
        out = wye.tensor([3.0], requires_grad=True).sin()
    with pytest.raises(AssertionError, match="outside of the 'allow_mutation_on_saved_tensors' context"):
        out.backward()


def test_hooks_that_are_left_twice_leave_nothing_behind():
    hooks = saved_tensors_hooks(lambda tensor: tensor, lambda tensor: tensor)
    with hooks:
        pass
    hooks.__exit__()
    assert not hooks_in_effect.pairs
