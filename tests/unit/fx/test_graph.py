"""Graphs: building, changing, checking and printing them."""

import copy
import operator

import pytest

import wye
from wye.fx import Graph, GraphModule


@pytest.fixture
def graph():
    made = Graph()
    x = made.placeholder("x")
    made.output(made.call_function(operator.add, (made.call_function(wye.sin, (x,)), 1)))
    return made


def named(graph, name):
    return next(node for node in graph.nodes if node.name == name)


def test_a_graph_prints_its_nodes(graph):
    assert str(graph) == (
        "graph():\n"
        "    %x : [num_users=1] = placeholder[target=x]\n"
        "    %sin : [num_users=1] = call_function[target=wye.sin](args = (%x,), kwargs = {})\n"
        "    %add : [num_users=1] = call_function[target=operator.add](args = (%sin, 1), kwargs = {})\n"
        "    return add"
    )


def test_nodes_are_inserted_where_the_block_says(graph):
    x, sin = named(graph, "x"), named(graph, "sin")
    with graph.inserting_before(sin):
        graph.call_function(wye.tan, (x,))
    with graph.inserting_after(sin):
        graph.call_function(wye.exp, (sin,))
    with graph.inserting_before():
        graph.call_function(wye.neg, (1,))
    graph.call_function(wye.abs, (x,))
    assert [node.name for node in graph.nodes] == ["neg", "x", "tan", "sin", "exp", "add", "output", "abs_1"]
    with pytest.raises(AssertionError, match="not in graph"):
        graph.inserting_before(Graph().placeholder("z"))


def test_a_node_with_users_cannot_be_erased(graph):
    with pytest.raises(RuntimeError, match="still had 1 users"):
        graph.erase_node(named(graph, "sin"))
    with pytest.raises(RuntimeError, match="wrong graph"):
        graph.erase_node(Graph().placeholder("q"))


def test_an_erased_node_has_no_inputs_and_erasing_twice_warns(graph):
    extra = graph.call_function(wye.cos, (named(graph, "x"),))
    graph.erase_node(extra)
    assert extra not in named(graph, "x").users
    assert len(graph.nodes) == 4
    with pytest.warns(UserWarning, match="already erased"):
        graph.erase_node(extra)


def test_nodes_can_be_erased_while_going_through_them(graph):
    for node in reversed(graph.nodes):
        if not node.users:
            graph.erase_node(node)
    assert len(graph.nodes) == 0


def test_dead_nodes_go_and_impure_ones_stay(graph):
    x = named(graph, "x")
    graph.call_function(wye.tan, (graph.call_function(wye.cos, (x,)),))
    kept = graph.call_function(wye.ops.aten.add_.Tensor, (x, 1))
    assert graph.eliminate_dead_code()
    assert not graph.eliminate_dead_code()
    assert [node.name for node in graph.nodes] == ["x", "sin", "add", "output", kept.name]


def test_lint_finds_wrong_order_other_graphs_and_missing_targets(graph):
    graph.lint()
    named(graph, "sin").prepend(named(graph, "add"))
    with pytest.raises(RuntimeError, match="used before it has been defined"):
        graph.lint()
    foreign = Graph()
    foreign.call_function(wye.sin, (named(graph, "x"),))
    with pytest.raises(RuntimeError, match="does not belong to this Graph"):
        foreign.lint()
    owned = Graph(GraphModule({}, Graph()))
    with pytest.warns(UserWarning, match="no underlying reference"):
        owned.get_attr("nothing")
    with pytest.raises(RuntimeError, match="nonexistent attribute"):
        owned.lint()


def test_copies_have_their_own_nodes(graph):
    named(graph, "sin").meta["k"] = 3
    made = copy.deepcopy(graph)
    assert str(made) == str(graph)
    assert not set(made.nodes) & set(graph.nodes)
    assert named(made, "sin").meta == {"k": 3}


def test_nodes_are_found_by_kind_and_target(graph):
    assert graph.find_nodes(op="call_function", target=wye.sin) == [named(graph, "sin")]
    assert graph.find_nodes(op="placeholder") == [named(graph, "x")]
    with pytest.raises(AssertionError, match="target must not be None"):
        graph.find_nodes(op="call_function")


def test_the_table_has_a_row_for_each_node(graph, capsys):
    graph.print_tabular()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["opcode", "name", "target", "args", "kwargs"]
    assert len(lines) == 2 + len(graph.nodes)
    assert lines[-1].split() == ["output", "output", "output", "(add,)", "{}"]
