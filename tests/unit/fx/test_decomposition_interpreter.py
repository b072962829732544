"""A graph that runs again, and is recorded with decompositions in place of its operators."""

import pytest

import wye
from wye.fx import Graph, GraphModule, make_fx
from wye.fx.decomposition_interpreter import DecompositionInterpreter, is_sym_node

TABLE = {wye.ops.aten.silu.default: lambda x: x * x.sigmoid()}


def test_operators_of_the_table_are_replaced_and_values_stay():
    module = make_fx(lambda x, y: (wye.nn.functional.silu(x) + 1, [y.sin()]))(wye.ones(2), wye.ones(3))
    graph = Graph()
    result = DecompositionInterpreter(module, graph, decomposition_table=TABLE).run(wye.ones(2), wye.ones(3))
    again = GraphModule(module, graph)(wye.ones(2), wye.ones(3))
    assert [node.name for node in graph.nodes] == ["x_1", "y_1", "sigmoid", "mul", "add", "sin", "output"]
    for one, other in zip(wye.pytree.tree_leaves(result), wye.pytree.tree_leaves(again), strict=True):
        assert wye.equal(one, other)


def test_constants_of_the_module_are_attributes_in_both_graphs():
    constant = wye.arange(3.0)
    module = make_fx(lambda x: x + constant)(wye.ones(3))
    graph = Graph()
    DecompositionInterpreter(module, graph).run(wye.ones(3))
    assert GraphModule(module, graph)(wye.ones(3)).tolist() == [1, 2, 3]


def test_nodes_of_symbolic_numbers_are_known():
    pytest.importorskip("sympy")
    module = make_fx(lambda x: x * x.shape[0], tracing_mode="symbolic")(wye.ones(3))
    assert [is_sym_node(node) for node in module.graph.nodes if node.op == "call_function"] == [True, False]
    with pytest.raises(AssertionError, match="should have meta"):
        is_sym_node(Graph().placeholder("x"))
