"""What a graph computes of attributes alone is computed once."""

import pytest

import wye
from wye import nn
from wye.fx import Graph, GraphModule, symbolic_trace
from wye.fx.passes.constant_folding import split_const_subgraphs


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(wye.randn(2, 2))
        self.register_buffer("count", wye.zeros(1))

    def forward(self, x):
        twice = self.w + self.w
        return x @ twice, (x - twice.sum()) * self.w


def calls(module):
    return [node.target for node in module.graph.nodes if node.op.startswith("call")]


def test_constants_are_computed_at_the_first_call():
    model, x = Model(), wye.randn(2, 2)
    folded = split_const_subgraphs(model)
    assert len(calls(folded.const_subgraph_module)) == 2
    for _ in range(2):
        for got, want in zip(folded(x), model(x), strict=True):
            assert wye.equal(got, want)
    with pytest.raises(AssertionError, match="again"):
        folded.run_folding()


def test_one_constant_is_an_attribute_with_the_meta_of_its_node():
    one = symbolic_trace(type("One", (Model,), {"forward": lambda self, x: x * (self.w * 2)})())
    for node in one.graph.nodes:
        node.meta["name"] = node.name
    folded = split_const_subgraphs(one)
    (read,) = [node for node in folded.graph.nodes if node.op == "get_attr"]
    assert read.meta["name"] == "mul"
    assert len(calls(folded)) == 1


def test_what_is_written_to_is_not_constant():
    graph = Graph()
    x, count = graph.placeholder("x"), graph.get_attr("count")
    graph.call_method("add_", (count, 1))
    twice = graph.call_function(wye.mul, (count, 2))
    graph.output(graph.call_function(wye.add, (x, twice)))
    folded = split_const_subgraphs(GraphModule(Model(), graph))
    assert folded.const_subgraph_module is None
    assert [folded(wye.zeros(1)).item() for _ in range(2)] == [2, 4]


def test_nodes_can_be_left_out():
    folded = split_const_subgraphs(Model(), lambda node: node.op == "call_function")
    assert folded.const_subgraph_module is None or "add" not in folded.const_subgraph_module.code
