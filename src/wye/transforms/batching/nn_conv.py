"""Convolutions."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.leading import folded, images
from wye.transforms.rules.moving import aten, front, spread

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["im2col"] = images(2)
BATCHING["col2im"] = images(1)


@BATCHING("convolution")
def _convolution(info: Any, in_dims: Any, input: Any, weight: Any, bias: Any, *rest: Any) -> Any:
    size = info.batch_size
    if in_dims[2] is not None:  # other biases for each example: added afterwards
        made, where = _convolution(info, [*in_dims[:2], None], input, weight, None, *rest)
        per_channel = front(bias, in_dims[2])
        shape = [size, 1, per_channel.size(1), *[1] * (weight.ndim - 2 - (in_dims[1] is not None))]
        return aten.add.Tensor(spread(made, where, size), per_channel.view(shape)), 0
    if in_dims[0] is None and in_dims[1] is None:
        return info.op(input, weight, bias, *rest), None
    if in_dims[1] is None:  # the examples are more images
        x = front(input, in_dims[0])
        made = info.op(x.reshape([size * x.size(1), *x.shape[2:]]), weight, bias, *rest)
        return made.reshape([size, x.size(1), *made.shape[1:]]), 0
    return _grouped(size, in_dims, input, weight, bias, *rest)


def _grouped(size: int, in_dims: Any, input: Any, weight: Any, bias: Any, *rest: Any) -> Any:
    """Other weights for each example: one convolution in which each example is a group of channels."""
    w = front(weight, in_dims[1])
    x = spread(input, in_dims[0], size).movedim(0, 1)
    groups = rest[-1]
    x = x.reshape([x.size(0), size * x.size(2), *x.shape[3:]])
    w = w.reshape([size * w.size(1), *w.shape[2:]])
    b = None if bias is None else bias.repeat([size])
    made = aten.convolution.default(x, w, b, *rest[:-1], size * groups)
    return made.reshape([made.size(0), size, made.size(1) // size, *made.shape[2:]]), 1


@BATCHING("convolution_backward")
def _convolution_backward(
    info: Any, in_dims: Any, grad: Any, input: Any, weight: Any, bias_sizes: Any, *rest: Any
) -> Any:
    size, (*options, groups, mask) = info.batch_size, rest
    grads, inputs, weights = (spread(x, dim, size) for x, dim in zip((grad, input, weight), in_dims, strict=False))
    if not size:
        shapes = (inputs.shape, weights.shape, [0, *(bias_sizes or [])])
        return tuple(
            aten.new_zeros.default(grads, list(s)) if m else None for s, m in zip(shapes, mask, strict=True)
        ), 0
    to_input = None
    if mask[0] and in_dims[2] is None:  # the examples are more images
        to_input = info.op(folded(grads), folded(inputs), weight, bias_sizes, *options, groups, [True, False, False])[
            0
        ].reshape(inputs.shape)
        mask = [False, *mask[1:]]
    if not any(mask):
        return (to_input, None, None), 0
    # Each example is a group of channels: one convolution in which they do not meet.
    wide = [x.movedim(0, 1).reshape([x.size(1), size * x.size(2), *x.shape[3:]]) for x in (grads, inputs)]
    all_biases = None if bias_sizes is None else [size * n for n in bias_sizes]
    by_input, by_weight, by_bias = info.op(*wide, folded(weights), all_biases, *options, size * groups, list(mask))
    if by_input is not None:
        to_input = by_input.reshape([by_input.size(0), size, *inputs.shape[2:]]).movedim(1, 0)
    return (
        to_input,
        None if by_weight is None else by_weight.reshape(weights.shape),
        None if by_bias is None else by_bias.reshape([size, by_bias.size(0) // size]),
    ), 0
