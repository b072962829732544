"""Nodes: arguments, users, places, text."""

import operator
from typing import NamedTuple

import pytest

import wye
from wye._engine import engine
from wye.fx import Graph, Node, has_side_effect, map_aggregate, map_arg
from wye.pytree.immutable import immutable_dict, immutable_list


@pytest.fixture
def graph():
    return Graph()


def test_users_mirror_arguments(graph):
    x, y = graph.placeholder("x"), graph.placeholder("y")
    node = graph.call_function(wye.cat, ([x, y],), {"dim": slice(x, None)})
    assert node.all_input_nodes == [x, y]
    assert list(x.users) == list(y.users) == [node]
    node.args = (y,)
    node.kwargs = {}
    assert list(x.users) == []
    assert list(y.users) == [node]


def test_arguments_cannot_be_changed_in_place(graph):
    x = graph.placeholder("x")
    node = graph.call_function(wye.cat, ([x],), {"a": {"b": x}})
    with pytest.raises(TypeError, match="does not support mutation"):
        node.args[0].append(x)
    with pytest.raises(TypeError, match="does not support mutation"):
        node.kwargs["c"] = 1


def test_arguments_are_updated_one_by_one(graph):
    x, y = graph.placeholder("x"), graph.placeholder("y")
    node = graph.call_function(operator.add, (x, 1))
    node.update_arg(1, 7)
    node.insert_arg(0, y)
    node.update_kwarg("alpha", 2)
    assert (node.args, node.kwargs) == ((y, x, 7), {"alpha": 2})
    node.replace_input_with(y, x)
    assert node.all_input_nodes == [x]


def test_replaced_nodes_lose_their_users_but_for_those_that_are_kept(graph):
    x = graph.placeholder("x")
    a = graph.call_function(wye.sin, (x,))
    b, c = graph.call_function(wye.cos, (a,)), graph.call_function(wye.tan, (a,))
    assert a.replace_all_uses_with(x, lambda user: user is b) == [b]
    assert list(a.users) == [c]


def test_nodes_are_ordered_by_place(graph):
    x = graph.placeholder("x")
    a = graph.call_function(wye.sin, (x,))
    assert x < a
    x.prepend(a)
    assert a < x
    assert a <= a
    assert not a > x


def test_impure_nodes_are_those_that_write_that_are_random_and_that_are_said_to_be(graph):
    def said(x):
        return x

    x = graph.placeholder("x")
    targets = [wye.ops.aten.add_.Tensor, wye.ops.aten.rand.default, wye.ops.aten.sin.default, has_side_effect(said)]
    assert [graph.call_function(target, (x,)).is_impure() for target in targets] == [True, True, False, True]
    assert not graph.call_function(wye.ops.aten.rand.default, ([2],)).is_impure(impure_random=False)


def test_a_node_prints_as_a_line(graph):
    x = graph.placeholder("x", wye.Tensor)
    node = graph.call_function(operator.getitem, (x, (0, slice(1, 2))), {})
    assert x.format_node() == "%x : wye.Tensor [num_users=1] = placeholder[target=x]"
    assert node.format_node() == (
        "%getitem : [num_users=0] = call_function[target=operator.getitem]"
        "(args = (%x, (0, slice(1, 2, None))), kwargs = {})"
    )


def test_targets_must_fit_the_kind_of_node(graph):
    with pytest.raises(ValueError, match="a Callable is expected"):
        graph.call_function("sin", ())
    with pytest.raises(ValueError, match="a str is expected"):
        graph.call_method(wye.sin, ())
    with pytest.raises(AssertionError, match="_legal_ops"):
        graph.create_node("bogus", "x")


def test_maps_go_through_containers(graph):
    x = graph.placeholder("x")
    assert map_arg((x, [x, 3], {"k": x}), lambda node: node.name) == ("x", ["x", 3], {"k": "x"})
    assert map_aggregate([1, (2, slice(3, 4))], lambda one: one and one + 1) == [2, (3, slice(4, 5))]


def test_maps_keep_the_classes_of_containers_and_reach_nodes_everywhere(graph):
    class Pair(NamedTuple):
        first: object
        second: object

    x = graph.placeholder("x")
    made = map_arg(Pair([x], slice(x, None, 2)), lambda node: node.name)
    assert (type(made), made) == (Pair, (["x"], slice("x", None, 2)))
    assert isinstance(made.first, immutable_list)
    assert map_arg({}, len) == {}
    with pytest.raises(TypeError, match="map_arg takes a function"):
        map_arg(x, 1)
    with pytest.raises(KeyError):
        map_arg([{"k": (x,)}], {}.__getitem__)


def test_arguments_that_are_replaced_are_used_no_more(graph):
    x, y = graph.placeholder("x"), graph.placeholder("y")
    node = graph.call_function(operator.add, (x, [x, {"k": y}]), {"z": y})
    node.kwargs = {}
    assert (list(x.users), list(y.users)) == ([node], [node])
    node.args = ({"k": 1}, x)
    assert (list(x.users), list(y.users), node.all_input_nodes) == ([node], [], [x])
    with pytest.raises(TypeError):
        node.args[0]["k"] = 2
    assert node.args == ({"k": 1}, x)
    assert isinstance(node.args[0], immutable_dict)


@pytest.mark.parametrize("place", [5, "x", object()])
def test_a_node_that_gets_no_place_is_used_by_nobody(graph, place):
    x = graph.placeholder("x")
    with pytest.raises(TypeError, match="before another node"):
        engine.new_node(graph, "n", "call_function", abs, (x,), {}, None, place)
    assert (list(x.users), list(graph.nodes)) == ([], [x])


def test_errors_of_arguments_and_of_hashes_are_raised_as_they_are(graph):
    class Keywords(dict):
        def __bool__(self):
            raise ArithmeticError("asked")

    class Unhashable(Node):
        __slots__ = ()
        is_hashable = True

        def __hash__(self):
            if not self.is_hashable:
                raise ArithmeticError("hashed")
            return 1

        __eq__ = object.__eq__

    x = graph.placeholder("x")
    with pytest.raises(TypeError, match="not iterable"):
        engine.set_arguments(x, 5, Keywords())
    with pytest.raises(ArithmeticError, match="asked"):
        engine.set_arguments(x, (), Keywords())
    node = Unhashable(graph, "n", "call_function", abs, (x,), {})
    Unhashable.is_hashable = False
    with pytest.raises(ArithmeticError, match="hashed"):
        node.args = (1,)
    assert node.args == (x,)
