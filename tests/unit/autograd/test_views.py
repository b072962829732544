"""Writes to views: the history of the base, and of its other views."""

import pytest

import wye


def leaf(*values):
    return wye.tensor(list(values), requires_grad=True)


def test_a_write_to_a_view_is_in_the_history_of_its_base():
    x = leaf(1.0, 2.0, 3.0)
    base = x * 1
    base[:2].mul_(10)
    assert type(base.grad_fn).__name__ == "CopySlices"
    base.sum().backward()
    assert x.grad.tolist() == [10.0, 10.0, 1.0]


def test_other_views_follow():
    x = leaf(1.0, 2.0, 3.0)
    base = x * 1
    before = base[1:]
    base[:2].mul_(10)
    before.sum().backward()
    assert x.grad.tolist() == [0.0, 10.0, 1.0]


def test_a_base_begins_to_require_grad_with_its_view():
    w = leaf(2.0, 3.0)
    base = wye.zeros(4)
    other = base[1:]
    base[:2].add_(w)
    assert base.requires_grad
    assert other.requires_grad
    other.sum().backward()
    assert w.grad.tolist() == [0.0, 1.0]


@pytest.mark.parametrize("several", [lambda t: t.unbind(), lambda t: t.split(1), lambda t: t.chunk(2), list])
def test_one_of_several_views_may_not_be_written_to(several):
    base = leaf(1.0, 2.0) * 1
    with pytest.raises(RuntimeError, match=r"is a view and is being modified inplace.*multiple views"):
        several(base)[0].mul_(2)


def test_a_view_made_without_recording_may_not_be_written_to_with():
    base = leaf(1.0, 2.0) * 1
    with wye.autograd.no_grad():
        view = base[:1]
    with pytest.raises(RuntimeError, match="created in no_grad mode"):
        view.mul_(2)


def test_a_complex_base_follows_a_write_to_its_real_part():
    x = wye.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    base = x * 1
    wye.view_as_real(base)[:, 0].mul_(2)
    base.abs().sum().backward()
    assert wye.allclose(x.grad, wye.tensor([1.41421 + 0.707107j, 1.97279 - 0.164399j]), atol=1e-4)


def _second(write, plain):
    """Second derivatives through a write, and through the same without one."""
    found = []
    for fn in (write, plain):
        x = wye.tensor([0.3, -0.7, 1.2], dtype=wye.float64, requires_grad=True)
        (first,) = wye.autograd.grad((fn(x) ** 2).sum(), x, create_graph=True)
        found.append(wye.autograd.grad((first**2).sum(), x)[0])
    return found


def _written(name, *, part):
    def fn(x):
        y = x * 1
        arguments = (x[:2] if part else x,) if name == "mul_" else ()
        getattr(y[:2] if part else y.view(-1), name)(*arguments)
        return y

    return fn


def _unwritten(name, *, part):
    def fn(x):
        y = x * 1
        arguments = (x,) if name == "mul_" else ()
        whole = getattr(y, name.removesuffix("_"))(*arguments)
        return wye.cat([whole[:2], y[2:]]) if part else whole

    return fn


@pytest.mark.parametrize("part", [False, True])
@pytest.mark.parametrize("name", ["sin_", "exp_", "mul_", "tanh_"])
def test_second_derivatives_go_through_writes_to_views(name, part):
    ours, expected = _second(_written(name, part=part), _unwritten(name, part=part))
    assert wye.allclose(ours, expected, rtol=1e-12)


def test_second_derivatives_go_through_a_write():
    ours, expected = _second(lambda x: (x * 1).mul_(x).sin_(), lambda x: (x * x).sin())
    assert wye.allclose(ours, expected, rtol=1e-12)


def test_a_view_made_without_gradients_counts_as_a_leaf_after_its_base_was_written_to() -> None:
    x = wye.ones(3, requires_grad=True) * 1
    with wye.no_grad():
        view = x[:2]
        x.mul_(2)
    view.retain_grad()
    assert not view.retains_grad
    assert view.requires_grad_(False).requires_grad, "as its base does"
    with pytest.raises(RuntimeError, match="created in no_grad mode"):
        view.is_leaf  # noqa: B018 - it is asked for its node


def test_a_view_of_many_that_was_changed_is_no_leaf() -> None:
    x = wye.ones(3, requires_grad=True) * 1
    first = x.unbind()[0]
    x.sin_()
    with pytest.raises(RuntimeError, match="requires_grad flags of leaf variables"):
        first.requires_grad_(False)


def test_floats_that_are_copied_into_integers_have_no_history() -> None:
    w = wye.ones(3, requires_grad=True)
    whole = wye.zeros(4, dtype=wye.int64)
    whole[:3].copy_(w * 2)
    whole[3] = w[0] * 5
    assert not whole.requires_grad
    assert whole.tolist() == [2, 2, 2, 5]


def test_writes_to_parts_of_a_tensor_reach_both_what_was_written_and_the_rest():
    x = wye.ones(3, 4, requires_grad=True)
    row = wye.ones(4, requires_grad=True)
    y = x * 2
    y[0] = row * 3
    y[:, 1:3].mul_(5)
    y[2, 3] = 7.0
    y.view(-1).add_(1)
    weights = wye.arange(12.0).reshape(3, 4)
    (y * weights).sum().backward()
    factors = wye.tensor([[0.0, 0, 0, 0], [2, 10, 10, 2], [2, 10, 10, 0]])
    assert wye.equal(x.grad, factors * weights)
    assert wye.equal(row.grad, wye.tensor([3.0, 15, 15, 3]) * weights[0])


def test_a_view_that_was_written_to_has_the_history_of_its_base():
    x = wye.ones(2, 3, requires_grad=True)
    y = x * 1
    part, other = y[0], y[1]
    part.mul_(3)
    assert type(y.grad_fn).__name__ == "CopySlices"
    assert type(part.grad_fn).__name__ == "AsStridedBackward0"
    assert part.grad_fn.next_functions[0][0] is y.grad_fn
    (part.sum() + 2 * other.sum()).backward()
    assert wye.equal(x.grad, wye.tensor([[3.0] * 3, [2.0] * 3]))


def test_writes_to_parts_can_be_differentiated_twice():
    x = wye.tensor([1.0, 2.0, 3.0], dtype=wye.float64, requires_grad=True)
    y = x * 1
    y[1:].mul_(x[:2])
    (first,) = wye.autograd.grad((y * y).sum(), x, create_graph=True)
    (second,) = wye.autograd.grad(first.sum(), x)
    a, b, c = 1.0, 2.0, 3.0  # of a*a + (b*a)**2 + (c*b)**2
    assert first.tolist() == [2 * a + 2 * a * b * b, 2 * b * a * a + 2 * b * c * c, 2 * c * b * b]
    assert second.tolist() == [
        2 + 2 * b * b + 4 * a * b,
        4 * a * b + 2 * a * a + 2 * c * c + 4 * b * c,
        4 * b * c + 2 * b * b,
    ]


def test_writes_whose_formula_needs_the_value_before_or_after():
    x = wye.tensor([1.0, 4.0, 9.0], requires_grad=True)
    after, before, part = x * 1, x * 1, x * 1
    after.exp_()
    before.clamp_(min=2.0)
    part[:2].sqrt_()
    (after + before + part).sum().backward()
    wye.testing.assert_close(x.grad, x.detach().exp() + wye.tensor([0.0 + 0.5, 1.0 + 0.25, 1.0 + 1.0]))


def test_an_index_that_was_written_to_is_not_used_for_backward():
    x = wye.ones(3, 2, requires_grad=True)
    index = wye.tensor([0, 2])
    y = x[index]
    index[0] = 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()
    y = x[index]
    y.sum().backward()
    assert wye.equal(x.grad, wye.tensor([[0.0, 0], [1, 1], [1, 1]]))
    assert [wye.equal(one, index) for one in x[index].grad_fn._saved_indices] == [True]


def test_a_view_of_another_dtype_that_is_transposed_in_place_has_the_gradient_of_one_transposed_anew():
    found = []
    for transposed in (lambda view: view.transpose(0, 1), lambda view: view.transpose_(0, 1)):
        x = wye.zeros(3, 3, dtype=wye.complex64, requires_grad=True)
        view = transposed(wye.view_as_real(x.clone()))
        view += 1
        view.backward(wye.arange(18.0).view(3, 3, 2))
        found.append(x.grad.tolist())
    assert found[0] == found[1]
