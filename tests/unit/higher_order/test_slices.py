"""Trees of tensors, cut and stacked."""

import pytest

import wye
from wye.higher_order.slices import stack_trees, unstack_tree


def test_trees_are_stacked_and_taken_apart_again():
    trees = [{"a": wye.full((2,), float(n)), "b": None} for n in range(3)]
    whole = stack_trees(trees)
    assert whole["a"].shape == (3, 2)
    assert whole["b"] is None
    assert [tree["a"].tolist() for tree in unstack_tree({"a": whole["a"]})] == [[n, n] for n in range(3)]
    with pytest.raises(RuntimeError, match="same leading dimension"):
        unstack_tree([wye.ones(2), wye.ones(3)])
