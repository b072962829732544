"""Normalization."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.grad_mode import no_grad
from wye.transforms.rules.leading import folded
from wye.transforms.rules.moving import aten, front, padded, spread

__all__ = ["BATCHING"]

BATCHING = Rules()


@BATCHING("native_layer_norm")
def _layer_norm(info: Any, in_dims: Any, input: Any, shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    x = spread(input, in_dims[0], info.batch_size)
    if in_dims[2] is None and in_dims[3] is None:
        return info.op(x, shape, weight, bias, eps), 0
    made, mean, rstd = info.op(x, shape, None, None, eps)
    rank = x.ndim - 1
    if weight is not None:
        made = aten.mul.Tensor(made, _aligned(weight, in_dims[2], rank))
    if bias is not None:
        made = aten.add.Tensor(made, _aligned(bias, in_dims[3], rank))
    return (made, mean, rstd), 0


def _aligned(x: Any, dim: int | None, rank: int) -> Any:
    return x if dim is None else padded(front(x, dim), rank)


@BATCHING("native_group_norm")
def _group_norm(
    info: Any, in_dims: Any, input: Any, weight: Any, bias: Any, n: int, c: int, hxw: int, group: int, eps: float
) -> Any:
    size = info.batch_size
    x = spread(input, in_dims[0], size)
    shared = in_dims[1] is None and in_dims[2] is None
    flat = x.reshape([size * n, *x.shape[2:]])
    made, mean, rstd = info.op(flat, weight if shared else None, bias if shared else None, size * n, c, hxw, group, eps)
    made = made.reshape(x.shape)
    if not shared:
        channels = [1, c, *[1] * (x.ndim - 3)]
        if weight is not None:
            made = aten.mul.Tensor(made, _per_channel(weight, in_dims[1], channels))
        if bias is not None:
            made = aten.add.Tensor(made, _per_channel(bias, in_dims[2], channels))
    return (made, mean.reshape([size, n, *mean.shape[1:]]), rstd.reshape([size, n, *rstd.shape[1:]])), 0


def _per_channel(x: Any, dim: int | None, channels: list[int]) -> Any:
    return x.view(channels) if dim is None else front(x, dim).reshape([x.size(dim), *channels])


def _summed(x: Any, dims: list[int]) -> Any:
    return aten.sum.dim_IntList(x, dims) if dims else x


def _normed(x: Any, mean: Any, rstd: Any, dims: list[int]) -> Any:
    """The normalized input, as a function of the input.

    Mean and rstd were computed from it, and their derivatives belong to those of the result: so they are computed
    again, and what is left of the given ones counts as constant.
    """
    variance, center = aten.var_mean.correction(x.to(rstd.dtype), dims, correction=0, keepdim=True)
    eps = aten.sub.Tensor(aten.pow.Tensor_Scalar(rstd, -2), variance).detach()
    scale = aten.rsqrt.default(aten.add.Tensor(variance, eps))
    rest = aten.sub.Tensor(mean, center).detach()
    centred = aten.sub.Tensor(aten.sub.Tensor(x, center), rest)
    return aten.mul.Tensor(aten.mul.Tensor(centred, scale), aten.sign.default(rstd))


@BATCHING("native_layer_norm_backward")
def _layer_norm_backward(
    info: Any, in_dims: Any, grad: Any, input: Any, shape: Any, mean: Any, rstd: Any, weight: Any, bias: Any, mask: Any
) -> Any:
    size = info.batch_size
    grads, x, mean, rstd = (
        spread(value, in_dims[place], size) for place, value in ((0, grad), (1, input), (3, mean), (4, rstd))
    )
    to_input = to_weight = to_bias = None
    outer = list(range(1, x.ndim - len(shape)))
    if mask[0]:
        weighted = grads if weight is None else aten.mul.Tensor(grads, _aligned(weight, in_dims[5], x.ndim - 1))
        to_input = info.op(weighted, x, shape, mean, rstd, None, None, [True, False, False])[0]
    if mask[1] and weight is not None:
        normed = _normed(x, mean, rstd, list(range(x.ndim - len(shape), x.ndim)))
        to_weight = _summed(aten.mul.Tensor(grads, normed.to(grads.dtype)), outer)
    if mask[2] and bias is not None:
        to_bias = _summed(grads, outer) if outer else grads.clone()
    return (to_input, to_weight, to_bias), 0


@BATCHING("native_group_norm_backward")
def _group_norm_backward(
    info: Any, in_dims: Any, grad: Any, input: Any, mean: Any, rstd: Any, weight: Any, n: int, c: int, hxw: int,
    group: int, mask: Any,
) -> Any:  # fmt: skip
    size = info.batch_size
    grads, x, mean, rstd = (
        spread(value, dim, size) for value, dim in zip((grad, input, mean, rstd), in_dims, strict=False)
    )
    to_input = to_weight = to_bias = None
    rest = [1, *range(3, x.ndim)]
    if mask[0]:
        weighted = grads
        if weight is not None:
            weighted = aten.mul.Tensor(grads, _per_channel(weight, in_dims[4], [1, c, *[1] * (x.ndim - 3)]))
        folds = [folded(value) for value in (weighted, x, mean, rstd)]
        to_input = info.op(*folds, None, size * n, c, hxw, group, [True, False, False])[0].reshape(x.shape)
    if mask[1]:
        parts = x.reshape([size, n, group, c // group * hxw])
        normed = _normed(parts, mean.unsqueeze(-1), rstd.unsqueeze(-1), [3]).reshape(x.shape)
        to_weight = aten.sum.dim_IntList(aten.mul.Tensor(grads, normed.to(grads.dtype)), rest)
    if mask[2]:
        to_bias = aten.sum.dim_IntList(grads, rest)
    return (to_input, to_weight, to_bias), 0


# ---- batch norm: the examples are more channels ----

_PER_CHANNEL = ("weight", "bias", "running_mean", "running_var", "save_mean", "save_invstd")
_WRITTEN = ("running_mean", "running_var")


@BATCHING(
    "native_batch_norm", "_native_batch_norm_legit", "_native_batch_norm_legit.no_stats", "native_batch_norm_backward",
    "_native_batch_norm_legit_functional", "_native_batch_norm_legit_no_training", "_batch_norm_with_update",
    "_batch_norm_with_update_functional",
)  # fmt: skip
def _batch_norm(info: Any, in_dims: Any, *args: Any) -> Any:
    size, made = info.batch_size, list(args)
    names = [argument.name for argument in info.op.schema.arguments]
    trains = "with_update" in info.op.name() or ("training" in names and args[names.index("training")])
    writes = trains and "functional" not in info.op.name()
    written = []
    for place, (name, value, dim) in enumerate(zip(names, args, in_dims, strict=True)):
        if name in ("input", "grad_out"):
            x = spread(value, dim, size).movedim(0, 1)
            made[place] = x.reshape([x.size(0), size * x.size(2), *x.shape[3:]])
        elif name in _PER_CHANNEL and value is not None:
            if writes and name in _WRITTEN:
                if dim is None:
                    raise _not_batched()
                written.append((place, front(value, dim)))
                made[place] = folded(front(value, dim).clone())  # written to, and kept for backward: on its own
                continue
            made[place] = folded(spread(value, dim, size))
    results = info.op(*made)
    with no_grad():  # running statistics are not differentiated
        for place, target in written:
            aten.copy_.default(target, made[place].reshape(target.shape))
    return tuple(_unfolded(one, size) for one in results), tuple(
        int(one is not None and one.ndim > 1) for one in results
    )


def _unfolded(x: Any, size: int) -> Any:
    """A result whose channels are those of all examples: the batch dimension stands before them."""
    if x is None:
        return None
    if x.ndim == 1:
        return x.reshape([size, x.size(0) // max(size, 1)])
    return x.reshape([x.size(0), size, x.size(1) // max(size, 1), *x.shape[2:]])


def _not_batched() -> RuntimeError:
    return RuntimeError(
        "Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in "
        "place, were not batched.\nIf you are using a module and do not need eval mode, please set "
        "`track_running_stats` to be False.If you are using a prebuilt module and do not need eval mode, please see "
        "the functorch website for resources on how to patch your module to work with vmap"
    )
