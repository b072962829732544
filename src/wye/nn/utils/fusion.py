"""Layers and the batch normalisation after them as one layer, for use after training."""

from __future__ import annotations

import copy
import functools
from typing import TYPE_CHECKING, Any, TypeVar

from wye.functional.operators import of
from wye.nn.parameter import Parameter

if TYPE_CHECKING:
    from wye.nn.modules.module import Module
    from wye.tensors import Tensor

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"]

_M = TypeVar("_M", bound="Module")


def _fused(layer: Any, norm: Any, fuse: Any) -> Any:
    if layer.training or norm.training:
        raise AssertionError("Fusion only for eval!")
    made = copy.deepcopy(layer)
    made.weight, made.bias = fuse(
        made.weight, made.bias, norm.running_mean, norm.running_var, norm.eps, norm.weight, norm.bias
    )
    return made


def fuse_conv_bn_eval(conv: _M, bn: Module, transpose: bool = False) -> _M:
    """A convolution that does what another one and a normalisation do; both not in training.

    Raises:
        AssertionError: one of them is in training.
    """
    made: _M = _fused(conv, bn, functools.partial(fuse_conv_bn_weights, transpose=transpose))
    return made


def _rates(var: Tensor, eps: float, weight: Tensor | None) -> Tensor:
    """By what channels are multiplied."""
    rate: Tensor = of.rsqrt(var + eps)
    return rate if weight is None else weight * rate


def _shift(bias: Tensor | None, mean: Tensor, rate: Tensor, norm_bias: Tensor | None) -> Tensor:
    made = (of.zeros_like(mean) if bias is None else bias) - mean
    return made * rate if norm_bias is None else made * rate + norm_bias


def _parameters(weight: Tensor, weight_of: Tensor, bias: Tensor, bias_of: Tensor | None) -> tuple[Parameter, Parameter]:
    """Weight and bias as parameters; each requires a gradient where the one that it was made of does."""
    learned = bias_of is not None and bias_of.requires_grad
    return Parameter(weight.detach(), weight_of.requires_grad), Parameter(bias.detach(), learned)


def fuse_conv_bn_weights(
    conv_w: Tensor,
    conv_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor | None,
    bn_b: Tensor | None,
    transpose: bool = False,
) -> tuple[Parameter, Parameter]:
    """The weight and the bias of such a convolution, from those of both and the statistics."""
    rate = _rates(bn_rv, bn_eps, bn_w)
    shape = [1, -1] if transpose else [-1, 1]
    weight = (conv_w * rate.reshape(shape + [1] * (conv_w.dim() - 2))).to(dtype=conv_w.dtype)
    bias = _shift(conv_b, bn_rm, rate, bn_b).to(dtype=conv_w.dtype if conv_b is None else conv_b.dtype)
    return _parameters(weight, conv_w, bias, conv_b)


def fuse_linear_bn_eval(linear: _M, bn: Module) -> _M:
    """A linear layer that does what another one and a normalisation do; both not in training.

    Raises:
        AssertionError: one of them is in training, or their features differ.
    """
    made: _M = _fused(linear, bn, fuse_linear_bn_weights)
    return made


def fuse_linear_bn_weights(
    linear_w: Tensor,
    linear_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor | None,
    bn_b: Tensor | None,
) -> tuple[Parameter, Parameter]:
    """The weight and the bias of such a layer, from those of both and the statistics."""
    rate = _rates(bn_rv, bn_eps, bn_w)
    weight = (linear_w * rate.unsqueeze(-1)).to(dtype=linear_w.dtype)
    bias = _shift(linear_b, bn_rm, rate, bn_b).to(dtype=linear_w.dtype if linear_b is None else linear_b.dtype)
    return _parameters(weight, linear_w, bias, linear_b)
