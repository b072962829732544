"""`gradcheck` and `gradgradcheck`: what they accept, and what they say of a wrong gradient."""

from __future__ import annotations

from typing import Any

import pytest

import wye
from wye import autograd
from wye.autograd import forward_ad
from wye.autograd.checking import GradcheckError, gradcheck, gradgradcheck
from wye.call.py_impl import TransformType
from wye.testing.logging_tensor import LoggingTensor
from wye.transforms.interpreters import all_interpreters


def numbers(*values: Any) -> Any:
    is_complex = any(isinstance(value, complex) for value in values)
    return wye.tensor(list(values), dtype=wye.complex128 if is_complex else wye.float64, requires_grad=True)


class Wrong(autograd.Function):
    """A square whose gradient is wrong at the second element, in both modes."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * wye.tensor([2.0, 3.0], dtype=wye.float64) * ctx.saved_tensors[0]

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t * wye.tensor([2.0, 3.0], dtype=wye.float64) * ctx.saved_tensors[0]


def test_right_gradients_pass_in_both_modes_and_both_orders() -> None:
    x, y = numbers(0.5, 1.5), numbers(2.0, 3.0)
    assert gradcheck(lambda x, y: (x * y, x.exp()), (x, y), check_forward_ad=True, check_batched_grad=True)
    assert gradgradcheck(lambda x, y: x**2 * y, (x, y), check_fwd_over_rev=True)
    assert gradcheck(lambda x: x * x.conj() + x.exp(), numbers(1 + 2j), check_forward_ad=True)
    assert gradcheck(wye.sin, x, fast_mode=True, check_grad_dtypes=True)


def test_a_wrong_gradient_is_named_by_input_and_element() -> None:
    with pytest.raises(GradcheckError, match="Jacobian mismatch for output 0 with respect to input 1,") as caught:
        gradcheck(lambda y, x: y + Wrong.apply(x), (numbers(1.0, 1.0), numbers(0.5, 1.5)))
    (note,) = caught.value.__notes__
    assert "element (1,) of input 1 and element (1,) of output 0: numerical 3, analytical 4.5" in note


def test_a_wrong_tangent_is_told_apart_from_a_wrong_gradient() -> None:
    with pytest.raises(GradcheckError, match="computed with forward mode mismatch"):
        gradcheck(Wrong.apply, numbers(0.5, 1.5), check_forward_ad=True, check_backward_ad=False)


def test_fast_mode_shows_the_whole_matrices_where_it_fails() -> None:
    with pytest.raises(GradcheckError, match="recompute numerical and analytical jacobians in slow mode"):
        gradcheck(Wrong.apply, numbers(0.5, 1.5), fast_mode=True)


def test_false_takes_the_place_of_an_error() -> None:
    assert not gradcheck(Wrong.apply, numbers(0.5, 1.5), raise_exception=False)


def test_the_inputs_keep_their_values_and_versions() -> None:
    x = numbers(0.5, 1.5)
    gradcheck(wye.sin, x)
    assert x.tolist() == [0.5, 1.5]
    assert x._version == 0


def test_narrow_dtypes_are_warned_of() -> None:
    x = wye.tensor([0.5], requires_grad=True)
    with pytest.warns(UserWarning, match="Input #0 requires gradient and is not a double precision"):
        gradcheck(lambda x: x * 2, x, eps=1e-2, atol=1e-2)


def test_an_output_that_depends_without_gradient_is_found() -> None:
    with pytest.raises(GradcheckError, match="Numerical gradient for function expected to be zero"):
        gradcheck(lambda x: x.detach() * 2, numbers(1.0))
    assert gradcheck(lambda x: x.argmax(), numbers(1.0))


def test_a_backward_that_is_not_linear_is_found() -> None:
    class Shifted(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 0 + 2

    with pytest.raises(GradcheckError, match="backward not multiplied by grad_output"):
        gradcheck(Shifted.apply, numbers(1.0))


def test_tensors_that_handle_calls_are_moved_through_their_handlers():
    x = LoggingTensor(numbers(1.0, 2.0).detach()).requires_grad_()
    assert gradcheck(lambda value: value * value, (x,))
    assert x.elem.tolist() == [1, 2]


def test_forward_mode_is_checked_with_inputs_that_do_not_require_grad_and_all_have_tangents() -> None:
    seen: list[Any] = []

    def add(x: Any, y: Any) -> Any:
        if forward_ad._current_level >= 0:  # type: ignore[attr-defined]  # PyTorch's name
            seen.append((x.requires_grad, y.requires_grad))
        return x + y

    assert gradcheck(add, (numbers(1.0), numbers(2.0)), check_forward_ad=True, check_undefined_grad=False)
    assert seen == [(False, False)] * 2

    def wrong(x: Any, y: Any) -> Any:
        found = forward_ad.unpack_dual(y).tangent
        return x + (y if found is None else forward_ad.make_dual(forward_ad.unpack_dual(y).primal, found * 1.1))

    with pytest.raises(GradcheckError, match="forward mode mismatch for output 0 with respect to input 1"):
        gradcheck(wrong, (numbers(1.0), numbers(2.0)), check_forward_ad=True)


def test_a_missing_tangent_counts_as_zero_or_is_reported() -> None:
    class Sum(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.set_materialize_grads(False)
            return x + y

        @staticmethod
        def jvp(ctx: Any, x: Any, y: Any) -> Any:
            return x * 3 if y is None else y * 3 if x is None else x + y

    given = numbers(1.0), numbers(2.0)
    asked: Any = {"check_forward_ad": True, "check_backward_ad": False}
    assert gradcheck(Sum.apply, given, **asked, check_undefined_grad=False)
    with pytest.raises(GradcheckError, match="Mismatch in tangent values for output with index: 0"):
        gradcheck(Sum.apply, given, **asked)


@pytest.mark.parametrize(
    ("what", "change"), [("shape", lambda x: wye.cat([x, x])), ("dtype", lambda x: x.to(wye.float32))]
)
def test_outputs_of_another_kind_for_inputs_beside_are_an_error(what: str, change: Any) -> None:
    with pytest.raises(AssertionError, match=f"return outputs with the same {what} when inputs are perturbed"):
        gradcheck(lambda x: change(x) if bool((x >= 1).all()) else x * 1, (numbers(1.0),))


@pytest.mark.parametrize("exponent", [0.3 + 0.4j, -1.2 + 0.1j])
def test_the_power_of_a_negative_real_number_has_a_gradient_by_its_complex_exponent(exponent: complex) -> None:
    base = wye.tensor([-1.0, -2.5], dtype=wye.float64)
    assert gradcheck(lambda e: wye.pow(base, e), (numbers(exponent, exponent),))
    assert gradcheck(lambda x: wye.pow(x, wye.tensor(exponent)), (numbers(-1.5, -0.5),))


def test_a_power_of_zero_by_an_exponent_with_an_imaginary_part_has_no_gradient() -> None:
    exponent = numbers(1 + 1j)
    wye.pow(wye.zeros(1, dtype=wye.float64), exponent).sum().real.backward()
    assert wye.isnan(exponent.grad.real).all()


@pytest.mark.parametrize("function", [wye.scatter_reduce, wye.index_reduce])
@pytest.mark.parametrize("includes", [True, False])
@pytest.mark.parametrize("zeros", [[], [0], [0, 2]])
def test_products_that_are_scattered_have_gradients_of_any_order_where_no_two_zeros_meet(
    function: Any, includes: bool, zeros: list[int]
) -> None:
    start, source = numbers(0.0, 3.0), numbers(*[0.0 if i in zeros else i + 4.0 for i in range(3)])
    index = wye.tensor([0, 0, 1])

    def reduced(start: Any, source: Any) -> Any:
        return function(start, 0, index, source, "prod", include_self=includes)

    assert gradcheck(reduced, (start, source))
    if not zeros:
        assert gradgradcheck(reduced, (start, source))


@pytest.mark.parametrize("function", [wye.scatter_reduce, wye.index_reduce])
def test_a_product_with_two_zeros_has_no_second_derivative(function: Any) -> None:
    source = numbers(0.0, 0.0)
    found = function(numbers(2.0), 0, wye.tensor([0, 0]), source, "prod")
    (first,) = autograd.grad(found.sum(), source, create_graph=True)
    assert first.tolist() == [0.0, 0.0]
    with pytest.raises(RuntimeError, match="Double backward is unsupported for src when >1 zeros"):
        first.sum().backward()


class _Scaled(autograd.Function):
    """A function that says nothing about transforms, and whose tangents can be made wrong for batches."""

    is_wrong = False

    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_forward(y)
        return x * y

    @staticmethod
    def jvp(ctx, tangent, _):
        (y,) = ctx.saved_tensors
        is_batch = any(one.kind is TransformType.Vmap for one in all_interpreters())
        return tangent * (y + 1 if _Scaled.is_wrong and is_batch else y)


def test_tangents_of_a_batch_are_compared_with_those_of_its_members(monkeypatch) -> None:
    given = (wye.rand(3, dtype=wye.float64, requires_grad=True), wye.rand(3, dtype=wye.float64))
    how = {"check_forward_ad": True, "check_backward_ad": False, "check_batched_forward_grad": True}
    assert gradcheck(_Scaled.apply, given, **how)
    monkeypatch.setattr(_Scaled, "is_wrong", True)
    with pytest.raises(GradcheckError, match="tangents of a batch"):
        gradcheck(_Scaled.apply, given, **how)
    monkeypatch.setattr(_Scaled, "jvp", staticmethod(lambda ctx, t, _: t + 0 * wye.randn_like(t)))
    given[1].fill_(1)
    with pytest.raises(GradcheckError, match="random operations"):
        gradcheck(_Scaled.apply, given, **how)
    assert not gradcheck(_Scaled.apply, given, raise_exception=False, **how)


def test_batched_gradients_may_be_lazily_conjugated():
    x = wye.randn(3, dtype=wye.complex128, requires_grad=True)
    assert gradcheck(lambda x: x.conj() * 1, x, check_batched_grad=True)
    assert gradcheck(wye.conj, x, check_batched_grad=True)


def test_gradients_that_depend_on_where_memory_begins_are_checked_in_batches():
    x, part = (wye.randn(*size, dtype=wye.float64, requires_grad=True) for size in ((3, 4), (2, 2)))
    written = lambda x, part: wye.as_strided_scatter(x, part, (2, 2), (1, 2), 1)  # noqa: E731
    assert gradcheck(written, (x, part), check_batched_grad=True)
