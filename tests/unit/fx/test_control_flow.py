"""Operators that take functions, in traces."""

import pytest

import wye
from wye.errors import ReturnError
from wye.fx import make_fx
from wye.fx.control_flow import CondOpArgsMismatchError
from wye.fx.serialize import dumps, loads

higher_order = wye.ops.higher_order


def names(module):
    return [node.name for node in module.graph.nodes]


def test_cond_has_a_graph_for_each_function():
    module = make_fx(lambda x: wye.cond(x.sum() > 0, lambda x: x.sin(), lambda x: {"r": x}["r"].cos(), (x,)))(
        wye.ones(2)
    )
    assert names(module) == ["x_1", "sum_1", "gt", "true_graph_0", "false_graph_0", "cond", "getitem", "output"]
    for x in (wye.ones(3), -wye.ones(3)):
        assert wye.equal(module(x), x.sin() if x.sum() > 0 else x.cos())
    assert "return (sin,)" in module.true_graph_0.code


def test_a_known_condition_is_decided_while_tracing():
    module = make_fx(lambda x: wye.cond(True, lambda x: x + 1, lambda x: x - 1, (x,)))(wye.ones(2))
    assert names(module) == ["x_1", "add", "output"]


def test_nested_conditions_have_nested_graphs():
    def inner(x):
        return wye.cond(x[0] > 5, lambda y: y * 2, lambda y: y * 3, (x,))

    module = make_fx(lambda x: wye.cond(x.sum() > 0, inner, lambda y: y.cos(), (x,)))(wye.ones(2))
    assert module.true_graph_0.true_graph_0 is not None
    assert module(wye.full((2,), 6.0)).tolist() == [12, 12]
    assert module(wye.ones(2)).tolist() == [3, 3]


def test_captured_tensors_become_operands():
    def function(x, y):
        z = y.exp()

        def yes(x):
            return wye.cond(x[0] > 1, lambda: z * x, lambda: z + y)

        return wye.cond(x.sum() > 0, yes, lambda x: x.clone(), (x,))

    module = make_fx(function)(wye.ones(2), wye.ones(2))
    for x, y in ((wye.full((2,), 3.0), wye.zeros(2)), (wye.ones(2), wye.randn(2)), (-wye.ones(2), wye.ones(2))):
        assert wye.allclose(module(x, y), function(x, y))
    assert not [n for n in module.graph.nodes if n.op == "get_attr" and "constant" in n.target]


def test_functions_that_write_do_not_write_to_the_operands_of_the_trace_twice():
    x = wye.zeros(2)
    make_fx(lambda x: wye.cond(x.sum() == 0, lambda x: x.add_(1), lambda x: x.add_(2), (x,)))(x)
    assert x.tolist() == [1, 1]


def test_loops_are_one_node():
    def function(i, x, y):
        return wye.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * y), (i, x))

    module = make_fx(function)(wye.tensor(0), wye.ones(2), wye.full((2,), 2.0))
    assert names(module)[3:6] == ["while_loop_cond_graph_0", "while_loop_body_graph_0", "while_loop"]
    i, x = module(wye.tensor(1), wye.ones(2), wye.full((2,), 3.0))
    assert (i.item(), x.tolist()) == (3, [9, 9])


def test_map_and_scan_are_one_node():
    module = make_fx(lambda xs, y: wye.map(lambda x, y: x + y, xs, y))(wye.ones(3, 2), wye.ones(2))
    assert "map_impl" in names(module)
    assert module(wye.zeros(4, 2), wye.ones(2)).tolist() == [[1, 1]] * 4

    def function(c, xs):
        return wye.scan(lambda c, x: (c + x, {"p": c * x}), c, xs, dim=1, reverse=True)

    module = make_fx(function)(wye.zeros(2), wye.ones(2, 3))
    c, xs = wye.randn(2), wye.randn(2, 5)
    got, want = module(c, xs), function(c, xs)
    assert wye.allclose(got[0], want[0])
    assert wye.allclose(got[1]["p"], want[1]["p"])


def test_results_of_both_functions_must_agree():
    with pytest.raises(CondOpArgsMismatchError, match="true branch returns 2"):
        make_fx(lambda x: higher_order.cond(x.sum() > 0, lambda y: (y, y), lambda y: y * 2, (x,)))(wye.ones(2))
    with pytest.raises(ReturnError, match="the same tree"):
        make_fx(lambda x: wye.cond(x.sum() > 0, lambda y: [y], lambda y: y * 2, (x,)))(wye.ones(2))


def test_gradients_of_cond_are_traced():
    def function(x):
        x = x.detach().requires_grad_()
        y = wye.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x * 2, (x,)).sum()
        return wye.autograd.grad(y, x)[0]

    module = make_fx(function, _error_on_data_dependent_ops=False)(wye.ones(2))
    assert wye.allclose(module(wye.ones(2)), wye.ones(2).cos())


def test_graphs_with_graphs_are_saved():
    module = make_fx(lambda x: wye.cond(x.sum() > 0, lambda x: x + C, lambda x: x, (x,)))(wye.ones(2))
    again = loads(*dumps(module))
    assert again(wye.ones(2)).tolist() == [4, 4]


C = wye.full((2,), 3.0)


def test_operators_without_a_rule_say_so():
    unknown = wye.HigherOrderOperator("test_fx_unknown")
    unknown.py_impl("CompositeExplicitAutograd")(lambda fn, x: fn(x))
    unknown.fallthrough("AutogradCPU")
    with pytest.raises(NotImplementedError, match="test_fx_unknown"):
        make_fx(lambda x: unknown(wye.sin, x))(wye.ones(1))


def test_a_branch_may_depend_on_a_symbolic_size():
    def f(x):
        return wye.cond(x.shape[0] > 4, lambda x: x.sin(), lambda x: x.cos(), [x])

    for function in (f, wye.func.functionalize(f)):
        graph = make_fx(function, tracing_mode="symbolic")(wye.ones(3, 2))
        assert [node.name for node in graph.graph.nodes if node.target is wye.ops.higher_order.cond] == ["cond"]
        assert wye.equal(graph(wye.ones(5, 2)), wye.ones(5, 2).sin())
        assert wye.equal(graph(wye.ones(3, 2)), wye.ones(3, 2).cos())


def test_a_map_is_traced_with_symbolic_sizes():
    def f(xs, ys, z):
        return wye.higher_order.control_flow.map(lambda pair, z: pair[0] * pair[1] + z, (xs, ys), z)

    args = wye.ones(3, 2), wye.full((3, 2), 2.0), wye.ones(2)
    graph = make_fx(f, tracing_mode="symbolic")(*args)
    longer = wye.ones(5, 2), wye.full((5, 2), 4.0), wye.ones(2)
    assert wye.equal(graph(*longer), f(*longer))
