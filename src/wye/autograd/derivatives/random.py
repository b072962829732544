"""Derivatives of random numbers: they do not depend on values, so gradients are zeros."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import refused, zeros
from wye.autograd.rules import NO_FORMULA, Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _scale(p: float, train: bool | None) -> float:
    return 1.0 if not train else 0.0 if p == 1 else 1 / (1 - p)


def _dropped(grad: Any, p: float, train: bool | None, result1: Any) -> Any:
    return ops.aten.native_dropout_backward.default(grad, result1, _scale(p, train))


def _zeros(node: str | None = None) -> Derivative:
    return derivative(self=lambda grad: zeros(grad), forward=lambda self_t: zeros(self_t), node=node)


_BERNOULLI = derivative(
    self=lambda grad: zeros(grad),
    p=lambda grad, p: ops.aten.zeros_like.default(p),
    forward=lambda self_t: zeros(self_t),
    node="BernoulliBackward1",
)

DERIVATIVES: dict[str, Derivative] = {
    **{name: _zeros() for name in ("uniform", "exponential", "geometric", "cauchy", "log_normal", "normal_")},
    "random.from": _zeros("RandomBackward0"),
    "random.to": _zeros("RandomBackward1"),
    "random": _zeros("RandomBackward2"),
    "bernoulli": _zeros(),
    "bernoulli_.float": _zeros("BernoulliBackward2"),
    "bernoulli.Tensor": _BERNOULLI,
    "bernoulli_.Tensor": _BERNOULLI,
    "bernoulli.p": NO_FORMULA,
    "normal_functional": NO_FORMULA,
    **{
        f"randint_like{kind}": NO_FORMULA
        for kind in ("", ".Tensor", ".low_dtype", ".generator", ".Tensor_generator", ".low_generator_dtype")
    },
    "normal.Tensor_float": derivative(
        mean=lambda grad: zeros(grad), forward=lambda mean_t: zeros(mean_t), node="NormalBackward1"
    ),
    "normal.float_Tensor": derivative(
        std=lambda grad: zeros(grad), forward=lambda std_t: zeros(std_t), node="NormalBackward2"
    ),
    "normal.Tensor_Tensor": derivative(
        mean=lambda grad: zeros(grad),
        std=lambda grad: zeros(grad),
        forward=lambda result: zeros(result),
        node="NormalBackward3",
    ),
    "native_dropout": derivative(
        input=_dropped,
        forward=lambda input_t, p, train, result1: (_dropped(input_t, p, train, result1), None),
    ),
    "native_dropout_backward": derivative(
        grad_output=lambda grad, mask, scale: ops.aten.native_dropout_backward.default(grad, mask, scale),
        mask=refused("native_dropout_backward: mask"),
        forward=lambda grad_output_t, mask, scale: ops.aten.native_dropout_backward.default(grad_output_t, mask, scale),
    ),
}
