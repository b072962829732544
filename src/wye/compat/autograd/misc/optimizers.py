"""Optimizers of functions of trees: stochastic gradient descent with momentum, RMSprop and Adam."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.misc.flatten import flatten
from wye.compat.autograd.wrap_util import wraps

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["adam", "rmsprop", "sgd", "unflatten_optimizer"]


def unflatten_optimizer(optimize: Callable[..., Any]) -> Callable[..., Any]:
    """An optimizer of functions of vectors as one of functions of trees.

    Args:
        optimize: Takes ``grad(x, i)``, the start, ``callback(x, i, g)`` or None, and options.
    """

    @wraps(optimize)
    def of_trees(grad: Any, x0: Any, callback: Any = None, *args: Any, **kwargs: Any) -> Any:
        start, unflatten = flatten(x0)

        def vector_grad(x: Any, i: int) -> Any:
            return flatten(grad(unflatten(x), i))[0]

        def vector_callback(x: Any, i: int, g: Any) -> None:
            callback(unflatten(x), i, unflatten(g))

        return unflatten(optimize(vector_grad, start, vector_callback if callback else None, *args, **kwargs))

    return of_trees  # type: ignore[no-any-return]


@unflatten_optimizer
def sgd(
    grad: Any, x: Any, callback: Any = None, num_iters: int = 200, step_size: float = 0.1, mass: float = 0.9
) -> Any:
    """Stochastic gradient descent with momentum; ``grad(x, i)`` gets the number of the step."""
    velocity = np.zeros(len(x))
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        velocity = mass * velocity - (1.0 - mass) * g
        x = x + step_size * velocity
    return x


@unflatten_optimizer
def rmsprop(
    grad: Any, x: Any, callback: Any = None, num_iters: int = 100, step_size: float = 0.1, gamma: float = 0.9,
    eps: float = 10**-8,
) -> Any:  # fmt: skip
    """RMSprop: steps are divided by the root of a moving mean of squares."""
    mean_square = np.ones(len(x))
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        mean_square = mean_square * gamma + g**2 * (1 - gamma)
        x = x - step_size * g / (np.sqrt(mean_square) + eps)
    return x


@unflatten_optimizer
def adam(
    grad: Any, x: Any, callback: Any = None, num_iters: int = 100, step_size: float = 0.001, b1: float = 0.9,
    b2: float = 0.999, eps: float = 10**-8,
) -> Any:  # fmt: skip
    """Adam: RMSprop with momentum, and corrections for the first steps."""
    first, second = np.zeros(len(x)), np.zeros(len(x))
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        first = (1 - b1) * g + b1 * first
        second = (1 - b2) * (g**2) + b2 * second
        step = first / (1 - b1 ** (i + 1))
        x = x - step_size * step / (np.sqrt(second / (1 - b2 ** (i + 1))) + eps)
    return x
