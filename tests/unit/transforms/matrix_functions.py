"""Base functions of the matrix of functions and transform stacks, written for any library with PyTorch's names.

Each maps a tensor of two rows and three columns to a tensor.  `PLAIN` has the same mathematics in ordinary operators
for the functions that PyTorch cannot take through every stack.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

SHAPE = (2, 3)


def elementwise(xp: Any, x: Any) -> Any:
    return (x.sin() * x.exp() + x.pow(3) - x.tanh() / (x * x + 2)).sigmoid()


def matrices(xp: Any, x: Any) -> Any:
    return xp.matmul(x, x.mT).mv(x[:, 0]) + xp.einsum("ij,ij->i", x, x)


def cross_entropy(xp: Any, x: Any) -> Any:
    target = xp.tensor([2, 0])
    return xp.nn.functional.cross_entropy(x, target, reduction="none") + xp.softmax(x, -1)[:, 1]


def indexing(xp: Any, x: Any) -> Any:
    gathered = xp.gather(x, 1, xp.tensor([[0, 2], [1, 1]]))
    return gathered * x[:, [2, 0]] + x[[1, 0], [0, 2]] + x.index_select(1, xp.tensor([1, 1]))


def in_place(xp: Any, x: Any) -> Any:
    y = x.clone()
    y[0] = y[0] * 3
    y[:, 1:].mul_(x[:, :2])
    y.t()[0].add_(x[:, 2])
    return y.sin_() * x


def views(xp: Any, x: Any) -> Any:
    a, b, c = x.reshape(3, 2).transpose(0, 1).contiguous().view(6).chunk(3)
    return xp.stack([a * b, b * c.flip(0)]).unsqueeze(1).expand(2, 2, 2).permute(2, 0, 1) * x.diagonal()


def reductions(xp: Any, x: Any) -> Any:
    centred = x - x.mean(1, keepdim=True)
    return centred / x.var(0, keepdim=True).add(1).sqrt() + x.logsumexp(1, keepdim=True) * x.amax((0, 1)) + x.norm()


def choices(xp: Any, x: Any) -> Any:
    chosen = xp.where(x > 0, x * x, x.exp())
    return chosen + x.clamp(-0.5, 0.9) * x.relu() + xp.maximum(x, x.sin()) + x.masked_fill(x < 0, 2.0) * x.abs()


def convolution(xp: Any, x: Any) -> Any:
    weight = xp.arange(6, dtype=x.dtype).reshape(1, 2, 3) / 5 - 0.4
    made = xp.nn.functional.conv1d(x.unsqueeze(0).sin(), weight * x.sum(), x.mean().reshape(1), padding=1)
    return made + xp.nn.functional.avg_pool1d(x.unsqueeze(0), 2, 1).sum()


def layer_norm(xp: Any, x: Any) -> Any:
    return xp.nn.functional.layer_norm(x.sin(), (3,), x[0] + 1, x[1]) * x


def orders(xp: Any, x: Any) -> Any:
    values, order = x.sort(1)
    return x.cumsum(1) * values + values.cumprod(0) + x.topk(2, 1).values.sum() + order.to(x.dtype) * x


@cache
def _operator(xp: Any) -> Callable[[Any], Any]:
    """A custom operator: sin(x) * x, with its gradient and its rule for vmap."""

    @xp.library.custom_op("transform_matrix::wave", mutates_args=(), schema="(Tensor x) -> Tensor")
    def wave(x: Any) -> Any:
        return x.sin() * x

    wave.register_fake(xp.empty_like)
    wave.register_autograd(
        lambda ctx, grad: grad * (ctx.saved_tensors[0].cos() * ctx.saved_tensors[0] + ctx.saved_tensors[0].sin()),
        setup_context=lambda ctx, inputs, output: ctx.save_for_backward(*inputs),
    )
    wave.register_vmap(lambda info, in_dims, x: (wave(x), in_dims[0]))
    return wave


def custom_operator(xp: Any, x: Any) -> Any:
    return _operator(xp)(x * 2) + x.cos()


@cache
def _function(xp: Any) -> Any:
    class Cube(xp.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x: Any) -> Any:
            return x**3

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return 3 * ctx.saved_tensors[0] ** 2 * grad

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            return 3 * ctx.saved_tensors[0] ** 2 * tangent

    return Cube


def function(xp: Any, x: Any) -> Any:
    return _function(xp).apply(x.sin()) * x


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    fn.__name__: fn
    for fn in (
        elementwise, matrices, cross_entropy, indexing, in_place, views, reductions, choices, convolution, layer_norm,
        orders, custom_operator, function,
    )
}  # fmt: skip

PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "custom_operator": lambda xp, x: (x * 2).sin() * (x * 2) + x.cos(),
    "function": lambda xp, x: x.sin() ** 3 * x,
}
