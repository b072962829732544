"""What a trace sees of modules: calls and attributes, in its own thread, until it ends."""

import threading

import pytest

import wye
from wye import nn
from wye.fx import Tracer, symbolic_trace
from wye.nn.modules import traces


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = nn.Parameter(wye.full((1,), 2.0))

    def forward(self, x):
        return x * self.factor


def test_a_trace_decides_what_becomes_of_calls_and_attributes():
    calls, reads = [], []

    def call(module, forward, args, kwargs):
        calls.append((type(module).__name__, len(args), kwargs))
        return forward(*args, **kwargs) + 1

    def attribute(name, value):
        reads.append(name)
        return value * 10

    module = Scale()
    traces.begin(call, attribute)
    try:
        result = module(wye.ones(1))
    finally:
        traces.end()
    assert result.tolist() == [21.0]
    assert calls == [("Scale", 1, {})]
    assert reads == ["factor"]
    assert module(wye.ones(1)).tolist() == [2.0]
    assert not traces.running


def test_an_inner_trace_asks_the_outer_one():
    order = []

    def note(name):
        def call(module, forward, args, kwargs):
            order.append(name)
            return forward(*args, **kwargs)

        return call

    def same(name, value):
        return value

    traces.begin(note("outer"), same)
    traces.begin(note("inner"), same)
    try:
        Scale()(wye.ones(1))
    finally:
        traces.end()
    Scale()(wye.ones(1))
    traces.end()
    assert order == ["inner", "outer", "outer"]


def test_other_threads_are_not_traced():
    results = []

    def call(module, forward, args, kwargs):
        thread = threading.Thread(target=lambda: results.append(module(*args).tolist()))
        thread.start()
        thread.join()
        return "traced"

    traces.begin(call, lambda name, value: "traced")
    try:
        assert Scale()(wye.ones(1)) == "traced"
    finally:
        traces.end()
    assert results == [[2.0]]


def test_a_failed_trace_leaves_nothing_behind():
    class Fails(nn.Module):
        def forward(self, x):
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        symbolic_trace(Fails())
    assert not traces.running


def test_hooks_of_modules_run_in_traces():
    seen = []
    inner = Scale()
    inner.register_forward_hook(lambda module, args, output: seen.append(type(output).__name__))

    class Inside(Tracer):
        def is_leaf_module(self, m, module_qualified_name):
            return False

    Inside().trace(nn.Sequential(inner))
    assert seen == ["Proxy"]
