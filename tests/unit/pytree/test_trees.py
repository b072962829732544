"""Trees come apart and come back, whatever their containers."""

from collections import OrderedDict, defaultdict, deque, namedtuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wye.errors import TreeError
from wye.pytree import (
    LEAF,
    arg_tree_leaves,
    broadcast_to_and_flatten,
    key_get,
    keystr,
    leaf_paths,
    map_only,
    register_pytree_node,
    tree_all,
    tree_all_only,
    tree_any,
    tree_any_only,
    tree_flatten,
    tree_flatten_with_path,
    tree_is_leaf,
    tree_iter,
    tree_leaves,
    tree_leaves_with_path,
    tree_map,
    tree_map_,
    tree_map_only,
    tree_map_only_,
    tree_map_with_path,
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
        with pytest.raises(TreeError, match="is already registered as pytree node"):
            register_pytree_node(Box, None, None)
        mapped = tree_map(lambda x: -x, {"a": Box((1, 2))})
        assert mapped["a"].item == (-1, -2)
        assert leaf_paths(tree_structure(Box(1))) == ["[0]"]
    finally:
        unregister_pytree_node(Box)
    assert tree_structure(Box(1)).is_leaf()


@pytest.mark.parametrize("cls", [list, int])
def test_only_what_was_registered_is_taken_back(cls):
    with pytest.raises(TreeError, match="was not registered"):
        unregister_pytree_node(cls)


def test_the_order_of_keys_counts_in_a_spec_but_not_in_a_match():
    first, second = {"a": 1, "b": 2}, {"b": 3, "a": 4}
    assert tree_structure(first) != tree_structure(second)
    assert tree_map(lambda *pair: pair, first, second) == {"a": (1, 4), "b": (2, 3)}


@given(TREES)
def test_every_way_to_the_leaves_gives_the_same(tree):
    leaves = tree_leaves(tree)
    assert list(tree_iter(tree)) == arg_tree_leaves(tree) == arg_tree_leaves(x=tree) == leaves
    pairs, spec = tree_flatten_with_path(tree)
    assert pairs == tree_leaves_with_path(tree)
    assert [leaf for _, leaf in pairs] == leaves
    assert [keystr(path) for path, _ in pairs] == leaf_paths(spec)
    assert all(key_get(tree, path) is leaf for path, leaf in pairs)
    assert spec == tree_structure(tree)


def test_maps_over_leaves_of_a_type_leave_the_others():
    tree = {"a": 1, "b": ("x", 2.5)}
    assert tree_map_only(int, lambda x: -x, tree) == {"a": -1, "b": ("x", 2.5)}
    assert tree_map_only((int, float), lambda x: -x, tree) == {"a": -1, "b": ("x", -2.5)}
    assert tree_map_only(int | str, str, tree) == {"a": "1", "b": ("x", 2.5)}
    assert tree_map_only(lambda x: x == "x", str.upper, tree) == {"a": 1, "b": ("X", 2.5)}
    with pytest.raises(TreeError, match="a type, a tuple of types, or a callable"):
        map_only(3)


def test_a_map_in_place_gives_the_tree_itself():
    seen, tree = [], [[1], ["a"]]
    assert tree_map_(lambda x, y: seen.append((x, y)), tree, [[3], [4]]) is tree
    assert tree_map_only_(str, seen.append, tree) is tree
    assert seen == [(1, 3), ("a", 4), "a"]


def test_a_map_with_paths_gives_them_first():
    assert tree_map_with_path(lambda path, x, y: f"{keystr(path)}={x}{y}", {"a": [1]}, {"a": [2]}) == {
        "a": ["['a'][0]=12"]
    }


def test_questions_about_leaves():
    tree = (1, [2, "a"])
    assert tree_any(lambda x: x == "a", tree)
    assert not tree_all(lambda x: isinstance(x, int), tree)
    assert tree_all_only(int, lambda x: x > 0, tree)
    assert not tree_any_only(int, lambda x: x > 2, tree)
    assert tree_is_leaf(tree, lambda x: isinstance(x, tuple))


def test_an_upper_part_is_spread_over_the_leaves_below_it():
    spec = tree_structure((["a", "b"], {"c": "d"}))
    assert broadcast_to_and_flatten(0, spec) == [0, 0, 0]
    assert broadcast_to_and_flatten(([1, 2], 3), spec) == [1, 2, 3]
    assert broadcast_to_and_flatten((1, 2, 3), spec) is None


def test_a_class_that_did_not_name_its_keys_has_no_paths():
    class Box:
        pass

    register_pytree_node(Box, lambda box: ((1,), None), lambda children, _: Box())
    try:
        with pytest.raises(TreeError, match="Did not find a flatten_with_keys_fn"):
            tree_leaves_with_path(Box())
    finally:
        unregister_pytree_node(Box)


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([1, 2], "Node type mismatch; expected <class 'tuple'>, but got <class 'list'>"),
        ((1,), "Node arity mismatch; expected 2, but got 1"),
        ((1, {"b": 2}), r"Node keys mismatch at \[1\]; missing key\(s\): \{'a'\}; extra key\(s\): \{'b'\}"),
    ],
)
def test_a_mismatch_says_where(tree, message):
    with pytest.raises(TreeError, match=message):
        tree_structure((1, {"a": 2})).flatten_up_to(tree)


def test_another_named_tuple_is_a_mismatch_and_another_limit_of_a_deque_is_none():
    other = namedtuple("Other", "x y")
    with pytest.raises(TreeError, match=r"Node context mismatch for node type .*Point.*Other"):
        tree_structure(Point(1, 2)).flatten_up_to(other(1, 2))
    assert tree_structure(deque([1], 3)).flatten_up_to(deque([2], 4)) == [2]


def test_the_dicts_stand_for_each_other():
    spec = tree_structure(OrderedDict(a=1, b=2))
    assert spec.flatten_up_to(defaultdict(list, b=3, a=4)) == [4, 3]


def test_the_number_of_leaves_must_fit():
    with pytest.raises(ValueError, match="`leaves` has length 1 but the spec refers to a pytree that holds 2 items"):
        tree_unflatten([1], tree_structure((1, 2)))


def test_leaves_and_spec_may_change_places():
    spec = tree_structure((1, 2))
    assert tree_unflatten(spec, [3, 4]) == (3, 4)
    with pytest.raises(TypeError, match="Expected `treespec` to be an instance of PyTreeSpec"):
        tree_unflatten([3, 4], None)
