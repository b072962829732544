"""One planted fault for each test: opcheck finds it, in the check that is about it, and says what to change."""

import numpy as np
import pytest

import wye
from wye.errors import OpCheckError
from wye.library import Library, custom_op
from wye.testing import opcheck


class Doubled(wye.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sin()

    @staticmethod
    def backward(ctx, g):
        return g * 2


@pytest.fixture
def lib():
    with Library("fault", "FRAGMENT") as made:
        yield made


def finds(check, op, *args, words, advice="", **kwargs):
    """The check fails with these words, and advises."""
    with pytest.raises(OpCheckError, match=words) as caught:
        opcheck(op, args, kwargs, test_utils=check)
    assert advice in "\n".join(getattr(caught.value, "__notes__", ()))


def low_level(lib, schema, kernel, key="CPU"):
    lib.define(schema)
    name = schema.partition("(")[0]
    lib.impl(name, kernel, key)
    return getattr(wye.ops.fault, name).default


def custom(kernel, fake=None, backward=None, schema="(Tensor x) -> Tensor"):
    op = custom_op("fault::custom", kernel, mutates_args=(), schema=schema)
    if fake is not None:
        op.register_fake(fake)
    if backward is not None:
        op.register_autograd(backward)
    return op


X = wye.ones(2, 3)
G = wye.ones(2, 3, requires_grad=True)


# ---- writes and shared memory


@pytest.mark.parametrize(
    "kernel",
    [
        lambda x: x.add_(1).clone(),
        lambda x: x.mul_(1).clone(),
        lambda x: x.view(-1)[:1].fill_(1).clone(),
        lambda x: [x.resize_(1), wye.ones(2)][1],
        lambda x: [np.copyto(x.numpy(), 1.0), wye.ones(2)][1],
    ],
    ids=["another value", "an equal value", "through a view", "a shape", "through NumPy"],
)
def test_an_undeclared_write(lib, kernel):
    op = low_level(lib, "f(Tensor x) -> Tensor", kernel)
    finds("test_schema", op, X.clone(), words="Argument x is not defined as mutable", advice="mutates_args")


def test_an_undeclared_write_to_an_element_of_a_list(lib):
    op = low_level(lib, "f(Tensor[] xs) -> Tensor", lambda xs: xs[1].mul_(1).clone())
    finds("test_schema", op, [X.clone(), X.clone()], words="Argument xs is not defined as mutable")


@pytest.mark.parametrize(
    "kernel", [lambda x: x, lambda x: x.view(-1), lambda x: x.detach()], ids=["itself", "a view", "detached"]
)
def test_an_undeclared_alias(lib, kernel):
    op = low_level(lib, "f(Tensor x) -> Tensor", kernel)
    finds("test_schema", op, X, words="Argument x is not defined to alias output", advice="x.clone()")


def test_an_undeclared_alias_in_a_returned_list(lib):
    op = low_level(lib, "f(Tensor x) -> Tensor[]", lambda x: [x.clone(), x])
    finds("test_schema", op, X, words="Argument x is not defined to alias output")


def test_results_that_share_memory(lib):
    op = low_level(lib, "f(Tensor x) -> (Tensor, Tensor)", lambda x: (y := x.clone(), y.view(-1)))
    finds("test_schema", op, X, words="Outputs 0 and 1 alias unexpectedly", advice="clone")


def test_elements_of_a_returned_list_that_share_memory(lib):
    op = low_level(lib, "f(Tensor x) -> Tensor[]", lambda x: [y := x.clone(), y])
    finds("test_schema", op, X, words="Elements 0 and 1 of output 0 alias unexpectedly", advice="clone")


def test_an_alias_declared_for_another_argument(lib):
    op = low_level(lib, "f(Tensor(a) x, Tensor y) -> Tensor(a)", lambda x, y: y[:])
    finds("test_schema", op, X, X.clone(), words="Argument y is not defined to alias output")


def test_too_few_results(lib):
    op = low_level(lib, "f(Tensor x) -> (Tensor, Tensor)", lambda x: (x.clone(),))
    finds("test_schema", op, X, words="must return 2 values but returned 1")


def test_too_many_results(lib):
    op = low_level(lib, "f(Tensor x) -> (Tensor, Tensor)", lambda x: (x.clone(),) * 3)
    finds("test_schema", op, X, words="must return 2 values but returned 3")


def test_a_kernel_that_raises():
    finds("test_schema", custom(lambda x: 1 / 0), X, words="division by zero")


# ---- where gradients are registered


def test_autograd_at_a_backend_key(lib):
    op = low_level(lib, "f(Tensor x) -> Tensor", Doubled.apply)
    finds("test_autograd_registration", op, G, words="at an autograd key", advice="register_autograd")


def test_a_kernel_that_autograd_follows(lib):
    op = low_level(lib, "f(Tensor x) -> Tensor", lambda x: x.sin(), "CompositeExplicitAutograd")
    finds("test_autograd_registration", op, G, words="at an autograd key", advice="register_autograd")


def test_a_detached_result(lib):
    op = low_level(lib, "f(Tensor x) -> Tensor", lambda x: x.sin())
    lib.impl("f", lambda x: Doubled.apply(x).detach(), "Autograd")
    finds("test_autograd_registration", op, G, words="returns a detached result", advice="autograd.Function")


def test_a_backward_that_returns_none():
    op = custom(lambda x: x.sin(), wye.empty_like, lambda ctx, g: None)
    finds("test_autograd_registration", op, G, words="returns None for 'x'", advice="None says")


def test_a_backward_that_leaves_out_an_argument_the_result_depends_on():
    op = custom(lambda x, y: x * y, schema="(Tensor x, Tensor y) -> Tensor", backward=lambda ctx, g: (g, None))
    other = wye.full((2, 3), 2.0, requires_grad=True)
    finds("test_autograd_registration", op, G, other, words="returns None for 'y'", advice="'y'")


# ---- fake kernels


@pytest.mark.parametrize(
    ("fake", "words"),
    [
        (lambda x: x.new_empty(3), r"Shapes wye.Size\(\[2, 3\]\) and wye.Size\(\[3\]\) are not equal"),
        (lambda x: x.new_empty(x.shape, dtype=wye.float64), "Dtypes wye.float32 and wye.float64 are not equal"),
        (lambda x: x.new_empty_strided((2, 3), (1, 2)), "Stride mismatch! Strides are"),
        (lambda x: wye.empty(2, 3, device="cuda"), "Devices cpu and cuda:0 are not equal"),
        (lambda x: x.new_empty(7)[1:].view(2, 3), "mismatched storage offset"),
        (lambda x: wye.empty_like(x).requires_grad_(), "mismatched requires_grad-ness of outputs"),
        (lambda x: x, "mismatch in outputs_alias_inputs check True != False"),
    ],
    ids=["shape", "dtype", "stride", "device", "offset", "requires_grad", "alias"],
)
def test_a_fake_kernel_that_differs(fake, words):
    finds("test_faketensor", custom(lambda x: x.clone(), fake), X, words=words, advice="  ")


@pytest.mark.parametrize(
    ("fake", "words"),
    [
        (lambda x: x.new_empty((int(x.sum().item()) // 2,)), "data-dependent"),
        (lambda x: wye.empty_like(x) if x.sum() > 0 else x, "data-dependent"),
        (lambda x: wye.from_numpy(x.numpy()), "numpy"),
    ],
    ids=["item", "branch", "numpy"],
)
def test_a_fake_kernel_that_reads_data(fake, words):
    finds("test_faketensor", custom(lambda x: x.clone(), fake), X, words=words)


@pytest.mark.parametrize(
    ("fake", "words"),
    [
        (lambda x: None, "returned None"),
        (lambda x: wye.empty(2, 3, device="meta"), "meta"),
        (lambda x: 1 / 0, "division by zero"),
    ],
    ids=["None", "meta", "raises"],
)
def test_a_fake_kernel_that_returns_nothing_useful(fake, words):
    finds("test_faketensor", custom(lambda x: x.clone(), fake), X, words=words)


@pytest.mark.parametrize(
    "fake",
    [
        lambda x: x.add_(1).clone(),
        lambda x: x.view(-1)[:1].fill_(1).new_empty(2, 3),
        lambda x: x.t_().new_empty(2, 3),
        lambda x: [x.resize_(1), wye.empty(2, 3)][1],
        lambda x: [x.detach().mul_(1), wye.empty_like(x)][1],
    ],
    ids=["a value", "through a view", "transposed", "a shape", "detached"],
)
def test_a_fake_kernel_that_writes_to_its_argument(fake):
    finds("test_faketensor", custom(lambda x: x.clone(), fake), X, words="writes to its argument 'x'", advice="a!")


def test_a_kernel_for_meta_tensors_that_writes_to_its_argument(lib):
    op = low_level(lib, "f(Tensor[] xs) -> Tensor", lambda xs: xs[1].clone())
    lib.impl("f", lambda xs: xs[1].add_(1).clone(), "Meta")
    finds("test_faketensor", op, [X, X.clone()], words="writes to its argument 'xs'", advice="a!")


def test_a_fake_kernel_that_writes_to_a_declared_argument_is_right():
    op = custom_op("fault::custom", lambda x: None, mutates_args=("x",), schema="(Tensor(a!) x) -> ()")
    op.register_fake(lambda x: [x.add_(1), None][1])
    assert opcheck(op, (X.clone(),), test_utils="test_faketensor") == {"test_faketensor": "SUCCESS"}


def test_a_fake_kernel_with_another_number_of_results():
    op = custom(lambda x: [x.clone(), x.clone()], lambda x: [wye.empty_like(x)], schema="(Tensor x) -> Tensor[]")
    finds("test_faketensor", op, X, words="mismatch in number of returns 1 != 2")


def test_a_missing_fake_kernel(lib):
    finds("test_faketensor", custom(lambda x: x.clone()), X, words="no fake impl registered")
    op = low_level(lib, "f(Tensor x) -> Tensor", lambda x: x.clone())
    finds("test_faketensor", op, X, words="fault.f.default")
