"""make_fx: operators below autograd as a graph."""

import threading

import pytest

import wye
from wye import nn
from wye.fake import FakeTensor
from wye.fx import make_fx
from wye.fx.proxy_mode import disable_proxy_modes_tracing, get_proxy_mode
from wye.fx.tracing import get_isolated_graphmodule, reenter_make_fx
from wye.modes import current_modes

aten = wye.ops.aten


def targets(module):
    return [str(node.target) for node in module.graph.nodes if node.op == "call_function"]


def test_operators_are_recorded_and_computed():
    module = make_fx(lambda x: x.sin() + 1)(wye.ones(2))
    assert module.code.strip().splitlines() == [
        "def forward(self, x_1):",
        "    sin = wye.ops.aten.sin.default(x_1);  x_1 = None",
        "    add = wye.ops.aten.add.Tensor(sin, 1);  sin = None",
        "    return add",
    ]
    x = wye.randn(5)
    assert wye.equal(module(x), x.sin() + 1)


def test_arguments_and_results_are_trees():
    module = make_fx(lambda d, pair: {"s": d["a"] + pair[0], "t": (pair[1], [d["b"]])})(
        {"a": wye.ones(1), "b": wye.zeros(1)}, [wye.ones(1), wye.ones(2)]
    )
    result = module({"a": wye.full((1,), 4.0), "b": wye.zeros(3)}, [wye.ones(1), wye.ones(5)])
    assert result["s"].item() == 5
    assert (result["t"][0].shape, result["t"][1][0].shape) == ((5,), (3,))


def test_tensors_from_outside_are_constants():
    c, p = wye.ones(2), nn.Parameter(wye.ones(2))
    module = make_fx(lambda x: (x + c) * c * p)(wye.ones(2))
    assert module._tensor_constant0 is c
    assert module._param_constant0 is p
    assert [n.target for n in module.graph.nodes if n.op == "get_attr"] == [
        "_tensor_constant0", "_tensor_constant0", "_param_constant0",
    ]  # fmt: skip


def test_numbers_of_traced_data_are_refused_and_those_of_constants_are_burnt_in():
    with pytest.raises(RuntimeError, match="_local_scalar_dense"):
        make_fx(lambda x: x * x.sum().item())(wye.ones(2))
    with pytest.raises(RuntimeError, match="data-dependent control flow"):
        make_fx(lambda x: x if x.sum() > 0 else -x)(wye.ones(2))
    assert make_fx(lambda x: x * (wye.tensor(2) * 3).item())(wye.ones(1))(wye.ones(1)).item() == 6
    loose = make_fx(lambda x: x.sum().item() * 2, _error_on_data_dependent_ops=False)(wye.ones(2))
    assert loose(wye.ones(2)) == 4


def test_writes_are_recorded_and_the_newest_node_stands_for_the_tensor():
    def function(x):
        y = x.clone()
        y.add_(1)
        y[0] = 5
        return y

    module = make_fx(function)(wye.zeros(2))
    assert module(wye.full((2,), 3.0)).tolist() == [5, 4]
    assert "aten.add_.Tensor" in targets(module)


def test_gradients_and_transforms_are_traced():
    def gradient(x):
        x = x.detach().requires_grad_()
        return wye.autograd.grad((x.sin() * x).sum(), x)[0]

    for function in (
        gradient,
        wye.grad(lambda x: x.sin().sum()),
        wye.vmap(lambda x: x * x.sum()),
        wye.vmap(wye.grad(lambda x: (x**2).sum())),
        wye.jacrev(lambda x: x.sin()),
        wye.jacfwd(lambda x: x.sin()),
        wye.hessian(lambda x: (x**3).sum()),
        lambda x: wye.jvp(wye.cos, (x,), (x,))[1],
    ):
        shape = (2, 3) if function.__name__ == "wrapped" else (2,)
        try:
            module = make_fx(function)(wye.ones(2, 3))
            shape = (2, 3)
        except RuntimeError:
            module = make_fx(function)(wye.ones(2))
        x = wye.randn(shape)
        assert not [n for n in module.graph.nodes if n.op == "get_attr"]
        assert wye.allclose(module(x), function(x), atol=1e-6)


def test_composites_are_kept_before_dispatch():
    def function(x):
        with wye.no_grad():
            y = wye.softmax(x, 0)
        return nn.functional.linear(y, y)

    assert targets(make_fx(function)(wye.ones(2, 2))) == ["aten._softmax.default", "aten.t.default", "aten.mm.default"]
    module = make_fx(function, pre_dispatch=True)(wye.ones(2, 2))
    names = [getattr(node.target, "__name__", node.target) for node in module.graph.nodes]
    assert names == ["x_1", "_set_grad_enabled", "softmax.int", "_set_grad_enabled", "linear.default", "output"]
    module.graph.eliminate_dead_code()
    assert len(names) == len(module.graph.nodes)
    x = wye.randn(2, 2)
    assert wye.allclose(module(x), function(x))
    assert wye.is_grad_enabled()


def test_decompositions_are_looked_up_by_overload():
    table = {aten.sin.default: lambda x: x.cos() * 2, aten.cos.default: lambda x: NotImplemented}
    module = make_fx(lambda x: x.sin(), table)(wye.ones(2))
    assert targets(module) == ["aten.cos.default", "aten.mul.Tensor"]


def test_nested_traces_do_not_disturb_each_other():
    inner = []

    def function(x):
        inner.append(make_fx(lambda y: y.sin())(x))
        return inner[0](x) * 2

    assert targets(make_fx(function)(wye.ones(2))) == ["aten.sin.default", "aten.mul.Tensor"]
    assert targets(inner[0]) == ["aten.sin.default"]


def test_nothing_is_recorded_while_tracing_is_off():
    def function(x):
        with disable_proxy_modes_tracing():
            c = wye.ones(2) * 3
        return x + c

    module = make_fx(function)(wye.ones(2))
    assert targets(module) == ["aten.add.Tensor"]
    assert module._tensor_constant0.tolist() == [3, 3]


def test_an_error_leaves_no_mode_behind():
    def function(x):
        assert get_proxy_mode() is not None
        raise ValueError("stop")

    for pre_dispatch in (False, True):
        with pytest.raises(ValueError, match="stop"):
            make_fx(function, pre_dispatch=pre_dispatch)(wye.ones(1))
        assert get_proxy_mode() is None
        assert current_modes() == ()


def test_threads_trace_alone():
    found = {}

    def trace(number):
        found[number] = make_fx(lambda x: x * number)(wye.ones(2))

    threads = [threading.Thread(target=trace, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[n](wye.ones(1)).item() for n in range(4)] == [0, 1, 2, 3]


def test_nodes_know_shapes():
    module = make_fx(lambda x: x.t().split(1))(wye.ones(2, 3))
    known = {node.name: node.meta.get("val") for node in module.graph.nodes}
    assert (known["t"].shape, known["t"].stride(), type(known["t"])) == ((3, 2), (1, 3), FakeTensor)
    assert [tuple(one.shape) for one in known["split"]] == [(1, 2)] * 3
    assert module.graph.find_nodes(op="placeholder")[0].meta["tensor_meta"].stride == (3, 1)


def test_an_isolated_trace_sees_no_modes():
    module = get_isolated_graphmodule(lambda x: x.sin(), (wye.ones(1),), {})
    assert module([wye.zeros(1)]).item() == 0
    assert targets(reenter_make_fx(lambda x: x.cos())(wye.ones(1))) == ["aten.cos.default"]


def test_unknown_tracing_modes_are_refused():
    with pytest.raises(AssertionError, match="real/fake/symbolic"):
        make_fx(lambda x: x, tracing_mode="nope")


@pytest.mark.parametrize("function", [wye.exp, wye.relu, wye.tanh, wye.sigmoid, lambda x: x.softmax(0)])
def test_results_that_a_node_keeps_are_followed(function):
    def gradient(x):
        x = x.detach().requires_grad_()
        first = wye.autograd.grad((function(x) * x).sum(), x, create_graph=True)[0]
        return wye.autograd.grad((first * first).sum(), x)[0]

    module = make_fx(gradient)(wye.ones(3))
    assert not [node for node in module.graph.nodes if node.op == "get_attr"]
    x = wye.tensor([0.5, -1.0, 2.0])
    assert wye.allclose(module(x), gradient(x), atol=1e-6)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.conj().clone(),
        lambda x: x.clone().conj() * 2,
        lambda x: x.conj().imag + 1,
        lambda x: x.conj().add_(1j),
    ],
)
def test_a_real_trace_computes_with_conjugates(function):
    x, seen = wye.tensor([1 + 2j, 3 - 1j]), []
    module = make_fx(lambda x: seen.append(function(x)) or seen[-1])(x.clone())
    eager = function(x.clone())
    assert seen[0].resolve_conj().tolist() == module(x.clone()).resolve_conj().tolist() == eager.resolve_conj().tolist()


def test_a_trace_has_the_annotation_of_what_the_function_returns():
    def f(x: wye.Tensor) -> wye.Tensor:
        return x.sin()

    assert "def forward(self, x_1) -> " in make_fx(f)(wye.ones(2)).code
    assert "def forward(self, x_1) -> " in make_fx(wye.func.functionalize(f))(wye.ones(2)).code
    for transform in (lambda f: f, wye.vmap, wye.func.jacrev, wye.func.functionalize):
        assert "def forward(self, x_1):" in make_fx(transform(lambda x: x.sin()))(wye.ones(2)).code
    graph = make_fx(lambda x: wye.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), [x]))(wye.ones(2))
    assert ") -> " not in graph.true_graph_0.code


def test_nodes_keep_the_modules_that_ran_when_they_were_made():
    class Inner(wye.nn.Module):
        def forward(self, x):
            return x.sin() + 1

    class Outer(wye.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Inner()

        def forward(self, x):
            return self.inner(x) * 2

    outer = Outer()

    def f(x):
        return outer(x) - 1

    f._orig_mod = outer
    nodes = {
        node.name: node.meta.get("nn_module_stack")
        for node in make_fx(f, record_module_stack=True)(wye.ones(2)).graph.nodes
    }
    assert {name: stack and list(stack) for name, stack in nodes.items()} == {
        "x_1": None, "sin": ["", "inner"], "add": ["", "inner"], "mul": [""], "sub": None, "output": None
    }  # fmt: skip
    assert nodes["sin"]["inner"] == ("inner", f"{__name__}.{Inner.__qualname__}")
    assert all("nn_module_stack" not in node.meta for node in make_fx(f)(wye.ones(2)).graph.nodes)
