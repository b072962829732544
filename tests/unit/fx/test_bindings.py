"""Where sizes that depend on data come from."""

import pytest

import wye
from wye.fake import FakeTensorMode
from wye.fx import make_fx

pytest.importorskip("sympy")
from wye.fx.bindings import (
    CallMethodKey,
    ConvertIntKey,
    DivideByKey,
    PendingUnbackedSymbolNotFound,
    compute_unbacked_bindings,
)
from wye.fx.unbacked import PropagateUnbackedSymInts, is_accessor_node
from wye.symbolic import ShapeEnv


def bindings(function, *args):
    graph = make_fx(function, tracing_mode="symbolic")(*args).graph
    return [
        {str(symbol): "".join(map(str, path)) for symbol, path in node.meta["unbacked_bindings"].items()}
        for node in graph.nodes
        if "unbacked_bindings" in node.meta
    ]


def test_nodes_of_a_trace_say_how_their_results_lead_to_symbols():
    x = wye.tensor([1.0, 0.0, 2.0])
    assert bindings(lambda x: x.nonzero(), x) == [{"u0": ".size()[0]"}]
    assert bindings(lambda x: x.sum().item(), x) == [{"zuf0": ""}]
    assert bindings(lambda x: (x > 1).any().item(), x) == [{"u0": ".cast_symbool_to_symint_guardless()"}]
    assert bindings(lambda x: x.sin(), x) == []


def test_symbols_are_found_in_trees_and_multiples():
    env = ShapeEnv()
    u, v = env.create_unbacked_symint(), env.create_unbacked_symint()
    found = compute_unbacked_bindings(env, [u, {"a": v * 2}])
    assert {str(symbol): "".join(map(str, path)) for symbol, path in found.items()} == {
        "u0": "[0]",
        "u1": "[1]['a'].__floordiv__(2)",
    }
    assert compute_unbacked_bindings(env, [u]) is None
    flag = env.create_unbacked_symbool()
    assert [*compute_unbacked_bindings(env, flag).values()] == [(ConvertIntKey(),)]


def test_a_symbol_that_the_result_does_not_have_is_refused():
    env = ShapeEnv()
    env.create_unbacked_symint()
    with pytest.raises(PendingUnbackedSymbolNotFound, match="u0"):
        compute_unbacked_bindings(env, wye.ones(2))


def test_steps_are_taken():
    assert CallMethodKey("numel").get(wye.ones(3)) == 3
    assert DivideByKey(2).get(6) == 3
    assert ConvertIntKey().get(True) == 1


def test_a_graph_that_runs_again_keeps_its_symbols():
    traced = make_fx(lambda x: x.nonzero().sum(), tracing_mode="symbolic")(wye.tensor([1, 0, 2]))
    symbol = next(node.meta["val"].shape[0] for node in traced.graph.nodes if node.name == "nonzero")
    mode = FakeTensorMode(shape_env=traced.shape_env)
    seen = []

    class Watch(PropagateUnbackedSymInts):
        def run_node(self, n):
            result = super().run_node(n)
            if n.name == "nonzero":
                seen.append(result.shape[0])
            return result

    with mode:
        Watch(traced).run(mode.from_tensor(wye.tensor([1, 0, 2]), static_shapes=True))
    assert seen[0].node.expr == symbol.node.expr
    assert not any(map(is_accessor_node, traced.graph.nodes))
