"""split_by_tags: parts by the tags of nodes, in the order of the tags."""

import pytest

import wye
from wye.fx import symbolic_trace
from wye.fx.passes.fusing import lift_subgraph_as_module
from wye.fx.passes.tagging import split_by_tags


class Model(wye.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = wye.nn.Linear(2, 2)
        self.weight = wye.nn.Parameter(wye.full((2,), 3.0))

    def forward(self, x, y):
        a = self.first(x)
        b = a * self.weight + y
        return b.relu() + a, self.weight


def tagged(tags):
    module = symbolic_trace(Model())
    for node in module.graph.nodes:
        node.meta["of"] = node.name
        if node.name in tags:
            node.tag = tags[node.name]
    return module


TAGS = {"first": "a", "mul": "b", "add": "b", "relu": "a2", "add_1": "a2"}


def test_each_tag_is_a_submodule_in_the_order_of_the_tags():
    module = tagged(TAGS)
    split, names = split_by_tags(module, ["a", "b", "a2"], return_fqn_mapping=True)
    assert [name for name, _ in split.named_children()] == ["a", "b", "a2"]
    x, y = wye.randn(3, 2), wye.randn(3, 2)
    for got, want in zip(split(x, y), module(x, y), strict=True):
        assert wye.equal(got, want)
    assert names == {"first": "a.first", "weight": "b.weight"}
    assert [node.tag for node in split.b.graph.nodes if node.op == "call_function"] == ["b", "b"]


def test_placeholders_keep_what_is_known_of_their_nodes():
    split = split_by_tags(tagged(TAGS), ["a", "b", "a2"])
    for graph in (split.graph, split.a.graph, split.b.graph):
        assert {node.meta["of"] == node.name for node in graph.nodes if node.op == "placeholder"} == {True}


def test_submodules_may_always_return_tuples():
    module = tagged(TAGS)
    split = split_by_tags(module, ["a", "b", "a2"], return_tuple=True)
    x, y = wye.randn(3, 2), wye.randn(3, 2)
    assert isinstance(split.a(x), tuple)
    assert wye.equal(split(x, y)[0], module(x, y)[0])


def test_missing_tags_and_the_wrong_order_are_refused():
    with pytest.raises(AssertionError, match="does not have tag"):
        split_by_tags(tagged({}), ["a"])
    with pytest.raises(AssertionError, match="upstream components"):
        split_by_tags(tagged(TAGS), ["b", "a", "a2"])


def test_lifted_graphs_say_where_the_parts_of_the_module_are_now():
    module = symbolic_trace(Model())
    made, names = lift_subgraph_as_module(module, module.graph, "part")
    assert names == {"first": "part.first", "weight": "part.weight"}
    assert made.first is module.first
