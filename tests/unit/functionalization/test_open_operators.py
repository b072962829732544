"""`triton_op`: operators that are seen by modes, and looked into by functionalized programs."""

import pytest

import wye
from wye.functionalization import FunctionalTensor, FunctionalTensorMode
from wye.functionalization.open_operators import triton_op, wrap_triton
from wye.fx import make_fx
from wye.fx.aot import aot
from wye.testing.operator_checks import opcheck


@pytest.fixture
def scaled():
    @triton_op("open_ops::scaled", mutates_args=())
    def made(x: wye.Tensor, by: float) -> wye.Tensor:
        return x.sin() * by

    yield made
    made._destroy()


@pytest.fixture
def stored():
    def function(x: wye.Tensor, out: wye.Tensor) -> None:
        out.copy_(x.sin())

    made = triton_op("open_ops::stored", function, mutates_args={"out"})
    yield made
    made._destroy()


def targets(graph):
    return [str(node.target) for node in graph.graph.nodes if node.op == "call_function"]


def test_it_is_an_operator_with_its_function_as_fake_kernel(scaled):
    x = wye.ones(2)
    assert wye.equal(scaled(x, 2.0), x.sin() * 2)
    assert scaled(wye.ones(3, device="meta"), 2.0).shape == (3,)
    assert targets(make_fx(lambda x: scaled(x, 2.0), tracing_mode="symbolic")(x)) == ["open_ops.scaled.default"]
    assert set(opcheck(scaled, (x, 2.0)).values()) == {"SUCCESS"}


def test_functionalized_programs_look_into_it(scaled, stored):
    parts = ["aten.sin.default", "aten.mul.Tensor"]
    assert targets(aot(lambda x: scaled(x, 2.0), wye.ones(2))[0]) == parts
    assert targets(make_fx(wye.functionalize(lambda x: scaled(x, 2.0)))(wye.ones(2))) == parts

    def inside_of_the_mode(x):
        with FunctionalTensorMode():
            return scaled(FunctionalTensor.to_functional(x), 2.0).from_functional()

    assert targets(make_fx(inside_of_the_mode)(wye.ones(2)))[-2:] == parts

    def write(x):
        out = wye.zeros(2)
        stored(x, out)
        return out + 1

    graph = aot(write, wye.ones(2))[0]
    assert not [name for name in targets(graph) if "open_ops" in name or "functionalized" in name]
    assert wye.allclose(write(wye.ones(2)), wye.ones(2).sin() + 1)


def test_gradients_are_those_that_are_registered(scaled):
    scaled.register_autograd(lambda ctx, grad: (grad * 5, None))
    x = wye.ones(2, requires_grad=True)
    scaled(x, 2.0).sum().backward()
    assert x.grad.tolist() == [5, 5]


def test_there_is_no_kernel_to_wrap():
    with pytest.raises(ModuleNotFoundError, match="triton"):
        wrap_triton(lambda: None)
