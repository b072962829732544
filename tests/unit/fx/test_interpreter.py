"""Interpreters run graphs; transformers make others."""

import operator

import pytest

import wye
from wye.fx import Interpreter, Transformer, make_fx, symbolic_trace


def test_nodes_run_in_order_and_values_are_forgotten():
    seen = []

    class Log(Interpreter):
        def run_node(self, n):
            result = super().run_node(n)
            seen.append((n.name, len(self.env)))
            return result

    assert Log(symbolic_trace(lambda x: (x + 1) * 2)).run(3) == 8
    assert seen == [("x", 0), ("add", 1), ("mul", 1), ("output", 1)]


def test_known_values_are_not_computed():
    module = symbolic_trace(lambda x: wye.sin(x) + 1)
    sin = next(node for node in module.graph.nodes if node.name == "sin")
    assert Interpreter(module).run(wye.zeros(1), initial_env={sin: wye.ones(1)}).item() == 2


def test_a_list_of_arguments_is_emptied():
    given = [wye.zeros(1)]
    assert Interpreter(symbolic_trace(lambda x: x + 1)).boxed_run(given).item() == 1
    assert given == []


def test_trees_are_taken_apart_as_the_module_does():
    module = make_fx(lambda d: {"r": d["x"] + 1})({"x": wye.ones(1)})
    assert Interpreter(module).run({"x": wye.zeros(1)})["r"].item() == 1


def test_errors_say_which_node_it_was():
    def bad(x, y):
        raise ValueError("no")

    module = symbolic_trace(lambda x: x + 1)
    module.graph.find_nodes(op="call_function", target=operator.add)[0].target = bad
    with pytest.raises(ValueError, match="no\n\nWhile executing %add"):
        Interpreter(module).run(1)
    with pytest.raises(RuntimeError, match="Expected positional argument for parameter x"):
        Interpreter(module).run()


def test_a_transformer_replaces_calls():
    class Swap(Transformer):
        def call_function(self, target, args, kwargs):
            return super().call_function(wye.cos if target is wye.sin else target, args, kwargs)

    made = Swap(symbolic_trace(lambda x: wye.sin(x) + 1)).transform()
    assert "wye.cos(x)" in made.code
    assert made(wye.zeros(1)).item() == 2


def test_a_transformer_keeps_operators():
    module = make_fx(lambda x: x.sin() + 1)(wye.ones(2))
    assert [n.target for n in Transformer(module).transform().graph.nodes] == [n.target for n in module.graph.nodes]


def test_lists_of_proxies_are_arguments_of_public_functions():
    module = symbolic_trace(lambda x: wye.cat([x, x + 1], dim=0).sum([0]))
    made = Transformer(module).transform()
    assert made.code == module.code
    assert made(wye.ones(2, 2)).tolist() == [6.0, 6.0]


def test_a_value_that_is_not_there_is_named():
    module = symbolic_trace(lambda x: x + 1)
    add = module.graph.find_nodes(op="call_function", target=operator.add)[0]
    module.graph._root.prepend(add.args[0])  # behind its user
    with pytest.raises(RuntimeError, match="Node add referenced nonexistent value x"):
        Interpreter(module).run(1)
