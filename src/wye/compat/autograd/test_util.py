"""Gradients compared with differences."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from wye.compat.autograd.core import make_jvp, make_vjp
from wye.compat.autograd.vspaces import vspace
from wye.compat.autograd.wrap_util import get_name, unary_to_nary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "check_equivalent", "check_grads", "check_jvp", "check_vjp", "combo_check", "make_numerical_jvp", "scalar_close",
]  # fmt: skip

TOL: Final = 1e-6
RTOL: Final = 1e-6
EPS: Final = 1e-6


def scalar_close(a: Any, b: Any) -> bool:
    """Do two numbers differ little, or little beside their size?"""
    return bool(abs(a - b) < TOL or abs(a - b) / abs(a + b) < RTOL)


def make_numerical_jvp(f: Callable[[Any], Any], x: Any) -> Callable[[Any], Any]:
    """The derivative of a function in a direction, by a difference."""
    of_x, of_y = vspace(x), vspace(f(x))

    def jvp(v: Any) -> Any:
        above = f(of_x.add(x, of_x.scalar_mul(v, EPS / 2)))
        below = f(of_x.add(x, of_x.scalar_mul(v, -EPS / 2)))
        return of_y.scalar_mul(of_y.add(above, of_y.scalar_mul(below, -1.0)), 1.0 / EPS)

    return jvp


def check_vjp(f: Callable[[Any], Any], x: Any) -> None:
    """Compare the gradient of a function, by reverse mode, with a difference.

    Raises:
        AssertionError: they differ.
    """
    vjp, y = make_vjp(f, x)
    of_x, of_y = vspace(x), vspace(y)
    x_v, y_v = of_x.randn(), of_y.randn()
    found = of_x.covector(vjp(of_y.covector(y_v)))
    assert vspace(found) == of_x, f"the gradient of {get_name(f)} is in {vspace(found)}, its argument in {of_x}"
    exact = of_x.inner_prod(x_v, found)
    numeric = of_y.inner_prod(y_v, make_numerical_jvp(f, x)(x_v))
    assert scalar_close(numeric, exact), (
        f"Derivative (VJP) check of {get_name(f)} failed with arg {x}:\nanalytic: {exact}\nnumeric:  {numeric}"
    )


def check_jvp(f: Callable[[Any], Any], x: Any) -> None:
    """Compare the derivative of a function, by forward mode, with a difference.

    Raises:
        AssertionError: they differ.
    """
    v = vspace(x).randn()
    check_equivalent(make_jvp(f, x)(v)[1], make_numerical_jvp(f, x)(v))


def check_equivalent(x: Any, y: Any) -> None:
    """Compare two values of one vector space.

    Raises:
        AssertionError: they differ.
    """
    space = vspace(x)
    assert space == vspace(y), f"VSpace mismatch:\nx: {space}\ny: {vspace(y)}"
    v = space.randn()
    assert scalar_close(space.inner_prod(x, v), space.inner_prod(y, v)), f"Value mismatch:\nx: {x}\ny: {y}"


@unary_to_nary
def check_grads(f: Any, x: Any, modes: Sequence[str] = ("fwd", "rev"), order: int = 2) -> None:
    """Check the derivatives of a function, and the derivatives of those up to an order.

    Raises:
        AssertionError: one differs from a difference.
        ValueError: there is no such mode.
    """
    if not set(modes) <= {"fwd", "rev"}:
        raise ValueError(f"modes are 'fwd' and 'rev', not {modes!r}")
    if "fwd" in modes:
        check_jvp(f, x)
        if order > 1:
            _check_again(lambda x, v: make_jvp(f, x)(v)[1], f"jvp_{get_name(f)}", x, vspace(x), modes, order)
    if "rev" in modes:
        check_vjp(f, x)
        if order > 1:
            _check_again(lambda x, v: make_vjp(f, x)[0](v), f"vjp_{get_name(f)}", x, vspace(f(x)), modes, order)


def _check_again(derivative: Any, name: str, x: Any, space: Any, modes: Sequence[str], order: int) -> None:
    derivative.__name__ = name
    check_grads(derivative, (0, 1), modes, order=order - 1)(x, space.randn())


def combo_check(fun: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[..., None]:
    """`check_grads` for all combinations of the arguments that the function it returns gets."""

    def checked(*choices: Any, **named: Any) -> None:
        options = [[(name, one) for one in values] for name, values in named.items()]
        for chosen in product(*choices):
            for option in product(*options):
                check_grads(fun, *args, **kwargs)(*chosen, **dict(option))

    return checked
