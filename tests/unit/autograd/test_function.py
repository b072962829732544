"""`autograd.Function`, and custom operators with `register_autograd`."""

import pytest

import wye
from wye.autograd import Function, grad
from wye.autograd.function import once_differentiable


class Cube(Function):
    @staticmethod
    def forward(x, k):
        return x**3 * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])
        ctx.k = inputs[1]

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 3 * x * x * ctx.k, None


def leaf(*values):
    return wye.tensor(list(values), requires_grad=True)


def test_gradients_come_from_backward_to_any_order():
    x = leaf(1.0, 2.0)
    (first,) = grad(Cube.apply(x, 2).sum(), x, create_graph=True)
    (second,) = grad(first.sum(), x)
    assert first.tolist() == [6.0, 24.0]
    assert second.tolist() == [12.0, 24.0]


def test_the_node_is_named_after_the_function():
    assert Cube.apply(leaf(1.0), 1).grad_fn.name() == "CubeBackward"


def test_the_number_of_gradients_is_checked():
    class Bad(Function):
        @staticmethod
        def forward(ctx, x, y):
            return x * y

        @staticmethod
        def backward(ctx, g):
            return (g,)

    with pytest.raises(RuntimeError, match=r"BadBackward returned an incorrect number .*\(expected 2, got 1\)"):
        Bad.apply(leaf(1.0), leaf(2.0)).sum().backward()


def test_differentiating_twice_what_is_once_differentiable_is_an_error():
    class Once(Function):
        @staticmethod
        def forward(ctx, x):
            return x * x

        @staticmethod
        @once_differentiable
        def backward(ctx, g):
            return g * 2

    x = leaf(1.0)
    (first,) = grad((Once.apply(x) * x).sum(), x, create_graph=True)
    with pytest.raises(RuntimeError, match="once_differentiable"):
        first.sum().backward()


def test_the_error_of_once_differentiable_leads_nowhere_else():
    class Once(Function):
        @staticmethod
        def forward(ctx, x, number, y):
            return x * number * y

        @staticmethod
        @once_differentiable
        def backward(ctx, g):
            return g * 2, None, g * 3

    x, y, start = leaf(1.0), leaf(2.0), leaf(1.0)
    first, _ = grad(Once.apply(x, 3, y), (x, y), start, create_graph=True)
    assert first.grad_fn.name() == "Error"
    ways = [node and node.name() for node, _ in first.grad_fn.next_functions]
    assert ways == ["torch::autograd::AccumulateGrad", None, "torch::autograd::AccumulateGrad"]
    assert grad(first, start, allow_unused=True) == (None,)


@pytest.fixture
def scaled():
    @wye.library.custom_op("autograd_tests::scaled", mutates_args=())
    def scaled(x: wye.Tensor, by: float) -> wye.Tensor:
        return x * by

    yield scaled
    scaled._destroy()


def test_a_custom_operator_uses_its_formula(scaled):
    def keep(ctx, inputs, output):
        ctx.by = inputs[1]

    scaled.register_autograd(lambda ctx, g: (g * ctx.by, None), setup_context=keep)
    x = leaf(1.0, 2.0)
    y = scaled(x, 3.0)
    assert type(y.grad_fn).__name__ == "GeneratedBackwardFor_autograd_tests_scaled_defaultBackward"
    y.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_a_custom_operator_without_formula_says_so_in_backward(scaled):
    y = scaled(leaf(1.0), 2.0)
    assert y.requires_grad
    with pytest.raises(RuntimeError, match="no autograd formula was registered"):
        y.sum().backward()


def test_a_view_that_is_written_to_is_the_only_tensor_returned():
    class Two(Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.mark_dirty(x)
            return x.add_(1), y * 1

        @staticmethod
        def backward(ctx, g, h):
            return g, h

    whole = leaf(1.0, 2.0, 3.0).clone()
    with pytest.raises(RuntimeError, match="modifies inplace an input that is a view of another Tensor"):
        Two.apply(whole[:1], whole[1:])
    assert Two.apply(leaf(1.0).clone(), leaf(2.0))[0].tolist() == [2.0]


@pytest.mark.parametrize("mark", ["mark_dirty", "mark_non_differentiable"])
def test_only_tensors_are_marked(mark):
    class Marks(Function):
        @staticmethod
        def forward(ctx, x):
            getattr(ctx, mark)(3)
            return x.clone()

    with pytest.raises(RuntimeError, match=f"{mark} .*accept"):
        Marks.apply(leaf(1.0))


def test_the_kernel_of_a_custom_operator_records_nothing_where_its_formula_will(scaled):
    seen = []

    @scaled.register_kernel("cpu")
    def _(x, by):
        seen.append(wye.is_grad_enabled())
        return x * by if by else 1 / 0

    scaled(leaf(1.0), 2.0)
    scaled(wye.ones(1), 2.0)
    with pytest.raises(ZeroDivisionError):
        scaled(leaf(1.0), 0.0)
    assert wye.is_grad_enabled()
    assert seen == [False, True, False]


def test_a_formula_may_leave_out_gradients_of_numbers_with_defaults():
    with wye.library.Library("autograd_tests", "FRAGMENT") as lib:
        lib.define("left_out(Tensor x, int by=2, float[] other=[]) -> Tensor")
        lib.impl("left_out", lambda x, by=2, other=(): x * by, "CPU")
        wye.library.register_autograd("autograd_tests::left_out", lambda ctx, g: g * 2, lib=lib)
        x = leaf(1.0)
        wye.ops.autograd_tests.left_out(x).backward()
        assert x.grad.tolist() == [2.0]


def test_backward_warns_of_writes_that_have_no_formula():
    with wye.library.Library("autograd_tests", "FRAGMENT") as lib:
        lib.define("write(Tensor(a!) x) -> Tensor(a!)")

        def write(x):
            with wye.no_grad():
                return x.mul_(2)

        lib.impl("write", write, "CPU")
        base = leaf(1.0, 2.0).clone()
        part = base[0]
        for tensor in (wye.ops.autograd_tests.write(part), base, part):
            with pytest.warns(UserWarning, match="autograd kernel was not registered"):
                tensor.sum().backward(retain_graph=True)
        lib.define("into(Tensor(a!) x, Tensor y) -> Tensor(a!)")
        lib.impl("into", lambda x, y: x, "CPU")
        assert not wye.ops.autograd_tests.into(wye.ones(1), leaf(1.0)).requires_grad


def test_a_constant_output_has_no_gradient_of_zeros_where_forward_declines_them():
    seen = []

    class Two(Function):
        @staticmethod
        def forward(ctx, x):
            out = x * 1, x * 2
            ctx.mark_non_differentiable(out[1])
            ctx._materialize_non_diff_grads = False
            return out

        @staticmethod
        def backward(ctx, first, second):
            seen.append(second)
            return first

    Two.apply(leaf(1.0))[0].sum().backward()
    assert seen == [None]


def test_a_view_made_in_a_function_of_constants_is_not_written_to_with_gradients():
    class Seen(Function):
        @staticmethod
        def forward(ctx, x):
            return x.view_as(x)

    with pytest.raises(RuntimeError, match="This view was created inside a custom Function"):
        Seen.apply(wye.ones(1)).add_(leaf(1.0))
