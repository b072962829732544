"""Specs as text: written and read back, with names for classes."""

import enum
import json
from collections import OrderedDict, defaultdict, deque, namedtuple

import pytest

from wye.errors import TreeError, TreeTextError
from wye.pytree import (
    register_named_tuple,
    register_pytree_node,
    tree_structure,
    treespec_dumps,
    treespec_loads,
    treespec_pprint,
    unregister_pytree_node,
)

Point = namedtuple("Point", "x y")


class Colour(enum.Enum):
    RED = 1


TREES = [1, [1, (2, None)], {"a": 1, "b": []}, OrderedDict(a=1), defaultdict(list, a=[1]), deque([1], 3)]


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: type(tree).__name__)
def test_what_is_written_is_read_back(tree):
    spec = tree_structure(tree)
    assert treespec_loads(treespec_dumps(spec)) == spec


def test_a_named_tuple_needs_a_name():
    with pytest.raises(TreeTextError, match=r"serializated_type_name\. Please register using `_register_namedtuple`"):
        treespec_dumps(tree_structure(Point(1, 2)))
    register_named_tuple(Point, serialized_type_name="tests.Point")
    text = treespec_dumps(tree_structure(Point(1, 2)))
    try:
        assert treespec_loads(text) == tree_structure(Point(1, 2))
    finally:
        unregister_pytree_node(Point)
    with pytest.raises(NotImplementedError, match="couldn't find a serializated name"):
        treespec_loads(text)


def test_a_class_without_name_and_a_name_without_class_are_errors():
    class Box:
        pass

    register_pytree_node(Box, lambda box: ((), object()), lambda children, _: Box())
    try:
        with pytest.raises(NotImplementedError, match="No registered serialization name"):
            treespec_dumps(tree_structure(Box()))
    finally:
        unregister_pytree_node(Box)
    register_pytree_node(Box, lambda box: ((), object()), lambda children, _: Box(), serialized_type_name="tests.Box")
    try:
        with pytest.raises(TypeError, match="Unable to serialize context"):
            treespec_dumps(tree_structure(Box()))
    finally:
        unregister_pytree_node(Box)
    with pytest.raises(NotImplementedError, match=r"Deserializing tests\.Box in pytree is not registered"):
        treespec_loads(json.dumps([1, {"type": "tests.Box", "context": "null", "children_spec": []}]))


def test_only_one_protocol_is_known():
    with pytest.raises(ValueError, match="Unknown protocol 2"):
        treespec_dumps(tree_structure(1), 2)
    with pytest.raises(ValueError, match="Unknown protocol 12"):
        treespec_loads("[12, null]")
    with pytest.raises(TreeError, match="instance of PyTreeSpec"):
        treespec_dumps([1])


def test_the_tree_with_stars():
    assert treespec_pprint(tree_structure({"a": (1, [2]), "b": None})) == "{'a': (*, [*]), 'b': *}"
