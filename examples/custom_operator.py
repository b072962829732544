"""A custom operator through all of it: `python -m examples.custom_operator`.

The operator computes with NumPy.  It has a formula for gradients, a rule for shapes and a rule for batches; gradients
of any order, both modes, Jacobians, `vmap` and training follow from these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import wye
from wye.func import grad, hessian, jacfwd, jacrev, jvp, vjp, vmap
from wye.library import custom_op

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye import Tensor


@custom_op("examples::bump", mutates_args=())
def bump(x: wye.Tensor, width: float) -> wye.Tensor:
    """``exp(-(x / width) ** 2)``, by NumPy."""
    return wye.from_numpy(np.exp(-np.square(x.detach().numpy() / width)))


@bump.register_fake
def _(x: Tensor, width: float) -> Tensor:
    return wye.empty_like(x)


def remember(ctx: Any, inputs: tuple[Tensor, float], output: Tensor) -> None:
    """Keep what the gradient needs."""
    ctx.save_for_backward(inputs[0])
    ctx.width = inputs[1]


def gradient(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
    """The formula; it calls the operator again, so it can be differentiated too."""
    (x,) = ctx.saved_tensors
    return grad * bump(x, ctx.width) * (-2 / ctx.width**2) * x, None


bump.register_autograd(gradient, setup_context=remember)


@bump.register_vmap
def _(info: Any, in_dims: tuple[int | None, None], x: Tensor, width: float) -> tuple[Tensor, int | None]:
    return bump(x, width), in_dims[0]


def formula(x: Tensor, width: float) -> Tensor:
    """The same by wye's own operators: what the results are compared with."""
    return (-((x / width) ** 2)).exp()


def results(f: Callable[[Tensor, float], Tensor], x: Tensor) -> dict[str, Any]:
    """What each transform makes of the function."""
    ones = wye.ones_like(x)

    def total(x: Tensor) -> Tensor:
        return f(x, 1.5).sum()

    def mixed(x: Tensor) -> Tensor:
        return (f(x, 1.5) * x.roll(1)).sum() ** 2

    leaf = x.clone().requires_grad_()
    f(leaf, 1.5).square().sum().backward()
    return {
        "f(x)": f(x, 1.5),
        "backward": leaf.grad,
        "grad": grad(total)(x),
        "grad(grad)": grad(lambda x: grad(total)(x).sum())(x),
        "vjp": vjp(lambda x: f(x, 1.5), x)[1](x)[0],
        "jvp": jvp(lambda x: f(x, 1.5), (x,), (ones,))[1],
        "jacrev": jacrev(lambda x: f(x, 1.5))(x),
        "jacfwd": jacfwd(lambda x: f(x, 1.5))(x),
        "hessian": hessian(mixed)(x),
        "vmap": vmap(lambda x: f(x, 1.5))(x),
        "vmap(grad)": vmap(grad(lambda x: f(x, 1.5)))(x),
        "vmap(hessian)": vmap(hessian(mixed))(wye.stack([x, -x])),
        "jvp(grad)": jvp(grad(mixed), (x,), (ones,))[1],
        "grad(vmap)": grad(lambda x: vmap(lambda x: f(x, 1.5))(x).sum())(x),
    }


def fitted(steps: int = 60) -> tuple[Tensor, Tensor, Tensor]:
    """A sum of bumps learns a sine: places, the sine, and the sum."""
    wye.manual_seed(0)
    x = wye.linspace(-3, 3, 61)
    heights, centres = wye.zeros(7, requires_grad=True), wye.linspace(-3, 3, 7).requires_grad_()

    def model() -> Tensor:
        return bump(x[:, None] - centres, 0.9) @ heights

    optimizer = wye.optim.Adam([heights, centres], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        wye.nn.functional.mse_loss(model(), x.sin()).backward()
        optimizer.step()
    return x, x.sin(), model().detach()


def picture(x: Tensor, lines: dict[str, Tensor], height: int = 11) -> str:
    """Functions of ``x``, each with a character of its own."""
    cells = [[" "] * x.numel() for _ in range(height)]
    for mark, line in lines.items():
        for column, value in enumerate(line.tolist()):
            cells[min(height - 1, max(0, round((1 - value) / 2 * (height - 1))))][column] = mark
    return "\n".join("  " + "".join(row).rstrip() for row in cells)


def main() -> None:
    """Compare, and print."""
    x = wye.linspace(-2, 2, 5, dtype=wye.float64)
    ours, truth = results(bump, x), results(formula, x)
    print(f"{'transform':14} {'shape':10} {'error':>8}  values")
    for name, value in ours.items():
        error = (value - truth[name]).abs().max().item()
        values = " ".join(f"{one:7.3f}" for one in value.flatten()[:5].tolist())
        print(f"{name:14} {tuple(value.shape)!s:10} {error:8.1e}  {values}")
    print(f"\ngradcheck      {wye.autograd.gradcheck(lambda x: bump(x, 1.5), (x.clone().requires_grad_(),))}")
    places, sine, sum_of_bumps = fitted()
    print("\na sine (·), and the sum of 7 bumps that learnt it (o)")
    print(picture(places, {"·": sine, "o": sum_of_bumps}))
    print(f"\nat most {(sine - sum_of_bumps).abs().max().item():.3f} apart")


if __name__ == "__main__":
    main()
