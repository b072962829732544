"""A graph module as a folder of code and parameters, which Python imports as a package."""

import importlib.util
import sys

import pytest

import wye
from wye.fx import symbolic_trace
from wye.nn import Buffer, Linear, Module, Parameter, ReLU, Sequential


class Net(Module):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(wye.randn(2))
        self.shift = Buffer(wye.randn(2))
        self.inner = Linear(2, 3)
        self.last = ReLU()

    def forward(self, x, factor: int = 2):
        return self.last(self.inner(x * self.scale + self.shift)) * factor


def imported(folder, name):
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        for known in [known for known in sys.modules if known.partition(".")[0] == name]:
            del sys.modules[known]
    return module


def test_a_module_read_from_its_folder_computes_the_same(tmp_path):
    wye.manual_seed(1)
    traced = symbolic_trace(Net())
    traced.to_folder(tmp_path / "net", "Written")
    again = imported(tmp_path / "net", "written_net").Written()
    x = wye.randn(4, 2)
    assert again(x).equal(traced(x))
    assert again(x, 5).equal(traced(x, 5))
    assert set(again.state_dict()) == set(traced.state_dict())


def test_submodules_that_no_repr_makes_again_are_pickled_with_a_warning(tmp_path):
    class Outer(Module):
        def __init__(self):
            super().__init__()
            self.body = Sequential(Linear(2, 2))

        def forward(self, x):
            return self.body(x)

    from wye.fx import Graph, GraphModule

    graph, root = Graph(), Outer()
    graph.output(graph.call_module("body", (graph.placeholder("x"),)))
    module = GraphModule(root, graph)
    with pytest.warns(UserWarning, match=r"saved as pickled files instead: \['body'\]"):
        module.to_folder(tmp_path / "outer")
    x = wye.ones(1, 2)
    assert imported(tmp_path / "outer", "written_outer").FxModule()(x).equal(root(x))
