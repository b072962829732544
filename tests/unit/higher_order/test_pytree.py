"""Trees come apart and come back, whatever their containers."""

from collections import OrderedDict, defaultdict, deque, namedtuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wye.errors import ArgumentError, RegistrationError
from wye.higher_order.pytree import (
    LEAF,
    leaf_paths,
    register_pytree_node,
    tree_flatten,
    tree_leaves,
    tree_map,
    tree_structure,
    tree_unflatten,
    unregister_pytree_node,
)

Point = namedtuple("Point", "x y")
KEYS = st.text("abc", max_size=2)
TREES = st.recursive(
    st.none() | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=3)
        | st.dictionaries(KEYS, inner, max_size=3).map(OrderedDict)
        | st.dictionaries(KEYS, inner, max_size=3).map(lambda d: defaultdict(int, d))
        | st.lists(inner, max_size=3).map(lambda items: deque(items, 5))
        | st.builds(Point, inner, inner)
    ),
)


@given(TREES)
def test_any_tree_comes_back(tree):
    leaves, spec = tree_flatten(tree)
    assert spec.num_leaves == len(leaves) == len(leaf_paths(spec))
    assert tree_leaves(tree) == spec.flatten_up_to(tree) == leaves
    again = tree_unflatten(leaves, spec)
    assert again == tree
    assert tree_structure(again) == spec
    assert hash(tree_structure(again)) == hash(spec)


@given(TREES)
def test_a_path_leads_to_its_leaf(tree):
    leaves, spec = tree_flatten(tree)
    assert [eval(f"tree{path}", {"tree": tree}) for path in leaf_paths(spec)] == leaves


def test_details_of_containers_come_back():
    tree = (defaultdict(list, a=1), deque([1], 3), Point(1, 2))
    factory, queue, point = tree_map(lambda x: x + 1, tree)
    assert factory.default_factory is list
    assert queue.maxlen == 3
    assert point == Point(2, 3)
    assert type(point) is Point


def test_none_and_unknown_classes_are_leaves():
    class Sub(dict):
        pass

    sub = Sub(a=1)
    assert tree_flatten(None) == ([None], LEAF)
    assert tree_leaves([sub, {1}]) == [sub, {1}]


def test_a_container_may_be_taken_as_a_leaf():
    assert tree_flatten([(1, 2), 3], lambda x: isinstance(x, tuple))[0] == [(1, 2), 3]


def test_a_registered_class_is_a_container_until_it_is_taken_back():
    class Box:
        def __init__(self, item):
            self.item = item

    register_pytree_node(Box, lambda box: ((box.item,), None), lambda children, _: Box(*children))
    try:
        with pytest.raises(RegistrationError, match="is already registered as pytree node"):
            register_pytree_node(Box, None, None)
        mapped = tree_map(lambda x: -x, {"a": Box((1, 2))})
        assert mapped["a"].item == (-1, -2)
        assert leaf_paths(tree_structure(Box(1))) == ["[0]"]
    finally:
        unregister_pytree_node(Box)
    assert tree_structure(Box(1)).is_leaf()


@pytest.mark.parametrize("cls", [list, int])
def test_only_what_was_registered_is_taken_back(cls):
    with pytest.raises(RegistrationError, match="was not registered"):
        unregister_pytree_node(cls)


def test_the_order_of_keys_counts_in_a_spec_but_not_in_a_match():
    first, second = {"a": 1, "b": 2}, {"b": 3, "a": 4}
    assert tree_structure(first) != tree_structure(second)
    assert tree_map(lambda *pair: pair, first, second) == {"a": (1, 4), "b": (2, 3)}


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([1, 2], "Node type mismatch; expected <class 'tuple'>, but got <class 'list'>"),
        ((1,), "Node arity mismatch; expected 2, but got 1"),
        ((1, {"b": 2}), r"Node keys mismatch at \[1\]; expected \['a'\], but got \['b'\]"),
    ],
)
def test_a_mismatch_says_where(tree, message):
    with pytest.raises(ArgumentError, match=message):
        tree_structure((1, {"a": 2})).flatten_up_to(tree)


def test_a_mismatch_of_context_is_one_too():
    with pytest.raises(ArgumentError, match="Node context mismatch; expected 3, but got 4"):
        tree_structure(deque([1], 3)).flatten_up_to(deque([1], 4))


def test_the_number_of_leaves_must_fit():
    with pytest.raises(ArgumentError, match="`leaves` has length 1 but the spec refers to a pytree that holds 2 items"):
        tree_unflatten([1], tree_structure((1, 2)))


def test_a_spec_counts_and_does_not_change():
    spec = tree_structure({"a": (1, 2), "b": []})
    assert (spec.num_leaves, spec.num_nodes, spec.num_children) == (2, 5, 2)
    assert repr(spec) == "TreeSpec(dict, ('a', 'b'), [TreeSpec(tuple, None, [*, *]), TreeSpec(list, None, [])])"
    with pytest.raises(AttributeError, match="immutable"):
        spec.type = list
