"""A spec is a value: it counts, prints, compares, and does not change."""

import copy
import pickle
from collections import OrderedDict, namedtuple

import pytest

from wye.errors import TreeError
from wye.pytree import (
    LEAF,
    LeafSpec,
    MappingKey,
    SequenceKey,
    TreeSpec,
    tree_structure,
    treespec_dict,
    treespec_leaf,
    treespec_tuple,
)

Point = namedtuple("Point", "x y")


def test_a_spec_counts_and_does_not_change():
    spec = tree_structure({"a": (1, 2), "b": []})
    assert (spec.num_leaves, spec.num_nodes, spec.num_children) == (2, 5, 2)
    assert (spec.type, spec.context) == (dict, ["a", "b"])
    assert spec.children() == [spec.child(0), spec.child(1)]
    with pytest.raises(AttributeError, match="immutable"):
        spec.type = list


def test_a_spec_prints_one_child_per_line():
    assert repr(tree_structure({"a": (1, 2), "b": []})) == (
        "TreeSpec(dict, ['a', 'b'], [TreeSpec(tuple, None, [*,\n    *]),\n  TreeSpec(list, None, [])])"
    )


def test_specs_are_equal_by_container_context_and_children():
    assert tree_structure([1, (2,)]) == tree_structure([None, ("x",)])
    assert tree_structure(OrderedDict(a=1)) != tree_structure({"a": 1})
    assert tree_structure(Point(1, 2)) != tree_structure((1, 2))
    assert tree_structure([1]) != "*"
    assert len({tree_structure({"a": 1}), tree_structure({"a": 2}), tree_structure({"b": 1})}) == 2


@pytest.mark.parametrize("tree", [1, [1, (2, {"a": Point(1, 2)})]])
def test_a_spec_survives_pickle_and_copy(tree):
    spec = tree_structure(tree)
    assert pickle.loads(pickle.dumps(spec)) == copy.deepcopy(spec) == spec


def test_specs_are_made_of_specs():
    assert treespec_tuple([LEAF, treespec_dict(a=LEAF)]) == tree_structure((1, {"a": 2}))
    assert treespec_leaf() is tree_structure(None)
    for make in (treespec_tuple, lambda wrong: treespec_dict(a=wrong[0])):
        with pytest.raises(TreeError, match="TreeSpec values"):
            make([1])


def test_old_names_warn_and_work():
    with pytest.warns(FutureWarning, match="LeafSpec"):
        assert LeafSpec() == LEAF
    assert isinstance(tree_structure(1), LeafSpec)
    with pytest.warns(FutureWarning, match="children_specs"):
        assert tree_structure([1]).children_specs == [LEAF]
    assert not isinstance(TreeSpec(list, None, []), LeafSpec)


def test_keys_are_values():
    assert SequenceKey(1) == SequenceKey(1) != MappingKey(1)
    assert {MappingKey("a"): 1}[MappingKey("a")] == 1
    assert pickle.loads(pickle.dumps(SequenceKey(2))) == SequenceKey(2)
    assert (repr(SequenceKey(1)), str(MappingKey("a"))) == ("SequenceKey(idx=1)", "['a']")
