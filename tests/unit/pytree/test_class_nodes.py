"""Classes become containers without saying how: dataclasses, constants, named tuples, immutable lists and dicts."""

import pickle
import time
from collections import namedtuple
from dataclasses import dataclass, field

import pytest

from wye.errors import TreeError
from wye.pytree import (
    is_namedtuple,
    keystr,
    register_constant,
    register_dataclass,
    register_pytree_node,
    tree_flatten,
    tree_leaves,
    tree_leaves_with_path,
    tree_map,
    tree_structure,
    unregister_pytree_node,
)
from wye.pytree.class_nodes import constant_of, is_constant_class, is_constant_spec
from wye.pytree.containers import is_structseq
from wye.pytree.immutable import immutable_dict, immutable_list
from wye.pytree.nodes import SUPPORTED_NODES, replace_pytree_node
from wye.schema.object_classes import OpaqueClass, classes


@dataclass
class Data:
    x: object
    y: object = None
    z: int = field(default=5, init=False)


@pytest.fixture
def data():
    yield Data
    unregister_pytree_node(Data)


def test_a_dataclass_is_a_container_of_its_fields(data):
    register_dataclass(data)
    assert tree_map(lambda v: v + 1, [Data(1, (2, 3))]) == [Data(2, (3, 4))]
    assert [keystr(path) for path, _ in tree_leaves_with_path(Data(1, [2]))] == [".x", ".y[0]"]


def test_a_field_that_is_none_is_no_leaf(data):
    register_dataclass(data)
    leaves, spec = tree_flatten(Data(1))
    assert (leaves, spec.context) == ([1], [["x"], ["y"]])
    assert spec.unflatten([7]) == Data(7, None)


def test_fields_can_be_left_out(data):
    register_dataclass(data, field_names=["x"], drop_field_names=["y"])
    assert tree_leaves(Data(1, 2)) == [1]


@pytest.mark.parametrize(
    ("names", "message"), [(["x"], r"Missing fields in `field_names`: \{'y'\}"), (["x", "y", "q"], "Unexpected.*'q'")]
)
def test_the_names_must_be_those_of_the_dataclass(names, message):
    with pytest.raises(TreeError, match=message):
        register_dataclass(Data, field_names=names)
    assert Data not in SUPPORTED_NODES


def test_a_class_that_is_no_dataclass_needs_names():
    class Plain:
        def __init__(self, a):
            self.a = a

    with pytest.raises(TreeError, match="field_names must be specified"):
        register_dataclass(Plain)
    register_dataclass(Plain, field_names=["a"])
    assert tree_map(lambda v: -v, Plain(3)).a == -3
    unregister_pytree_node(Plain)


def test_a_constant_is_part_of_the_spec():
    @dataclass(frozen=True)
    class Config:
        norm: str

    register_constant(Config)
    try:
        leaves, spec = tree_flatten([Config("l2"), 1])
        assert leaves == [1]
        assert spec.unflatten([2]) == [Config("l2"), 2]
        assert spec == tree_structure([Config("l2"), 5])
        assert spec != tree_structure([Config("l1"), 5])
        assert is_constant_class(Config)
        assert is_constant_spec(spec.child(0))
        assert constant_of(spec.child(0)) == Config("l2")
        with pytest.raises(TreeError, match="does not correspond"):
            constant_of(spec)
    finally:
        unregister_pytree_node(Config)
    assert not is_constant_class(Config)


def test_a_constant_can_be_compared_and_hashed():
    class NoEq:
        pass

    class NoHash:  # noqa: PLW1641 - that is the point
        def __eq__(self, other):
            return True

    for cls, name in ((NoEq, "__eq__"), (NoHash, "__hash__")):
        with pytest.raises(TypeError, match=f"non-default `{name}`"):
            register_constant(cls)


def test_named_tuples_are_known_and_those_of_c_are_leaves():
    point = namedtuple("Point", "x y")

    class Sub(point):
        pass

    assert is_namedtuple(point)
    assert is_namedtuple(Sub(1, 2))
    assert not is_namedtuple((1, 2))
    assert tree_map(lambda v: -v, Sub(1, 2)) == Sub(-1, -2)
    now = time.gmtime(0)
    assert is_structseq(now)
    assert tree_leaves([now]) == [now]


def test_a_registration_can_be_replaced_with_a_warning():
    class Box:
        pass

    register_pytree_node(Box, lambda box: ((1,), None), lambda children, _: Box())
    with pytest.warns(UserWarning, match="already registered as pytree node. Overwriting"):
        replace_pytree_node(Box, lambda box: ((1, 2), None), lambda children, _: Box())
    assert tree_leaves(Box()) == [1, 2]
    unregister_pytree_node(Box)


def test_both_ways_of_a_context_or_none():
    class Box:
        pass

    with pytest.raises(TreeError, match="Both to_dumpable_context and from_dumpable_context"):
        register_pytree_node(Box, list, list, to_dumpable_context=str)
    assert Box not in SUPPORTED_NODES


def test_an_opaque_class_is_a_leaf_for_good():
    class Sealed:
        pass

    undo = classes.add(OpaqueClass("tests.Sealed", Sealed, "reference"))
    try:
        with pytest.raises(ValueError, match="has been registered as an opaque object"):
            register_pytree_node(Sealed, lambda sealed: ((), None), lambda children, _: Sealed())
    finally:
        undo()
    assert tree_leaves([sealed := Sealed()]) == [sealed]


def test_immutable_containers_refuse_changes_and_stay_themselves():
    tree = immutable_list([1, immutable_dict(a=2)])
    mapped = tree_map(lambda v: v + 1, tree)
    assert (mapped, type(mapped), type(mapped[1])) == ([2, {"a": 3}], immutable_list, immutable_dict)
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert hash(tree) == hash(immutable_list([1, immutable_dict(a=2)]))
    for change in (lambda: tree.append(1), lambda: tree[1].update(b=1), lambda: tree.__setitem__(0, 2)):
        with pytest.raises(TypeError, match="does not support mutation"):
            change()
