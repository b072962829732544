"""Derivatives of convolutions and their patches."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import summed
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _conv(
    grad: Any, input: Any, weight: Any, shape_of_bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool,
    output_padding: Any, groups: int, needs: Any,
) -> Any:  # fmt: skip
    return ops.aten.convolution_backward.default(
        grad, input, weight, list(shape_of_bias) or [0], stride, padding, dilation, transposed, output_padding,
        groups, list(needs),
    )  # fmt: skip


def _conv_forward(
    input_t: Any, weight_t: Any, bias_t: Any, input: Any, weight: Any, stride: Any, padding: Any, dilation: Any,
    transposed: bool, output_padding: Any, groups: int,
) -> Any:  # fmt: skip
    options = (stride, padding, dilation, transposed, output_padding, groups)
    convolution = ops.aten.convolution.default
    return convolution(input_t, weight, None, *options) + convolution(input, weight_t, bias_t, *options)


def _conv_again(
    grads: Any, grad_output: Any, input: Any, weight: Any, stride: Any, padding: Any, dilation: Any, transposed: bool,
    output_padding: Any, groups: int, needs: Any,
) -> Any:  # fmt: skip
    """Backward is a convolution in each of its arguments: so are its derivatives."""
    to_input, to_weight, to_bias = grads
    options = (stride, padding, dilation, transposed, output_padding, groups)
    convolution, backward = ops.aten.convolution.default, ops.aten.convolution_backward.default
    of_grad = of_input = of_weight = None
    if needs[0]:
        of_grad = summed(
            None if to_input is None else convolution(to_input, weight, None, *options),
            None if to_weight is None else convolution(input, to_weight, None, *options),
            None if to_bias is None else to_bias.reshape([-1, *[1] * (grad_output.ndim - 2)]),
        )
        of_grad = None if of_grad is None else of_grad.expand(grad_output.shape)
    if needs[1] and to_weight is not None:
        of_input = backward(grad_output, input, to_weight, None, *options, [True, False, False])[0]
    if needs[2] and to_input is not None:
        of_weight = backward(grad_output, to_input, weight, None, *options, [False, True, False])[1]
    return of_grad, of_input, of_weight


def _conv_again_forward(
    grad_output_t: Any, input_t: Any, weight_t: Any, grad_output: Any, input: Any, weight: Any, bias_sizes: Any,
    stride: Any, padding: Any, dilation: Any, transposed: bool, output_padding: Any, groups: int, output_mask: Any,
) -> Any:  # fmt: skip
    options = (bias_sizes, stride, padding, dilation, transposed, output_padding, groups)
    backward = ops.aten.convolution_backward.default
    one = backward(grad_output_t, input, weight, *options, output_mask)
    other = backward(grad_output, input_t, weight_t, *options, [*output_mask[:2], False])
    return tuple(summed(*pair) for pair in zip(one, other, strict=True))


def _tbc(grad: Any, self: Any, weight: Any, bias: Any, pad: int, needs: Any) -> Any:
    """By the usual order of dimensions: batch, channels, time."""
    found = ops.aten.convolution_backward.default(
        grad.permute(1, 2, 0), self.permute(1, 2, 0), weight.permute(2, 1, 0), list(bias.shape), [1], [pad], [1],
        False, [0], 1, list(needs),
    )  # fmt: skip
    back = [(2, 0, 1), (2, 1, 0)]
    shaped = [None if one is None else one.permute(order) for one, order in zip(found[:2], back, strict=True)]
    return shaped[0], shaped[1], found[2]


DERIVATIVES: dict[str, Derivative] = {
    "convolution": derivative({"input, weight, bias": _conv}, forward=_conv_forward),
    "convolution_backward": derivative({"grad_output, input, weight": _conv_again}, forward=_conv_again_forward),
    "im2col": derivative(
        self=lambda grad, shape_of_self, kernel_size, dilation, padding, stride: ops.aten.col2im.default(
            grad, list(shape_of_self[-2:]), kernel_size, dilation, padding, stride
        ),
        forward="joint",
    ),
    "col2im": derivative(
        self=lambda grad, kernel_size, dilation, padding, stride: ops.aten.im2col.default(
            grad, kernel_size, dilation, padding, stride
        ),
        forward="joint",
    ),
    "conv_tbc": derivative(
        {"self, weight, bias": _tbc},
        forward=lambda self_t, weight_t, bias_t, self, weight, bias, pad: (
            ops.aten.conv_tbc.default(self_t, weight, bias * 0, pad)
            + ops.aten.conv_tbc.default(self, weight_t, bias_t, pad)
        ),
    ),
}
