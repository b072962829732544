"""symbolic_trace: functions and modules run on proxies."""

import copy
import enum
import functools
import math
import threading

import pytest

import wye
import wye.fx.tracer as tracer_module
from wye import nn
from wye.call.packets import ops
from wye.errors import ArgumentError, TraceError
from wye.fx import PH, Graph, GraphModule, Proxy, Tracer, Transformer, is_fx_tracing, symbolic_trace, wrap
from wye.fx.proxy import ProxyableClassMeta


def lines(root, concrete_args=None):
    return [line.strip() for line in symbolic_trace(root, concrete_args).code.strip().splitlines()]


def helper(x):
    return x + 1 if x.sum() > 0 else x


wrap("helper")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.p, self.c = nn.Parameter(wye.ones(2)), wye.ones(2)

    def forward(self, x):
        return self.seq(x) * self.p + self.c


def test_operators_methods_and_functions_are_recorded():
    assert lines(lambda x, y: wye.relu(x + y).sum(0) * 2) == [
        "def forward(self, x, y):",
        "add = x + y;  x = y = None",
        "relu = wye.relu(add);  add = None",
        "sum_1 = relu.sum(0);  relu = None",
        "mul = sum_1 * 2;  sum_1 = None",
        "return mul",
    ]


def test_operators_of_the_registry_are_recorded_as_they_are():
    assert lines(lambda x: wye.ops.aten.max.dim(x, 0)[0])[1:3] == [
        "max_dim = wye.ops.aten.max.dim(x, 0);  x = None",
        "getitem = max_dim[0];  max_dim = None",
    ]


def test_modules_are_calls_and_parameters_are_attributes():
    assert lines(Net()) == [
        "def forward(self, x):",
        'seq_0 = getattr(self.seq, "0")(x);  x = None',
        'seq_1 = getattr(self.seq, "1")(seq_0);  seq_0 = None',
        "p = self.p",
        "mul = seq_1 * p;  seq_1 = p = None",
        "c = self.c",
        "add = mul + c;  mul = c = None",
        "return add",
    ]


def test_leaf_modules_are_chosen_by_the_tracer():
    class Inside(Tracer):
        def is_leaf_module(self, m, module_qualified_name):
            return False

    graph = Inside().trace(nn.Sequential(nn.ReLU()))
    assert [node.op for node in graph.nodes] == ["placeholder", "call_function", "output"]


def test_parameters_and_defaults_and_stars_stay():
    assert lines(lambda x, n=3, *a, **k: x * n + a[0])[:3] == [
        "def forward(self, x, n = 3, *a, **k):",
        "_a = a",
        "_k = k",
    ]
    assert lines(lambda *, k: k) == ["def forward(self, k):", "return k"]


def test_concrete_arguments_are_burnt_in_and_checked():
    traced = symbolic_trace(lambda x, b: x if b else -x, {"b": True})
    assert traced(1, True) == 1
    with pytest.raises(AssertionError, match="b has been specialized to have value True"):
        traced(1, False)


def test_trees_of_concrete_arguments_may_hold_placeholders():
    traced = symbolic_trace(lambda d: d["a"] + d["b"], {"d": {"a": PH, "b": PH}})
    assert traced({"a": 1, "b": 2}) == 3


def test_wrapped_functions_are_recorded_and_run_later():
    traced = symbolic_trace(lambda x: helper(x) + math.sqrt(x.sum()))
    assert {node.target.__name__ for node in traced.graph.nodes if node.op == "call_function"} == {
        "helper",
        "sqrt",
        "add",
    }
    assert wye.equal(traced(wye.ones(4)), wye.full((4,), 4.0))


@pytest.mark.parametrize(
    ("function", "error", "match"),
    [
        (lambda x: x if x > 0 else -x, TraceError, "control flow"),
        (lambda x: [*x], TraceError, "cannot be iterated"),
        (lambda x: len(x) + 1, RuntimeError, "'len' is not supported"),
        (lambda x: int(x) + 1, TypeError, "int"),
        (lambda x: {x: 1}, RuntimeError, "cannot contain a Node"),
        (lambda x: x + object(), NotImplementedError, "argument of type"),
    ],
)
def test_what_needs_a_value_says_so(function, error, match):
    with pytest.raises(error, match=match):
        symbolic_trace(function)
    assert not is_fx_tracing()


def test_a_sequence_can_be_unpacked():
    def swap(pair):
        a, b = pair
        return b, a

    assert symbolic_trace(swap)((1, 2)) == (2, 1)


def test_other_threads_do_not_see_a_trace():
    module, seen = nn.Linear(2, 2), []

    def traced(x):
        thread = threading.Thread(target=lambda: seen.append(module(wye.ones(1, 2))))
        thread.start()
        thread.join()
        return x

    symbolic_trace(traced)
    assert isinstance(seen[0], wye.Tensor)
    assert isinstance(module(wye.ones(1, 2)), wye.Tensor)


def test_traced_programs_compute_what_the_function_does():
    def function(x, y):
        return (x @ y.t())[0, 1:].softmax(-1), x.shape[0], -x // 2

    x, y = wye.randn(2, 3), wye.randn(4, 3)
    for got, want in zip(symbolic_trace(function)(x, y), function(x, y), strict=True):
        assert got == want if isinstance(want, int) else wye.equal(got, want)


def test_proxies_belong_to_one_trace():
    tracers = Tracer(), Tracer()
    for tracer in tracers:
        tracer._begin(lambda: None)
    x, y = (Proxy(tracer.graph.placeholder("x"), tracer) for tracer in tracers)
    with pytest.raises(RuntimeError, match="multiple different tracers"):
        wye.cat([x, y])


def _scaled(x):
    return x * 2


@functools.wraps(_scaled)
def _renamed(x):
    return _scaled(x)


wrap("_renamed")
wrap(_renamed)


def test_a_wrapped_function_is_known_by_the_name_that_its_decorator_gave_it():
    wrapped = {name for _, name in tracer_module._wrapped}
    assert "_scaled" in wrapped  # as `functools.wraps` says
    assert "_renamed" in wrapped


def test_a_transformer_keeps_calls_of_functions_that_are_not_looked_into():
    graph = Graph()
    graph.output(graph.call_function(_scaled, (graph.placeholder("x"),)))
    made = Transformer(GraphModule({}, graph)).transform()
    assert [node.target for node in made.graph.nodes if node.op == "call_function"] == [_scaled]
    assert made(wye.ones(1)).tolist() == [2]


def test_a_tracer_and_a_proxy_can_be_copied():
    tracer = copy.deepcopy(Tracer())
    assert symbolic_trace(lambda x: x + 1)(1) == 2
    assert GraphModule({}, tracer.trace(lambda x: x + 1))(1) == 2
    proxy = Proxy(Graph().placeholder("x"), Tracer())
    assert copy.deepcopy(proxy).node.name == "x"


def test_operators_are_recorded_as_they_are_called_whatever_argument_the_proxy_is():
    def f(x, k):
        pooled = ops.aten.max_pool2d_with_indices.default(x, k, stride=[k, 2])
        return ops.aten.reshape.default(wye.ones(2), k), ops.aten.sum(wye.ones(3), dim=[k]), pooled

    nodes = [node for node in symbolic_trace(f).graph.nodes if node.op == "call_function"]
    x, k = next(iter(nodes[0].graph.nodes)), nodes[0].args[1]
    assert [node.target for node in nodes] == [
        ops.aten.max_pool2d_with_indices.default, ops.aten.reshape.default, ops.aten.sum
    ]  # fmt: skip
    assert (nodes[0].args, nodes[0].kwargs) == ((x, k), {"stride": [k, 2]})
    assert (nodes[1].args[1], nodes[2].kwargs) == (k, {"dim": [k]})


def test_an_argument_that_no_schema_takes_is_still_refused():
    with pytest.raises(ArgumentError, match="instead found type 'str'"):
        ops.aten.reshape.default(wye.ones(2), "a")


class Pair(metaclass=ProxyableClassMeta):
    def __init__(self, left, right):
        self.left, self.right = left, right

    def plus(self, other):
        return Pair(self.left + other.left, self.right + other.right)


def test_objects_of_classes_that_say_so_are_made_in_traces():
    def f(x, y):
        return Pair(x, y).plus(Pair(wye.ones(2), wye.zeros(2)))

    module = symbolic_trace(f)
    found, want = module(wye.ones(2), wye.ones(2)), f(wye.ones(2), wye.ones(2))
    assert type(found) is Pair
    assert wye.equal(found.left, want.left)
    constant = Pair(wye.ones(1), wye.ones(1))
    kept = symbolic_trace(lambda pair: pair.plus(constant))
    assert wye.equal(kept(constant).left, 2 * wye.ones(1))


class Color(enum.Enum):
    RED = 1


def test_enums_are_arguments():
    module = symbolic_trace(lambda x: x.append(Color.RED))
    values = []
    module(values)
    assert values == [Color.RED]


def test_nodes_know_the_modules_whose_forward_made_them():
    class Inner(wye.nn.Module):
        def forward(self, x):
            return wye.relu(x)

    class Outer(wye.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Inner()

        def forward(self, x):
            return self.inner(self.inner(x)) + 1

    nodes = {node.name: node.meta.get("nn_module_stack") for node in symbolic_trace(Outer()).graph.nodes}
    assert nodes["relu"] == {"inner": ("inner", Inner)}
    assert nodes["relu_1"] == {"inner@1": ("inner", Inner)}
    assert nodes["add"] is None


def test_transformers_keep_what_nodes_know():
    module = symbolic_trace(lambda x: x + 1)
    for node in module.graph.nodes:
        node.meta["source_fn_stack"] = "here"
    (add,) = [n for n in Transformer(module).transform().graph.nodes if n.op == "call_function"]
    assert add.meta["source_fn_stack"] == "here"


@wrap
def recorded_here(x):
    return x + 1


def test_a_trace_of_a_graph_records_what_the_graph_recorded():
    again = symbolic_trace(symbolic_trace(lambda y: recorded_here(y) * 2))
    assert "recorded_here" in again.code
    assert again(1) == 4


def test_trees_of_arguments_are_traced_again():
    def f(b, a):
        return a["a"] if b else a["z"]

    module = symbolic_trace(f, concrete_args={"a": {"a": PH, "z": PH}, "b": True})
    again = symbolic_trace(module)
    values = {"a": {"a": 1, "z": 2}, "b": True}
    assert again(**values) == module(**values) == 1


def test_what_the_program_called_is_recorded_packet_or_overload():
    aten = wye.ops.aten

    def f(x):
        return aten.permute(x, [1, 0]), aten.permute.default(x, [1, 0]), aten.add(x, other=1), aten.std_mean(x)[0]

    module = symbolic_trace(f)
    called = [node.target for node in module.graph.nodes if node.op == "call_function"]
    assert called[:4] == [aten.permute, aten.permute.default, aten.add, aten.std_mean]
    x = wye.randn(2, 3)
    assert wye.equal(module(x)[0], x.t())
    assert wye.equal(module(x)[3], x.std())


def test_a_wrapped_builtin_is_recorded_when_a_graph_that_calls_it_is_traced_again(monkeypatch):
    monkeypatch.setattr(tracer_module, "_wrapped", dict(tracer_module._wrapped))
    names = {"__name__": "a_program", "wrap": wrap}
    exec("wrap('len')\ndef double(x): return len(x) * 2", names)
    first = symbolic_trace(names["double"])
    again = symbolic_trace(first)
    assert [node.target for node in again.graph.nodes][1] is len
    assert again(wye.ones(4)) == 8
