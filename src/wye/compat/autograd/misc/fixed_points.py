"""Fixed points of a function, and their gradients by the implicit function theorem."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd.core import defvjp, make_vjp, primitive, vspace

__all__ = ["fixed_point"]


@primitive
def fixed_point(f: Any, a: Any, x0: Any, distance: Any, tol: float) -> Any:
    """The point that ``f(a)`` maps to itself.

    Args:
        f: Takes the parameters, and returns the function of a point.
        a: The parameters.
        x0: Where to begin.
        distance: Of two points.
        tol: The distance that two points in a row have at most in the end.
    """
    step = f(a)
    before, after = x0, step(x0)
    while distance(after, before) > tol:
        before, after = after, step(after)
    return after


def _fixed_point_vjp(ans: Any, f: Any, a: Any, x0: Any, distance: Any, tol: float) -> Any:
    pull_a = make_vjp(lambda a: f(a)(ans), a)[0]

    def pulled(params: Any) -> Any:
        """``w`` with ``w = g + w df/dx`` is a fixed point, too."""
        a, x_star, g = params
        pull_x = make_vjp(f(a), x_star)[0]
        return lambda w: vspace(x_star).add(pull_x(w), g)

    return lambda g: pull_a(fixed_point(pulled, (a, ans, g), vspace(x0).zeros(), distance, tol))


defvjp(fixed_point, None, _fixed_point_vjp, None)
