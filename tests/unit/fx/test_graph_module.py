"""Graph modules: attributes, copies, text."""

import copy
import operator
import pickle

import pytest

import wye
from wye import nn
from wye.fx import Graph, GraphModule, make_fx, symbolic_trace
from wye.fx.codegen import PythonCode


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(2, 2), nn.Linear(2, 2)
        self.register_buffer("scale", wye.full((2,), 2.0))

    def forward(self, x):
        return self.a(x) * self.scale


def test_it_has_what_its_nodes_name_and_nothing_else():
    module = symbolic_trace(Net())
    assert sorted(dict(module.named_children())) == ["a"]
    assert sorted(dict(module.named_buffers())) == ["scale"]
    x = wye.ones(1, 2)
    assert module(x).shape == (1, 2)


def test_missing_attributes_are_errors():
    graph = Graph()
    graph.output(graph.call_module("missing", ()))
    with pytest.raises(RuntimeError, match="was not provided in"):
        GraphModule({}, graph)
    with pytest.raises(AttributeError, match="missing"):
        GraphModule(Net(), graph)
    with pytest.raises(RuntimeError, match="Unsupported type"):
        GraphModule(3, graph)


def test_the_code_follows_the_graph_after_recompile():
    module = symbolic_trace(lambda x: x + 1)
    output = module.graph.output_node()
    with module.graph.inserting_before(output):
        output.args = (module.graph.call_function(wye.neg, output.args),)
    assert module(wye.zeros(1)).item() == 1
    module.recompile()
    assert module(wye.zeros(1)).item() == -1


def test_changes_of_the_graph_wait_for_recompile():
    module = symbolic_trace(lambda x: wye.neg(x) + 0)
    node = module.graph.find_nodes(op="call_function", target=wye.neg)[0]
    node.target = wye.abs
    node._rename("other")
    assert module(wye.ones(1)).item() == -1  # its code was made just now, of what was traced
    assert "neg = " in module.code
    module.recompile()
    assert module(wye.ones(1)).item() == 1
    assert "other = " in module.code


def test_recompile_gives_the_code_of_the_graph_as_it_was_then():
    module = symbolic_trace(lambda x: x + 1)
    for node in module.graph.nodes:
        if node.op == "call_function":
            node.target = operator.mul
    made = module.recompile()
    next(iter(module.graph.nodes)).name = "later"
    assert "x * 1" in made.src
    assert made.src == module.code
    assert "wye" in made.globals
    assert isinstance(made, PythonCode)


def test_another_graph_can_be_assigned():
    module, other = symbolic_trace(lambda x: x + 1), Graph()
    other.output(other.call_function(wye.neg, (other.placeholder("q"),)))
    module.graph = other
    assert module(wye.ones(1)).item() == -1
    with pytest.raises(AssertionError, match="Expected a Graph"):
        module.graph = 3


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda module: pickle.loads(pickle.dumps(module))])
def test_copies_compute_the_same_and_change_alone(copied):
    module = symbolic_trace(Net())
    other = copied(module)
    x = wye.randn(3, 2)
    assert other.code == module.code
    assert type(other).__name__ == "Net"
    assert wye.equal(other(x), module(x))
    other.graph.output_node().args = (None,)
    other.recompile()
    assert module(x) is not None


def test_copies_of_trees_take_their_arguments_apart():
    module = pickle.loads(pickle.dumps(make_fx(lambda d: {"r": d["x"] + 1})({"x": wye.ones(1)})))
    assert module({"x": wye.zeros(1)})["r"].item() == 1


def test_submodules_come_and_go():
    module = symbolic_trace(Net())
    assert module.add_submodule("c.d", nn.Identity())
    assert not module.delete_submodule("x.y")
    module.delete_all_unused_submodules()
    assert sorted(dict(module.named_children())) == ["a"]


def test_it_prints_its_code_with_shapes(capsys):
    module = make_fx(lambda x: x.sin())(wye.ones(2, 3))
    module.print_readable()
    text = capsys.readouterr().out
    assert 'def forward(self, x_1: "f32[2, 3]"):' in text
    assert 'sin: "f32[2, 3]" = wye.ops.aten.sin.default(x_1);  x_1 = None' in text
    assert str(module).startswith("<lambda>()\n")


def test_a_copy_follows_meta_that_leads_back_to_the_module():
    module = symbolic_trace(lambda x: x + 1)
    module.meta["self"] = module
    other = copy.deepcopy(module)
    assert other.meta["self"] is other
    assert other is not module
