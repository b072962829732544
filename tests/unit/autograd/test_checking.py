"""`gradcheck` and `gradgradcheck`: what they accept, and what they say of a wrong gradient."""

from __future__ import annotations

from typing import Any

import pytest

import wye
from wye import autograd
from wye.autograd.checking import GradcheckError, gradcheck, gradgradcheck
from wye.testing.logging_tensor import LoggingTensor


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
