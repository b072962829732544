"""Assertions in graphs: as calls that programs write, and as statements that are rewritten."""

import pytest

import wye
from wye.errors import TraceError
from wye.fx import GraphModule, symbolic_trace, wrap
from wye.fx.assertions import _assert
from wye.fx.rewriting import RewritingTracer, rewrite


class Inner(wye.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = wye.nn.Linear(2, 2)

    def forward(self, x):
        assert x.sum() > 0, "positive"
        return self.linear(x)


class Outer(wye.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        assert x.dim() == 2
        return self.inner(x) + 1


def traced(function):
    return GraphModule(function if isinstance(function, wye.nn.Module) else {}, RewritingTracer().trace(function))


def test_an_assertion_as_a_function_is_recorded():
    graph = symbolic_trace(lambda x: (_assert(x.sum() > 0, "positive"), x + 1)[1])
    assert graph(wye.ones(2)).tolist() == [2, 2]
    with pytest.raises(AssertionError, match="positive"):
        graph(-wye.ones(2))


def test_statements_of_modules_and_those_inside_become_calls():
    module = Outer()
    with pytest.raises(TraceError):
        symbolic_trace(module)
    graph = traced(module)
    assert [node.target for node in graph.graph.nodes].count(_assert) == 2
    x = wye.ones(3, 2)
    assert wye.equal(graph(x), module(x))
    assert graph.inner.linear.weight is module.inner.linear.weight
    with pytest.raises(AssertionError, match="positive"):
        graph(-x)
    with pytest.raises(AssertionError):
        graph(wye.ones(2))


def test_functions_keep_their_variables_and_defaults():
    least = 2

    def f(x, by=3, *, more=1):
        assert x.sum() > least, f"at least {least}"
        return x * by + more

    graph = traced(f)
    assert graph(wye.ones(3)).tolist() == [4, 4, 4]
    with pytest.raises(AssertionError, match="at least 2"):
        graph(wye.zeros(3))
    changed = rewrite(f)
    assert (changed(wye.ones(3), more=2).tolist(), changed.__code__.co_firstlineno) == (
        [5, 5, 5],
        f.__code__.co_firstlineno,
    )
    assert rewrite(len) is len


def kept(x):
    return x + 1


wrap("kept")


def calls_a_wrapped_function(x):
    assert x.sum() > 0
    return kept(x)


def test_functions_that_traces_keep_are_kept_in_rewritten_functions_too():
    graph = RewritingTracer().trace(calls_a_wrapped_function)
    assert kept in {node.target for node in graph.nodes}


def test_texts_over_several_lines_may_begin_anywhere():
    class Model(wye.nn.Module):
        def forward(self, a, b):
            assert a == b, """these are
not the same"""
            return a + b

    graph = traced(Model())
    assert graph(2, 2) == 4
    with pytest.raises(AssertionError, match="these are\nnot the same"):
        graph(2, 3)
