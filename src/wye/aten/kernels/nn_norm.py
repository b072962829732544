"""NumPy kernels of normalisation.

Statistics of float16 and bfloat16 are computed in float32; results are rounded once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import prod
from typing import Any

import numpy as np

from wye.aten.arrays.results import allocate, computing, described, laid_out, rounded
from wye.aten.declare import Rules, shortcut
from wye.aten.fake import nn_norm as fake

__all__ = ["KERNELS"]

KERNELS = Rules()


def _wide(array: Any, dtype: Any) -> Any:
    return None if array is None else array.astype(dtype, copy=False)


_BLOCK = 1 << 16  # elements that stay in the cache between the passes over them
_PIECE = 4096  # elements whose sum keeps its digits


@cache
def _ones(length: int, char: str) -> Any:
    return np.ones(length, char)


@cache
def _count(length: int, char: str) -> Any:
    return np.array(length, char)


def _inner(a: Any, b: Any, out: Any = None) -> Any:
    """The inner products of rows; those of long rows in pieces, as rounding takes digits of long sums."""
    length = a.shape[1]
    if length <= _PIECE:
        return np.vecdot(a, b, out)
    whole = length - length % _PIECE
    pieces = (len(a), whole // _PIECE, _PIECE)
    sums = np.vecdot(a[:, :whole].reshape(pieces), b[:, :whole].reshape(pieces))
    return np.add(np.add.reduce(sums, 1), np.vecdot(a[:, whole:], b[:, whole:]), out)


def _standardise_into(rows: Any, eps: Any, into: tuple[Any, Any, Any], scales: tuple[Any, ...]) -> None:
    """Store rows with mean 0 and deviation 1, scaled and shifted; their means, and one over their deviations."""
    out, mean, rstd = into
    length, char = rows.shape[1], rows.dtype.char
    count = _count(length, char)
    # Sums of short rows are inner products with ones, in a third of the time of NumPy's loop over them.
    np.divide(np.vecdot(rows, _ones(length, char)) if length <= _PIECE else np.add.reduce(rows, 1), count, mean)
    np.subtract(rows, mean[:, None], out)
    _inner(out, out, rstd)
    np.divide(rstd, count, rstd)
    np.add(rstd, eps, rstd)
    np.sqrt(rstd, rstd)
    np.reciprocal(rstd, rstd)
    np.multiply(out, rstd[:, None], out)
    weight, bias = scales
    if weight is not None:
        np.multiply(out, weight, out)
    if bias is not None:
        np.add(out, bias, out)


@cache
def _mean_matrix(length: int, char: str) -> Any:
    """Multiplied by it, rows become their means, in every column."""
    return np.full((length, length), 1 / length, char)


@lru_cache(maxsize=64)
def _scalar(value: float, char: str) -> Any:
    return np.array(value, char)


def _small_standardised(rows: Any, eps: float, weight: Any, bias: Any) -> tuple[Any, Any, Any]:
    """The same for a few short rows: arrays of one shape take a third of the time of broadcasting."""
    char = rows.dtype.char
    means = _mean_matrix(rows.shape[1], char)
    mean = rows.dot(means)
    out = np.subtract(rows, mean)
    spread = np.multiply(out, out).dot(means)
    np.add(spread, _scalar(eps, char), spread)
    np.sqrt(spread, spread)
    np.divide(out, spread, out)
    if weight is not None:
        np.multiply(out, weight, out)
    if bias is not None:
        np.add(out, bias, out)
    return out, mean[:, 0].copy(), np.reciprocal(spread[:, 0])


def _standardised(rows: Any, eps: float, weight: Any = None, bias: Any = None) -> tuple[Any, Any, Any]:
    """Rows with mean 0 and deviation 1, scaled and shifted; their means, and one over their deviations."""
    count, dtype = len(rows), rows.dtype
    if rows.shape[1] <= 64 and rows.size <= 4096:
        return _small_standardised(rows, eps, weight, bias)
    made = (np.empty(rows.shape, dtype), np.empty(count, dtype), np.empty(count, dtype))
    least, scales = np.array(eps, dtype), (weight, bias)
    if rows.size <= _BLOCK:
        _standardise_into(rows, least, made, scales)
        return made
    step = max(1, _BLOCK // rows.shape[1])
    for start in range(0, count, step):
        part = slice(start, start + step)
        _standardise_into(rows[part], least, (made[0][part], made[1][part], made[2][part]), scales)
    return made


def _rows_backward(grad: Any, normal: Any, rstd: Any) -> Any:
    """The gradient of rows whose normal form had gradient ``grad``."""
    if normal.shape[1] <= 64 and normal.size <= 4096:  # a few short rows, as in `_small_standardised`
        means = _mean_matrix(normal.shape[1], normal.dtype.char)
        along = np.multiply(grad, normal).dot(means)
        np.multiply(along, normal, along)
        np.add(along, grad.dot(means), along)
        np.subtract(grad, along, along)
        return np.multiply(along, rstd, along)
    count = normal.dtype.type(normal.shape[1])
    along = _inner(grad, normal)[:, None] / count
    return (grad - grad.sum(1, keepdims=True) / count - normal * along) * rstd


def _is_plain(input: Any, length: int, weight: Any, bias: Any) -> bool:
    """Are the rows those of a row-major array of floats, and the parameters of their dtype and length?"""
    dtype, shape = input.dtype, input.shape
    return (
        dtype.char in "fd"
        and input.size > 0
        and len(shape) > 0
        and shape[-1] == length
        and bool(input.flags.c_contiguous)
        and (weight is None or (weight.dtype is dtype and weight.shape == (length,)))
        and (bias is None or (bias.dtype is dtype and bias.shape == (length,)))
    )


@KERNELS("native_layer_norm")
@shortcut("layer_norm")
def native_layer_norm(input: Any, normalized_shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    """Layer normalisation: the last dimensions get mean 0 and deviation 1."""
    if len(normalized_shape) == 1 and _is_plain(input, normalized_shape[0], weight, bias):
        shape = input.shape
        if len(shape) == 2:
            result, mean, rstd = _standardised(input, eps, weight, bias)
            return result, mean.reshape(-1, 1), rstd.reshape(-1, 1)
        result, mean, rstd = _standardised(input.reshape(-1, shape[-1]), eps, weight, bias)
        kept = (*shape[:-1], 1)
        return result.reshape(shape), mean.reshape(kept), rstd.reshape(kept)
    metas = described(fake.native_layer_norm, input, normalized_shape, weight, bias, eps)
    wide, length = computing(input.dtype), prod(normalized_shape)
    rows = _wide(input, wide).reshape(input.size // length if length else 0, length)
    if not input.size:
        return _of_nothing(metas)
    scales = [None if one is None else _wide(one, wide).reshape(-1) for one in (weight, bias)]
    result, mean, rstd = _standardised(rows, eps, *scales)
    values = (result.reshape(input.shape), mean.reshape(metas[1].shape), rstd.reshape(metas[2].shape))
    return tuple(rounded(value, meta.dtype) for value, meta in zip(values, metas, strict=True))


def _of_nothing(metas: Any) -> Any:
    """Results for an empty input: no elements, and statistics that are NaN."""
    out, mean, rstd = map(allocate, metas)
    mean[...] = np.nan
    rstd[...] = np.nan
    return out, mean, rstd


@KERNELS("native_layer_norm_backward")
@shortcut("layer_norm_backward")
def native_layer_norm_backward(
    grad_out: Any, input: Any, normalized_shape: Any, mean: Any, rstd: Any, weight: Any, bias: Any, output_mask: Any
) -> Any:
    """Gradients of input, weight and bias, each if it is requested."""
    if (
        len(normalized_shape) == 1
        and _is_plain(input, normalized_shape[0], weight, bias)
        and grad_out.dtype is input.dtype
        and grad_out.shape == input.shape
        and mean.dtype is rstd.dtype is input.dtype
    ):
        return _plain_layer_norm_backward(grad_out, input, mean, rstd, weight, output_mask)
    metas = described(
        fake.native_layer_norm_backward, grad_out, input, normalized_shape, mean, rstd, weight, bias, output_mask
    )
    wide, length = computing(input.dtype), prod(normalized_shape)
    count = input.size // length if length else 0
    grad, rows = (_wide(one, wide).reshape(count, length) for one in (grad_out, input))
    scale = _wide(rstd, wide).reshape(-1, 1)[:count]
    normal = (rows - _wide(mean, wide).reshape(-1, 1)[:count]) * scale
    for_weight, for_bias = ((grad * normal).sum(0), grad.sum(0))
    if weight is not None:
        grad = grad * _wide(weight, wide).reshape(-1)
    for_input = _rows_backward(grad, normal, scale) if output_mask[0] else None
    values = (for_input, for_weight, for_bias)
    return tuple(
        None if meta is None else laid_out(value.reshape(meta.shape), meta)
        for value, meta in zip(values, metas, strict=True)
    )


def _plain_layer_norm_backward(grad_out: Any, input: Any, mean: Any, rstd: Any, weight: Any, output_mask: Any) -> Any:
    """The same for rows of one dtype: sums are products with vectors, and intermediate results share memory."""
    shape = input.shape
    length, char = shape[-1], input.dtype.char
    grad, scale = grad_out.reshape(-1, length), rstd.reshape(-1, 1)
    normal = np.subtract(input.reshape(-1, length), mean.reshape(-1, 1))
    np.multiply(normal, scale, normal)
    for_weight = np.einsum("ij,ij->j", grad, normal) if output_mask[1] else None
    for_bias = _ones(len(grad), char).dot(grad) if output_mask[2] else None
    if not output_mask[0]:
        return None, for_weight, for_bias
    made = np.array(grad) if weight is None else np.multiply(grad, weight)
    count = _count(length, char)
    along = _inner(made, normal)
    np.divide(along, count, along)
    total = np.vecdot(made, _ones(length, char)) if length <= _PIECE else np.add.reduce(made, 1)
    np.divide(total, count, total)
    np.multiply(normal, along[:, None], normal)
    np.subtract(made, total[:, None], made)
    np.subtract(made, normal, made)
    np.multiply(made, scale, made)
    return made.reshape(shape), for_weight, for_bias


def _are_rows(size: int, first: Any, *others: Any) -> bool:
    """Are these row-major arrays of one dtype that needs no conversion, the first with so many elements?"""
    if first.dtype.char not in "fd" or not first.size or first.size != size or not first.flags.c_contiguous:
        return False
    for one in others:  # noqa: SIM110 - in half the time of a generator
        if one.dtype is not first.dtype or not one.flags.c_contiguous:
            return False
    return True


@KERNELS("native_group_norm")
def native_group_norm(
    input: Any,
    weight: Any,
    bias: Any,
    N: int,  # noqa: N803 - the schema's name
    C: int,  # noqa: N803 - the schema's name
    HxW: int,  # noqa: N803 - the schema's name
    group: int,
    eps: float,
) -> Any:
    """Group normalisation: groups of channels get mean 0 and deviation 1."""
    if weight is None and bias is None and C % group == 0 and _are_rows(N * C * HxW, input):
        result, mean, rstd = _standardised(input.reshape(N * group, -1), eps)
        return result.reshape(input.shape), mean.reshape(N, group), rstd.reshape(N, group)
    metas = described(fake.native_group_norm, input, weight, bias, N, C, HxW, group, eps)
    if not input.size:
        return _of_nothing(metas)
    wide = computing(input.dtype)
    result, mean, rstd = _standardised(_wide(input, wide).reshape(N * group, -1), eps)
    by_channel = result.reshape(N, C, HxW)
    if weight is not None:
        by_channel *= _wide(weight, wide)[:, None]
    if bias is not None:
        by_channel += _wide(bias, wide)[:, None]
    values = (by_channel.reshape(input.shape), mean.reshape(N, group), rstd.reshape(N, group))
    return tuple(map(laid_out, values, metas))


@KERNELS("native_group_norm_backward")
def native_group_norm_backward(
    grad_out: Any, input: Any, mean: Any, rstd: Any, weight: Any, N: int, C: int, HxW: int,  # noqa: N803 - the schema's name
    group: int, output_mask: Any,
) -> Any:  # fmt: skip
    """Gradients of input, weight and bias, each if it is requested."""
    if output_mask == [True, False, False] and _are_rows(N * C * HxW, input, grad_out, mean, rstd) and weight is None:
        rows = (N * group, -1)
        scale = rstd.reshape(rows)
        normal = np.subtract(input.reshape(rows), mean.reshape(rows))
        np.multiply(normal, scale, normal)
        return _rows_backward(grad_out.reshape(rows), normal, scale).reshape(input.shape), None, None
    metas = described(
        fake.native_group_norm_backward, grad_out, input, mean, rstd, weight, N, C, HxW, group, output_mask
    )
    if not input.size:
        return tuple(None if meta is None else np.zeros(meta.shape, meta.dtype) for meta in metas)
    wide = computing(input.dtype)
    grad = _wide(grad_out, wide).reshape(N, C, HxW)
    scale = _wide(rstd, wide).reshape(-1, 1)
    normal = (_wide(input, wide).reshape(N * group, -1) - _wide(mean, wide).reshape(-1, 1)) * scale
    for_weight, for_bias = (grad * normal.reshape(N, C, HxW)).sum((0, 2)), grad.sum((0, 2))
    if weight is not None:
        grad = grad * _wide(weight, wide)[:, None]
    for_input = _rows_backward(grad.reshape(N * group, -1), normal, scale).reshape(input.shape)
    return tuple(map(laid_out, (for_input, for_weight, for_bias), metas))


def _by_channel(vector: Any, ndim: int) -> Any:
    return vector.reshape(1, -1, *(1,) * (ndim - 2))


def _updated(running: Any, value: Any, momentum: float) -> None:
    if running is not None:
        part = value.astype(running.dtype, copy=False) * momentum
        running[...] = np.add(running * running.dtype.type(1 - momentum), part)


def _is_plain_batch(input: Any, *by_channel: Any) -> bool:
    """Is the batch row-major, and are the parameters of its dtype and number of channels?"""
    dtype, shape = input.dtype, input.shape
    if dtype.char not in "fd" or len(shape) < 2 or not input.size or not input.flags.c_contiguous or 1 in shape:
        return False
    if by_channel[2] is None or by_channel[3] is None:
        return False
    return all(one is None or (one.dtype is dtype and one.shape == shape[1:2]) for one in by_channel)


def _plain_batch_norm(input: Any, weight: Any, bias: Any, mean: Any, var: Any, eps: float) -> tuple[Any, Any, Any]:
    """Batch normalisation with the running statistics."""
    shape = (-1, *(1,) * (input.ndim - 2))
    scale = np.add(var, _scalar(eps, input.dtype.char))
    np.divide(_count(1, input.dtype.char), np.sqrt(scale, scale), scale)
    result = np.subtract(input, mean.reshape(shape))
    np.multiply(result, (scale if weight is None else np.multiply(scale, weight)).reshape(shape), result)
    if bias is not None:
        np.add(result, bias.reshape(shape), result)
    return result, np.empty(0, input.dtype), np.empty(0, input.dtype)


def _plain_batch_backward(grad: Any, weight: Any, var: Any, eps: float) -> Any:
    """The gradient of the input, where the running statistics were used."""
    scale = np.add(var, _scalar(eps, grad.dtype.char))
    np.divide(_count(1, grad.dtype.char), np.sqrt(scale, scale), scale)
    if weight is not None:
        np.multiply(scale, weight, scale)
    return np.multiply(grad, scale.reshape(-1, *(1,) * (grad.ndim - 2)))


@KERNELS("_native_batch_norm_legit", "native_batch_norm")
@shortcut("batch_norm")
def batch_norm(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float, eps: float
) -> Any:
    """Batch normalisation of channels, with the statistics of this batch or the running ones, which are updated."""
    if not training and _is_plain_batch(input, weight, bias, running_mean, running_var):
        return _plain_batch_norm(input, weight, bias, running_mean, running_var, eps)
    metas = described(fake.batch_norm, input, weight, bias, running_mean, running_var, training, momentum, eps)
    wide, axes = computing(input.dtype), (0, *range(2, input.ndim))
    x = _wide(input, wide)
    if training:
        count = x.size // x.shape[1] if x.shape[1] else 0
        mean = np.true_divide(np.add.reduce(x, axes, wide), count, dtype=wide)
        centred = x - _by_channel(mean, x.ndim)
        squares = np.add.reduce(np.square(centred), axes, wide)
        deviation = np.sqrt(squares / wide.type(count) + wide.type(eps))
        invstd = np.reciprocal(deviation)
        if not wide.type(eps) > 0:
            invstd = np.where(deviation == 0, 0, invstd)  # a channel that is constant stays 0
        _updated(running_mean, mean, momentum)
        _updated(running_var, squares / wide.type(count - 1), momentum)
        stats = (mean, invstd)
    else:
        centred = x - _by_channel(_wide(running_mean, wide), x.ndim)
        invstd = 1 / np.sqrt(_wide(running_var, wide) + wide.type(eps))
        stats = (np.empty(0, wide), np.empty(0, wide))
    centred *= _by_channel(invstd if weight is None else invstd * _wide(weight, wide), x.ndim)
    if bias is not None:
        centred += _by_channel(_wide(bias, wide), x.ndim)
    return tuple(map(laid_out, (centred, *stats), metas))


@KERNELS("_native_batch_norm_legit.no_stats")
def batch_norm_no_stats(input: Any, weight: Any, bias: Any, training: bool, momentum: float, eps: float) -> Any:
    """Batch normalisation: channels get mean 0 and deviation 1, with the statistics of this batch alone."""
    return batch_norm(input, weight, bias, None, None, training, momentum, eps)


@KERNELS("_native_batch_norm_legit_no_training")
def batch_norm_no_training(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, momentum: float, eps: float
) -> Any:
    """Batch normalisation: channels get mean 0 and deviation 1, with the running statistics."""
    return batch_norm(input, weight, bias, running_mean, running_var, False, momentum, eps)


@KERNELS("_native_batch_norm_legit_functional")
def batch_norm_functional(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float, eps: float
) -> Any:
    """Batch normalisation that returns the new running statistics."""
    kept = (running_mean.copy(), running_var.copy())
    return (*batch_norm(input, weight, bias, *kept, training, momentum, eps), *kept)


@KERNELS("_batch_norm_with_update")
def batch_norm_with_update(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, momentum: float, eps: float
) -> Any:
    """Batch normalisation in training; the last result is what other devices keep for the gradient."""
    results = batch_norm(input, weight, bias, running_mean, running_var, True, momentum, eps)
    return (*results, np.empty(0, np.uint8))


@KERNELS("_batch_norm_with_update_functional")
def batch_norm_with_update_functional(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, momentum: float, eps: float
) -> Any:
    """The same, returning the new running statistics."""
    kept = (running_mean.copy(), running_var.copy())
    return (*batch_norm_with_update(input, weight, bias, *kept, momentum, eps), *kept)


@KERNELS("native_batch_norm_backward")
@shortcut("batch_norm_backward")
def native_batch_norm_backward(
    grad_out: Any, input: Any, weight: Any, running_mean: Any, running_var: Any, save_mean: Any, save_invstd: Any,
    train: bool, eps: float, output_mask: Any,
) -> Any:  # fmt: skip
    """Gradients of input, weight and bias, each if it is requested."""
    plain = not train and output_mask == [True, False, False] and grad_out.shape == input.shape
    plain = plain and _is_plain_batch(input, weight, None, running_mean, running_var)
    if plain and _are_rows(input.size, grad_out, input):
        return _plain_batch_backward(grad_out, weight, running_var, eps), None, None
    metas = described(
        fake.native_batch_norm_backward, grad_out, input, weight, running_mean, running_var, save_mean, save_invstd,
        train, eps, output_mask,
    )  # fmt: skip
    wide, axes, ndim = computing(input.dtype), (0, *range(2, input.ndim)), input.ndim
    grad, x = _wide(grad_out, wide), _wide(input, wide)
    mean = _wide(save_mean if train else running_mean, wide)
    invstd = _wide(save_invstd, wide) if train else 1 / np.sqrt(_wide(running_var, wide) + wide.type(eps))
    normal = (x - _by_channel(mean, ndim)) * _by_channel(invstd, ndim)
    for_weight, for_bias = (grad * normal).sum(axes), grad.sum(axes)
    for_input = grad
    if train:
        count = wide.type(x.size // x.shape[1] if x.shape[1] else 1)
        for_input = grad - _by_channel(for_bias / count, ndim) - normal * _by_channel(for_weight / count, ndim)
    scale = invstd if weight is None else invstd * _wide(weight, wide)
    return tuple(map(laid_out, (for_input * _by_channel(scale, ndim), for_weight, for_bias), metas))
