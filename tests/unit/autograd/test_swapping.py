"""Two tensors that exchange what they are."""

import copy
import weakref

import pytest

import wye
from wye.autograd.swapping import swap_tensors
from wye.nn import Parameter


def test_tensors_exchange_values_classes_attributes_and_gradients_but_not_identity():
    leaf, other = Parameter(wye.ones(2)), wye.zeros(3, dtype=wye.int64)
    leaf.grad = wye.full((2,), 5.0)
    leaf.note = "mine"
    swap_tensors(leaf, other)
    assert type(leaf) is wye.Tensor
    assert leaf.dtype is wye.int64
    assert leaf.tolist() == [0, 0, 0]
    assert not leaf.requires_grad
    assert leaf.grad is None
    assert not hasattr(leaf, "note")
    assert isinstance(other, Parameter)
    assert other.requires_grad
    assert other.grad.tolist() == [5, 5]
    assert other.note == "mine"


def test_memory_follows_the_values():
    one, other = wye.zeros(2), wye.ones(2)
    seen = one.detach()
    swap_tensors(one, other)
    other.add_(3)
    assert seen.tolist() == [3, 3]
    assert one.tolist() == [1, 1]


def test_new_graphs_lead_to_the_tensor_that_is_a_leaf_now():
    leaf, other = wye.ones(2, requires_grad=True), wye.zeros(2)
    swap_tensors(leaf, other)
    (other * 3).sum().backward()
    assert other.grad.tolist() == [3, 3]
    assert leaf.grad is None


def test_a_graph_that_leads_to_a_swapped_tensor_refuses_to_run():
    leaf = wye.ones(2, requires_grad=True)
    loss = (leaf * 2).sum()
    swap_tensors(leaf, wye.zeros(2))
    with pytest.raises(RuntimeError, match="poisoned by swap_tensors"):
        loss.backward()


def test_tensors_with_weak_references_or_views_are_refused():
    tensor = wye.zeros(4)
    reference = weakref.ref(tensor)
    with pytest.raises(RuntimeError, match="Cannot swap t2 because it has weakref"):
        swap_tensors(wye.zeros(1), tensor)
    assert reference() is tensor
    viewed = wye.zeros(4)
    view = viewed[1:]
    for one in (viewed, view):
        with pytest.raises(RuntimeError, match="Expected use_count of t1"):
            swap_tensors(one, wye.zeros(1))


def test_the_number_of_a_tensor_stays_with_its_values_and_moves_when_it_is_swapped():
    one, other = wye.zeros(2), wye.ones(2)
    numbers = one._cdata, other._cdata
    assert numbers[0] != numbers[1]
    one.data = wye.ones(3)
    assert one._cdata == numbers[0]
    swap_tensors(one, other)
    assert (other._cdata, one._cdata) == numbers
    swap_tensors(one, wye.zeros(2))
    assert one._cdata not in numbers
    assert copy.deepcopy(other)._cdata != other._cdata
