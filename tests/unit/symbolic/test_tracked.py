"""What tracers keep: numbers by expression, inputs of graphs, whether values are consistent."""

from types import SimpleNamespace

import pytest

from wye.symbolic.tracked import (
    SymIntEqByExpr,
    bind_symbols,
    check_consistent,
    eval_guards,
    find_symbol_binding_fx_nodes,
    fx_placeholder_targets,
    fx_placeholder_vals,
)


@pytest.fixture
def module(env, size):
    """A graph with two inputs and a call."""
    a, b = size(5), size(3, "b")
    nodes = [
        SimpleNamespace(op="placeholder", target="a", meta={"val": a}),
        SimpleNamespace(op="placeholder", target="b", meta={"val": b}),
        SimpleNamespace(op="call_function", target="mul", meta={"val": a * b}),
    ]
    return SimpleNamespace(graph=SimpleNamespace(nodes=nodes), shape_env=env)


def test_numbers_are_keys_by_their_expression(env, size):
    a = size(5)
    assert SymIntEqByExpr(a + 1) == SymIntEqByExpr(1 + a)
    assert SymIntEqByExpr(a) != SymIntEqByExpr(a + 1)
    assert {SymIntEqByExpr(a * 2): "x"}[SymIntEqByExpr(a + a)] == "x"
    assert SymIntEqByExpr(3) == SymIntEqByExpr(3)
    assert env.guards == []


def test_the_inputs_of_a_graph_bring_its_symbols(module):
    assert fx_placeholder_targets(module) == ["a", "b"]
    assert [str(one) for one in fx_placeholder_vals(module)] == ["s99", "s65"]
    found = find_symbol_binding_fx_nodes(module.graph)
    assert {str(symbol): node.target for symbol, node in found.items()} == {"s99": "a", "s65": "b"}


def test_other_inputs_pass_the_guards_of_a_graph_or_not(module):
    a, b = fx_placeholder_vals(module)
    assert bool(a > b)
    assert {str(symbol): value for symbol, value in bind_symbols(module, 7, 4).items()} == {"s99": 7, "s65": 4}
    assert eval_guards(module, 7, 4)
    assert not eval_guards(module, 4, 7)


def test_values_are_consistent_or_an_error(env, size):
    check_consistent(3, 3)
    check_consistent(size(5), size(5))
    check_consistent(env.create_unbacked_symint(), env.create_unbacked_symint())
    with pytest.raises(RuntimeError, match="3 != 4"):
        check_consistent(4, 3)
