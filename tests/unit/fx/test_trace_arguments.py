"""Parameters of traced functions: what stands for values in concrete arguments, and how arguments are taken apart."""

from typing import NamedTuple

import pytest

import wye
from wye.fx import PH, GraphModule, Tracer, symbolic_trace
from wye.fx.trace_arguments import PHWithMeta
from wye.fx.tree_arguments import deregister_pytree_flatten_spec, register_pytree_flatten_spec
from wye.pytree import register_pytree_node


class Both(NamedTuple):
    x: object
    y: object


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b


register_pytree_node(Pair, lambda pair: ([pair.a, pair.b], None), lambda parts, _: Pair(*parts))


def test_what_stands_for_a_value_gives_its_attributes_to_the_node():
    module = symbolic_trace(lambda a: a["f"] + a["g"], {"a": {"f": PHWithMeta("f"), "g": PHWithMeta("g")}})
    assert [node.ph_key for node in module.graph.nodes if node.op == "placeholder"] == ["f", "g"]


def test_nodes_keep_the_attributes_that_they_have():
    class Tagging(Tracer):
        def create_node(self, *args, **kwargs):
            node = super().create_node(*args, **kwargs)
            node.ph_key = "own"
            return node

    graph = Tagging().trace(lambda a: a + 1, {"a": PHWithMeta("other")})
    assert {node.ph_key for node in graph.nodes} == {"own"}


def test_functions_of_any_arguments_take_those_of_a_tuple():
    class Model(wye.nn.Module):
        def forward(self, *args, **kwargs):
            return args[0] - args[1]

    module = symbolic_trace(Model(), concrete_args=(PH, PHWithMeta("second")))
    assert module(5, 3) == 2
    assert [node.name for node in module.graph.nodes if node.op == "placeholder"] == ["input_0", "input_1"]


def test_a_graph_that_takes_a_tuple_with_names_is_traced_again():
    module = symbolic_trace(lambda a: a.x - a.y, concrete_args={"a": Both(PH, PH)})
    assert symbolic_trace(module)(Both(5, 3)) == 2


def test_a_class_can_say_how_its_objects_are_taken_apart():
    register_pytree_flatten_spec(Pair, lambda pair, spec: [pair.a, pair.b])
    try:
        module = symbolic_trace(lambda pair: pair.a - pair.b, concrete_args={"pair": Pair(PH, PH)})
        assert symbolic_trace(module)(Pair(5, 3)) == 2
    finally:
        deregister_pytree_flatten_spec(Pair)


def test_printed_arguments_show_the_names_of_tuples():
    def taking(pair):
        return pair.x + pair.y

    graph = wye.fx.Graph()
    x = graph.placeholder("x")
    call = graph.call_function(taking, (Both(x, 1.5),))
    assert "args = (Both(x=%x, y=1.5),)" in call.format_node()


def test_other_methods_of_a_module_are_traced_by_name():
    class Model(wye.nn.Module):
        def forward(self, x):
            return x

        def minus(self, x, y):
            return x - y

    tracer = Tracer()
    tracer.traced_func_name = "minus"
    model = Model()
    assert GraphModule(model, tracer.trace(model))(5, 3) == 2
    tracer.traced_func_name = "plus"
    with pytest.raises(AssertionError, match="plus doesn't exist in Model"):
        tracer.trace(model)


def test_a_condition_of_a_trace_that_knows_no_values_is_refused():
    def f(x):
        return wye.cond(x[0] == 0, lambda a: a, lambda a: -a, (x,))

    with pytest.raises(RuntimeError, match=r"Expected pred to be bool or tensor, but got Proxy\(eq\)"):
        symbolic_trace(f)


def test_a_replica_of_a_graph_module_runs():
    module = symbolic_trace(lambda x: x.relu())
    assert module._replicate_for_data_parallel()(wye.tensor([-1.0, 2.0])).tolist() == [0.0, 2.0]
