"""Pruning of modules' tensors by masks."""

import pytest

import wye
from wye import nn
from wye.nn.utils import prune


def _layer():
    layer = nn.Linear(3, 2)
    with wye.no_grad():
        layer.weight.copy_(wye.tensor([[1.0, -2, 3], [-4, 5, -6]]))
    return layer


def test_the_smallest_elements_are_zero_and_the_original_keeps_them():
    layer = prune.l1_unstructured(_layer(), "weight", amount=2)
    assert layer.weight.tolist() == [[0, 0, 3], [-4, 5, -6]]
    assert layer.weight_orig.tolist() == [[1, -2, 3], [-4, 5, -6]]
    assert sorted(layer.state_dict()) == ["bias", "weight_mask", "weight_orig"]
    assert prune.is_pruned(layer)


def test_the_pruned_tensor_is_computed_again_before_each_call_and_gives_gradients():
    layer = prune.l1_unstructured(_layer(), "weight", amount=0.5)
    with wye.no_grad():
        layer.weight_orig.mul_(2)
    layer(wye.ones(3)).sum().backward()
    assert layer.weight.tolist() == [[0, 0, 0], [-8, 10, -12]]
    assert layer.weight_orig.grad.tolist() == [[0, 0, 0], [1, 1, 1]]


def test_pruning_again_sees_what_is_left():
    layer = prune.l1_unstructured(_layer(), "weight", amount=2)
    prune.l1_unstructured(layer, "weight", amount=2)
    assert layer.weight.tolist() == [[0, 0, 0], [0, 5, -6]]
    (hook,) = layer._forward_pre_hooks.values()
    assert isinstance(hook, prune.PruningContainer)
    assert len(hook) == 2


def test_whole_rows_are_pruned_by_their_norms_or_at_random():
    layer = prune.ln_structured(_layer(), "weight", amount=1, n=2, dim=0)
    assert layer.weight.tolist() == [[0, 0, 0], [-4, 5, -6]]
    columns = prune.random_structured(_layer(), "weight", amount=2, dim=1).weight_mask
    assert columns.sum(0).sort().values.tolist() == [0, 0, 2]


def test_several_tensors_are_pruned_as_one():
    first, second = _layer(), _layer()
    with wye.no_grad():
        second.weight.mul_(10)
    prune.global_unstructured([(first, "weight"), (second, "weight")], prune.L1Unstructured, amount=6)
    assert first.weight.abs().sum() == 0
    assert bool((second.weight != 0).all())


def test_what_was_pruned_becomes_a_plain_parameter_again():
    layer = prune.custom_from_mask(_layer(), "weight", wye.tensor([[1, 0, 1], [0, 1, 0]]))
    prune.remove(layer, "weight")
    assert layer.weight.tolist() == [[1, 0, 3], [0, 5, 0]]
    assert isinstance(layer.weight, nn.Parameter)
    assert not prune.is_pruned(layer)
    with pytest.raises(ValueError, match="has to be pruned before"):
        prune.remove(layer, "weight")


def test_importance_decides_in_the_place_of_the_elements():
    layer = prune.l1_unstructured(_layer(), "weight", amount=3, importance_scores=wye.tensor([[9.0, 9, 9], [1, 1, 1]]))
    assert layer.weight.tolist() == [[1, -2, 3], [0, 0, 0]]


def test_amounts_and_dimensions_are_checked_and_nothing_is_changed():
    layer = _layer()
    with pytest.raises(TypeError):
        prune.random_unstructured(layer, "weight", amount="all")
    with pytest.raises(ValueError, match=r"range \[0, 1\]"):
        prune.random_unstructured(layer, "weight", amount=1.5)
    with pytest.raises(ValueError, match="smaller than the number"):
        prune.random_unstructured(layer, "weight", amount=7)
    with pytest.raises(ValueError, match="multidimensional"):
        prune.random_structured(layer, "bias", amount=1, dim=0)
    with pytest.raises(IndexError):
        prune.random_structured(layer, "weight", amount=1, dim=2)
    assert sorted(layer.state_dict()) == ["bias", "weight"]
