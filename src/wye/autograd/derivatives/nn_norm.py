"""Derivatives of normalisation.

All kinds subtract a mean and multiply by ``rstd``, both taken over some dimensions: ``normed = (input - mean) * rstd``.
`Stats` says over which; weights and statistics are brought to shapes that broadcast with the input.
"""

from __future__ import annotations

from math import prod
from typing import Any

from wye._engine import engine
from wye.aten.kernels.nn_norm import native_group_norm_backward
from wye.autograd.formulas import refuse, summed
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled
from wye.schema.values import MEMORY_FORMATS
from wye.tensors.wrapped_array import WrappedArray

__all__ = ["DERIVATIVES"]


def _is_followed(input: Any) -> bool:
    """May the derivative of what is computed from it be asked for?"""
    return bool(isinstance(input._data, WrappedArray) or input._is_dual or (input._requires_grad and is_grad_enabled()))


class Stats:
    """An input with its statistics.

    Attributes:
        dims: The dimensions that mean and rstd are taken over; none: they are constants.
        rest: The dimensions that a weight is broadcast along.
    """

    def __init__(
        self, input: Any, mean: Any, rstd: Any, dims: list[int], rest: list[int], eps: float | None = None
    ) -> None:
        if eps is not None and dims and _is_followed(input):  # what was kept does not know that it depends on the input
            wide = input.to(rstd.dtype)
            mean = wide.mean(dims, True)
            rstd = ((wide - mean).square().mean(dims, True) + eps).rsqrt()
        self.rstd, self.dims, self.rest = rstd, dims, rest
        self.normed = (input - mean) * rstd
        self.count = prod(input.shape[dim] for dim in dims)

    def mean(self, value: Any) -> Any:
        """Of each part that has its own statistics."""
        return value.sum(self.dims, True) / self.count

    def slope(self, value: Any) -> Any:
        """The derivative of ``normed`` applied to a tangent of the input, or to a gradient: it is symmetric."""
        if not self.dims:
            return self.rstd * value
        return self.rstd * (value - self.mean(value) - self.normed * self.mean(value * self.normed))

    def bent(self, value: Any, input_t: Any) -> Any:
        """How `slope` of a value changes with the input, in the direction of a tangent."""
        if not self.dims:
            return None
        change, along = self.slope(input_t), self.mean(input_t * self.normed)
        parts = change * self.mean(value * self.normed) + self.normed * self.mean(value * change)
        return -self.rstd * (along * self.slope(value) + parts)

    def to_weight(self, value: Any, shape: Any) -> Any:
        """A gradient summed to the shape of a weight."""
        return (value.sum(self.rest) if self.rest else value).reshape(shape)

    def again(self, grad: Any, to_input: Any, to_weight: Any, weight: Any) -> Any:
        """The gradient of the input of backward's results: of the input's gradient, and of the weight's."""
        found = None
        if to_weight is not None:
            found = self.slope(to_weight * grad)
        if to_input is None or not self.dims:
            return found
        wide = grad if weight is None else grad * weight
        first, second = self.mean(wide * self.normed), self.mean(to_input * self.normed)
        curved = self.slope(to_input * first + wide * second) * self.rstd
        size = self.mean(to_input * wide) - self.mean(to_input) * self.mean(wide) - first * second
        return summed(found, -curved - size * self.rstd * self.rstd * self.normed)


def _double(stats: Stats, grads: Any, grad: Any, weight: Any, bias: Any) -> tuple[Any, Any, Any]:
    """The gradients of grad, input and weight, given those of backward's three results.

    Args:
        stats: Of the input.
        grads: Of the gradients of input, weight and bias; None where there is none.
        grad: The argument of backward.
        weight: Broadcasting with the input, or None.
        bias: The gradient of bias' gradient, broadcasting with the input, or None.
    """
    to_input, to_weight, _ = grads
    back = None if to_input is None else stats.slope(to_input)
    wide = back if back is None or weight is None else back * weight
    to_grad = summed(wide, None if to_weight is None else to_weight * stats.normed, bias)
    if to_grad is not None:
        to_grad = to_grad.expand(grad.shape)
    weighted = None if back is None or weight is None else grad * back
    return to_grad, stats.again(grad, to_input, to_weight, weight), weighted


def _again_forward(
    stats: Stats, grad_t: Any, input_t: Any, weight_t: Any, grad: Any, weight: Any
) -> tuple[Any, Any, Any]:
    """The tangents of backward's three results; those of weight and bias not yet summed."""
    wide = grad if weight is None else grad * weight
    wide_t = grad_t if weight is None else grad_t * weight
    if weight_t is not None:
        wide_t = wide_t + grad * weight_t
    to_input = summed(stats.slope(wide_t), stats.bent(wide, input_t))
    return to_input, grad_t * stats.normed + grad * stats.slope(input_t), grad_t


def _masked(stats: Stats, found: tuple[Any, Any, Any], shape: Any, output_mask: Any) -> Any:
    """What backward returns of its results; ``shape`` is that of a weight."""
    shaped = [stats.to_weight(one, shape) for one in found[1:]]
    return tuple(one if wanted else None for one, wanted in zip((found[0], *shaped), output_mask, strict=True))


# ---- layer norm ----


def _layer_stats(input: Any, normalized_shape: Any, mean: Any, rstd: Any, eps: float | None = None) -> Stats:
    split = input.ndim - len(normalized_shape)
    return Stats(input, mean, rstd, list(range(split, input.ndim)), list(range(split)), eps)


def _layer(
    grad: Any, input: Any, normalized_shape: Any, weight: Any, bias: Any, result1: Any, result2: Any, needs: Any
) -> Any:
    return ops.aten.native_layer_norm_backward.default(
        grad, input, normalized_shape, result1, result2, weight, bias, list(needs)
    )


def _layer_forward(
    input_t: Any, weight_t: Any, bias_t: Any, input: Any, normalized_shape: Any, weight: Any, eps: float,
    result1: Any, result2: Any,
) -> Any:  # fmt: skip
    stats = _layer_stats(input, normalized_shape, result1, result2, eps)
    return _tangents(stats, input_t, weight_t, bias_t, weight)


def _tangents(stats: Stats, input_t: Any, weight_t: Any, bias_t: Any, weight: Any) -> Any:
    change = stats.slope(input_t)
    found = change if weight is None else change * weight
    found = summed(found, None if weight_t is None else stats.normed * weight_t, bias_t)
    if not stats.dims:
        return found, None, None
    return found, stats.mean(input_t), -stats.rstd * stats.rstd * stats.mean(input_t * stats.normed)


def _layer_again(
    grads: Any, grad_out: Any, input: Any, normalized_shape: Any, mean: Any, rstd: Any, weight: Any, needs: Any
) -> Any:
    if needs[2] or needs[3]:
        refuse("native_layer_norm_backward mean")
    stats = _layer_stats(input, normalized_shape, mean, rstd)
    to_grad, to_input, to_weight = _double(stats, grads, grad_out, weight, grads[2])
    if to_weight is not None:
        to_weight = stats.to_weight(to_weight, weight.shape)
    return to_grad, to_input, None, None, to_weight, None


def _layer_again_forward(
    grad_out_t: Any, input_t: Any, weight_t: Any, grad_out: Any, input: Any, normalized_shape: Any, mean: Any,
    rstd: Any, weight: Any, output_mask: Any,
) -> Any:  # fmt: skip
    stats = _layer_stats(input, normalized_shape, mean, rstd)
    found = _again_forward(stats, grad_out_t, input_t, weight_t, grad_out, weight)
    return _masked(stats, found, list(normalized_shape), output_mask)


# ---- group norm ----


def _group_stats(input: Any, mean: Any, rstd: Any, group: int, eps: float | None = None) -> Stats:
    """Of an input of shape (N, groups, channels of a group, elements)."""
    n = input.shape[0]
    return Stats(input, mean.reshape(n, group, 1, 1), rstd.reshape(n, group, 1, 1), [2, 3], [0, 3], eps)


_BY_CHANNELS = {4: MEMORY_FORMATS["channels_last"], 5: MEMORY_FORMATS["channels_last_3d"]}


def _grouped(value: Any, group: int) -> Any:
    if value is None:
        return None
    return value.reshape([value.shape[0], group, value.shape[1] // group, prod(value.shape[2:])])


def _channels(value: Any, group: int) -> Any:
    return None if value is None else value.reshape([1, group, value.shape[0] // group, 1])


def _group_on_arrays(grad: Any, input: Any, mean: Any, rstd: Any, weight: Any, group: int, needs: Any) -> Any:
    """What the operator computes; None: its arguments are not row-major."""
    if not (grad.flags.c_contiguous and input.flags.c_contiguous):
        return None
    n, channels, *rest = input.shape
    return native_group_norm_backward(grad, input, mean, rstd, weight, n, channels, prod(rest), group, list(needs))


def _row_major(x: Any) -> Any:
    """A tensor in order of its rows, or of its channels, which is kept."""
    by_channels = _BY_CHANNELS.get(x.dim())
    kept = by_channels is not None and x.is_contiguous(memory_format=by_channels)
    return x if kept else x.contiguous()


def _group(grads: Any, input: Any, weight: Any, group: int, result1: Any, result2: Any, needs: Any) -> Any:
    if grads[1] is None and grads[2] is None:
        quick = engine.compute_unseen(_group_on_arrays, grads[0], input, result1, result2, weight, group, needs)
        if quick is not None:
            return quick
    n, channels, *rest = input.shape
    found = (None, None, None)
    if grads[0] is not None:
        found = ops.aten.native_group_norm_backward.default(
            _row_major(grads[0]), _row_major(input), result1, result2, weight, n, channels, prod(rest), group,
            list(needs),
        )  # fmt: skip
    if needs[0] and (grads[1] is not None or grads[2] is not None):
        stats = _group_stats(_grouped(input, group), result1, result2, group)
        wide = [None if grad is None else grad.reshape([n, group, 1, 1]) / stats.count for grad in grads[1:]]
        to_rstd = None if wide[1] is None else -wide[1] * stats.rstd * stats.rstd * stats.normed
        more = summed(wide[0], to_rstd).expand(stats.normed.shape).reshape(input.shape)
        found = (summed(found[0], more), *found[1:])
    return found


def _group_again(grads: Any, grad_out: Any, input: Any, mean: Any, rstd: Any, weight: Any, group: int) -> Any:
    stats = _group_stats(_grouped(input, group), mean, rstd, group)
    inner = [_grouped(grads[0], group), _channels(grads[1], group), None]
    wide, bias = _channels(weight, group), _channels(grads[2], group)
    to_grad, to_input, to_weight = _double(stats, inner, _grouped(grad_out, group), wide, bias)
    if to_weight is not None:
        to_weight = stats.to_weight(to_weight, weight.shape)
    shaped = [None if value is None else value.reshape(input.shape) for value in (to_grad, to_input)]
    return shaped[0], shaped[1], None, None, to_weight


def _group_again_forward(
    grad_out_t: Any, input_t: Any, weight_t: Any, grad_out: Any, input: Any, mean: Any, rstd: Any, weight: Any,
    group: int, output_mask: Any,
) -> Any:  # fmt: skip
    stats = _group_stats(_grouped(input, group), mean, rstd, group)
    grads_t, inputs_t, grads = (_grouped(value, group) for value in (grad_out_t, input_t, grad_out))
    found = _again_forward(stats, grads_t, inputs_t, _channels(weight_t, group), grads, _channels(weight, group))
    return _masked(stats, (found[0].reshape(input.shape), *found[1:]), [input.shape[1]], output_mask)


def _group_forward(
    input_t: Any, weight_t: Any, bias_t: Any, input: Any, weight: Any, group: int, eps: float, result1: Any,
    result2: Any,
) -> Any:  # fmt: skip
    stats = _group_stats(_grouped(input, group), result1, result2, group, eps)
    wide, wide_t, shift_t = (_channels(value, group) for value in (weight, weight_t, bias_t))
    found, mean_t, rstd_t = _tangents(stats, _grouped(input_t, group), wide_t, shift_t, wide)
    return found.reshape(input.shape), mean_t.reshape(result1.shape), rstd_t.reshape(result2.shape)


# ---- batch norm ----


def _by_channel(value: Any, n: int) -> Any:
    return None if value is None else value.reshape([1, -1, *[1] * (n - 2)])


def _batch_stats(input: Any, mean: Any, rstd: Any, train: bool, eps: float | None = None) -> Stats:
    n = input.ndim
    dims = [place for place in range(n) if place != 1]
    return Stats(input, _by_channel(mean, n), _by_channel(rstd, n), dims if train else [], dims, eps)


def _used(running_mean: Any, running_var: Any, mean: Any, rstd: Any, train: bool, eps: float) -> Any:
    """The statistics of the batch, or those that were kept."""
    return (mean, rstd) if train else (running_mean, (running_var + eps).rsqrt())


def _batch(
    grad: Any,
    input: Any,
    weight: Any,
    running_mean: Any,
    running_var: Any,
    training: bool,
    eps: float,
    result1: Any,
    result2: Any,
    needs: Any,
) -> Any:
    given = (grad, input, weight, running_mean, running_var, result1, result2, training, eps, list(needs))
    return ops.aten.native_batch_norm_backward.default(*given)


def _batch_again(
    grads: Any,
    grad_out: Any,
    input: Any,
    weight: Any,
    running_mean: Any,
    running_var: Any,
    save_mean: Any,
    save_invstd: Any,
    train: bool,
    eps: float,
) -> Any:
    n = input.ndim
    mean, rstd = _used(running_mean, running_var, save_mean, save_invstd, train, eps)
    stats = _batch_stats(input, mean, rstd, train)
    inner = [grads[0], _by_channel(grads[1], n), None]
    to_grad, to_input, to_weight = _double(stats, inner, grad_out, _by_channel(weight, n), _by_channel(grads[2], n))
    if to_weight is not None:
        to_weight = stats.to_weight(to_weight, weight.shape)
    return to_grad, to_input, to_weight, None, None


def _batch_again_forward(
    grad_out_t: Any, input_t: Any, weight_t: Any, grad_out: Any, input: Any, weight: Any, running_mean: Any,
    running_var: Any, save_mean: Any, save_invstd: Any, train: bool, eps: float, output_mask: Any,
) -> Any:  # fmt: skip
    n = input.ndim
    mean, rstd = _used(running_mean, running_var, save_mean, save_invstd, train, eps)
    stats = _batch_stats(input, mean, rstd, train)
    found = _again_forward(stats, grad_out_t, input_t, _by_channel(weight_t, n), grad_out, _by_channel(weight, n))
    return _masked(stats, found, [input.shape[1]], output_mask)


def _batch_forward(
    input_t: Any,
    weight_t: Any,
    bias_t: Any,
    input: Any,
    weight: Any,
    running_mean: Any,
    running_var: Any,
    training: bool,
    eps: float,
    result1: Any,
    result2: Any,
) -> Any:
    n = input.ndim
    mean, rstd = _used(running_mean, running_var, result1, result2, training, eps)
    stats = _batch_stats(input, mean, rstd, training, eps)
    wide = [_by_channel(value, n) for value in (weight_t, bias_t, weight)]
    found, mean_t, rstd_t = _tangents(stats, input_t, *wide)
    if mean_t is None:
        return found, None, None
    return found, mean_t.reshape(-1), rstd_t.reshape(-1)


_WITHOUT_KEPT = derivative(
    {
        "input, weight, bias": lambda grad, input, weight, training, eps, result1, result2, needs: _batch(
            grad, input, weight, None, None, training, eps, result1, result2, needs
        )
    },
    forward=lambda input_t, weight_t, bias_t, input, weight, training, eps, result1, result2: _batch_forward(
        input_t, weight_t, bias_t, input, weight, None, None, training, eps, result1, result2
    ),
    node="NativeBatchNormLegitBackward1",
    constant=(1, 2),
)
_NOT_TRAINING = derivative(
    {
        "input, weight, bias": lambda grad, input, weight, running_mean, running_var, eps, needs: _batch(
            grad, input, weight, running_mean, running_var, False, eps, None, None, needs
        )
    },
    forward=lambda input_t, weight_t, bias_t, input, weight, running_mean, running_var, eps: _batch_forward(
        input_t, weight_t, bias_t, input, weight, running_mean, running_var, False, eps, None, None
    ),
    constant=(1, 2),
)


def _with_update(*constant: int) -> Derivative:
    return derivative(
        {
            "input, weight, bias": (
                lambda grad, input, weight, running_mean, running_var, eps, result1, result2, needs: _batch(
                    grad, input, weight, running_mean, running_var, True, eps, result1, result2, needs
                )
            )
        },
        forward=lambda input_t, weight_t, bias_t, input, weight, running_mean, running_var, eps, result1, result2: (
            _batch_forward(
                input_t, weight_t, bias_t, input, weight, running_mean, running_var, True, eps, result1, result2
            )
        ),
        constant=constant,
    )


DERIVATIVES: dict[str, Derivative] = {
    "native_layer_norm": derivative({"input, weight, bias": _layer}, forward=_layer_forward, constant=(1, 2)),
    "native_layer_norm_backward": derivative(
        {"grad_out, input, mean, rstd, weight, bias": _layer_again}, forward=_layer_again_forward
    ),
    "native_group_norm": derivative({"input, weight, bias": _group}, forward=_group_forward),
    "native_group_norm_backward": derivative(
        {"grad_out, input, mean, rstd, weight": _group_again}, forward=_group_again_forward
    ),
    "native_batch_norm": derivative({"input, weight, bias": _batch}, forward=_batch_forward, constant=(1, 2)),
    "_native_batch_norm_legit": derivative({"input, weight, bias": _batch}, forward=_batch_forward, constant=(1, 2)),
    "_native_batch_norm_legit_functional": derivative(
        {"input, weight, bias": _batch}, forward=_batch_forward, constant=(1, 2, 3, 4)
    ),
    "_native_batch_norm_legit.no_stats": _WITHOUT_KEPT,
    "_native_batch_norm_legit_no_training": _NOT_TRAINING,
    "_batch_norm_with_update": _with_update(1, 2, 3),
    "_batch_norm_with_update_functional": _with_update(1, 2, 3, 4, 5),
    "native_batch_norm_backward": derivative(
        {"grad_out, input, weight, save_mean, save_invstd": _batch_again}, forward=_batch_again_forward
    ),
}
