"""Products with a Hessian that is never formed, by `jvp(grad(...))`: `python -m examples.hessian_vector_product`.

Newton's method on Rosenbrock's function of 16 variables: each step solves a system with the Hessian by conjugate
gradients, which need products only.  Gradient descent runs beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    from examples.loss_curve import curve
except ModuleNotFoundError:  # run as a file: python examples/hessian_vector_product.py
    from loss_curve import curve

import wye
from wye.func import grad, hessian, jvp

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye import Tensor

VARIABLES, STEPS = 16, 60


def rosenbrock(x: Tensor) -> Tensor:
    """A long bent valley; the least value is 0, where all variables are 1."""
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def hvp(f: Callable[[Tensor], Tensor], x: Tensor, v: Tensor) -> Tensor:
    """The Hessian of ``f`` at ``x`` times ``v``: the derivative of the gradient along ``v``."""
    return jvp(grad(f), (x,), (v,))[1]


def newton_direction(f: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """The solution of ``H d = -gradient`` by conjugate gradients, as far as the Hessian curves upwards."""
    residual = -grad(f)(x)
    found, along = wye.zeros_like(x), residual
    for _ in range(VARIABLES):
        curved = hvp(f, x, along)
        curvature = along @ curved
        if curvature <= 0:
            break
        length = residual @ residual / curvature
        found, before = found + length * along, residual
        residual = residual - length * curved
        if residual.norm() < 1e-8:
            break
        along = residual + (residual @ residual) / (before @ before) * along
    return found if found.any() else residual


def minimize(f: Callable[[Tensor], Tensor], x: Tensor, steps: int = STEPS) -> tuple[Tensor, list[float]]:
    """Newton's method, with steps that are halved until they help; the values on the way."""
    values = [f(x).item()]
    for _ in range(steps):
        direction, size = newton_direction(f, x), 1.0
        while size > 1e-6 and f(x + size * direction).item() > values[-1]:
            size /= 2
        x = x + size * direction
        values.append(f(x).item())
        if values[-1] < 1e-20:
            break
    return x, values


def main() -> None:
    """Minimize, and print both curves."""
    wye.manual_seed(0)
    start = wye.rand(VARIABLES, dtype=wye.float64) * 2 - 1
    vector = wye.randn(VARIABLES, dtype=wye.float64)
    gap = (hessian(rosenbrock)(start) @ vector - hvp(rosenbrock, start, vector)).abs().max()
    print(f"H @ v with and without the Hessian: at most {gap.item():.1e} apart\n")
    x, values = minimize(rosenbrock, start)
    down, slow = start, []
    for _ in range(len(values)):
        slow.append(rosenbrock(down).item())
        down = down - 5e-4 * grad(rosenbrock)(down)
    logs = [[wye.tensor(value + 1e-12).log10().item() for value in line] for line in (values, slow)]
    print(f"log10 of the value, Newton's method: {len(values) - 1} steps\n{curve(logs[0], height=8)}")
    print(f"\nlog10 of the value, gradient descent\n{curve(logs[1], height=5)}")
    print(f"\nNewton's method is {(x - 1).abs().max().item():.1e} from the minimum")


if __name__ == "__main__":
    main()
