"""Fake kernels of normalisation."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from wye.aten.arrays.windows import follows, new, refuse, text
from wye.aten.declare import Rules
from wye.tensors.dtypes import title_of
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES", "stats_dtype"]

FAKES = Rules()
_FLOAT32, _BYTE = np.dtype("float32"), np.dtype("uint8")


def stats_dtype(input: Any, *parameters: Any) -> Any:
    """The dtype of means and deviations: the input's, or float32 for short floats with float32 parameters."""
    short = input.dtype.itemsize < 4
    return _FLOAT32 if short and any(one is not None and one.dtype == _FLOAT32 for one in parameters) else input.dtype


def _check_parameter(name: str, parameter: Any, input: Any) -> None:
    if parameter is not None and parameter.dtype != input.dtype and parameter.dtype != stats_dtype(input, parameter):
        raise RuntimeError(f"mixed dtype (CPU): expect {name} to have the input's dtype, got {parameter.dtype}")


def _check_normalized(input: Any, normalized_shape: Any, weight: Any, bias: Any) -> None:
    shape = tuple(normalized_shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []"
        )
    for name, one in (("weight", weight), ("bias", bias)):
        if one is not None and one.shape != shape:
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape {text(one.shape)} "
                f"and normalized_shape = {text(shape)}"
            )
        _check_parameter(name, one, input)
    if input.ndim < len(shape) or input.shape[input.ndim - len(shape) :] != shape:
        stars = ", ".join(map(str, shape))
        raise RuntimeError(
            f"Given normalized_shape={text(shape)}, expected input with shape [*, {stars}], but got input of "
            f"size{text(input.shape)}"
        )


@FAKES("native_layer_norm")
def native_layer_norm(input: Any, normalized_shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    """Layer normalisation: the last dimensions get mean 0 and deviation 1."""
    _check_normalized(input, normalized_shape, weight, bias)
    refuse(input.dtype, "fh", "LayerNormKernelImpl")
    kept = input.ndim - len(normalized_shape)
    shape, dtype = (*input.shape[:kept], *(1,) * len(normalized_shape)), stats_dtype(input, weight, bias)
    return new(input.shape, input.dtype), new(shape, dtype), new(shape, dtype)


@FAKES("native_layer_norm_backward")
def native_layer_norm_backward(
    grad_out: Any, input: Any, normalized_shape: Any, mean: Any, rstd: Any, weight: Any, bias: Any, output_mask: Any
) -> Any:
    """Gradients of input, weight and bias, each if it is requested."""
    _check_normalized(input, normalized_shape, weight, bias)
    if input.size:
        refuse(input.dtype, "fh", "LayerNormBackwardKernelImpl")
        wanted = stats_dtype(input, weight, bias)
        for expected, found in ((input.dtype, grad_out.dtype), (wanted, mean.dtype), (wanted, rstd.dtype)):
            if found not in (expected, stats_dtype(input, mean)):
                raise RuntimeError(f"expected scalar type {title_of(expected)} but found {title_of(found)}")
    shape = tuple(normalized_shape)
    dtype = input.dtype if weight is None else weight.dtype
    return (
        new(input.shape, input.dtype) if output_mask[0] else None,
        new(shape, dtype) if output_mask[1] else None,
        new(shape, dtype) if output_mask[2] else None,
    )


def _check_groups(input: Any, weight: Any, bias: Any, C: int, group: int) -> None:  # noqa: N803 - the schema's name
    if group <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {group}")
    if C % group:
        raise RuntimeError(
            f"Expected number of channels in input to be divisible by num_groups, but got input of shape "
            f"{text(input.shape)} and num_groups={group}"
        )
    for name, one in (("weight", weight), ("bias", bias)):
        if one is not None and one.shape != (C,):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, but got {name} of "
                f"shape {text(one.shape)} and input of shape {text(input.shape)}"
            )
        _check_parameter(name, one, input)


@FAKES("native_group_norm")
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
    _check_groups(input, weight, bias, C, group)
    if input.size != N * C * HxW:
        raise RuntimeError(f"Expected input of {N} * {C} * {HxW} elements, but got input of shape {text(input.shape)}")
    refuse(input.dtype, "fh", "GroupNormKernelImpl")
    dtype = stats_dtype(input, weight, bias)
    return follows(input.shape, input), new((N, group), dtype), new((N, group), dtype)


@FAKES("native_group_norm_backward")
def native_group_norm_backward(
    grad_out: Any, input: Any, mean: Any, rstd: Any, weight: Any, N: int, C: int, HxW: int,  # noqa: N803 - the schema's name
    group: int, output_mask: Any,
) -> Any:  # fmt: skip
    """Gradients of input, weight and bias, each if it is requested."""
    if grad_out.dtype != input.dtype:
        raise RuntimeError(f"Expected scalar types of X and dY are same, got {input.dtype} and {grad_out.dtype}")
    refuse(input.dtype, "fh", "GroupNormBackwardKernelImpl")
    _check_groups(input, weight, None, C, group)
    dtype = input.dtype if weight is None else weight.dtype
    return (
        follows(input.shape, input) if output_mask[0] else None,
        new((C,), dtype) if output_mask[1] else None,
        new((C,), dtype) if output_mask[2] else None,
    )


def _check_batch_norm(input: Any, parameters: Any, training: bool) -> None:
    features = input.shape[1]
    if training and not prod(input.shape):
        raise RuntimeError(f"input tensor must have at least one element, but got input_sizes = {text(input.shape)}")
    for name, one in parameters.items():
        if one is not None and one.shape != (features,):
            raise RuntimeError(f"{name} should contain {features} elements not {prod(one.shape)}")
        _check_parameter(name, one, input)
    if not training and (parameters["running_mean"] is None or parameters["running_var"] is None):
        raise RuntimeError("batch_norm: running_mean and running_var are needed where training is False")
    refuse(input.dtype, "fh", "batch_norm")


@FAKES("_native_batch_norm_legit", "native_batch_norm")
def batch_norm(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float, eps: float
) -> Any:
    """Batch normalisation of channels, with the statistics of this batch or the running ones."""
    parameters = {"running_mean": running_mean, "running_var": running_var, "weight": weight, "bias": bias}
    _check_batch_norm(input, parameters, training)
    shape, dtype = (input.shape[1] if training else 0,), stats_dtype(input, *parameters.values())
    return follows(input.shape, input), new(shape, dtype), new(shape, dtype)


@FAKES("_native_batch_norm_legit.no_stats")
def batch_norm_no_stats(input: Any, weight: Any, bias: Any, training: bool, momentum: float, eps: float) -> Any:
    """Batch normalisation: channels get mean 0 and deviation 1, with the statistics of this batch alone."""
    return batch_norm(input, weight, bias, None, None, training, momentum, eps)


@FAKES("_native_batch_norm_legit_no_training")
def batch_norm_no_training(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, momentum: float, eps: float
) -> Any:
    """Batch normalisation: channels get mean 0 and deviation 1, with the running statistics."""
    return batch_norm(input, weight, bias, running_mean, running_var, False, momentum, eps)


@FAKES("_native_batch_norm_legit_functional")
def batch_norm_functional(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float, eps: float
) -> Any:
    """Batch normalisation that returns the new running statistics."""
    results = batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)
    kept = (MetaArray(one.shape, one.dtype) for one in (running_mean, running_var))
    return (*results, *kept)


@FAKES("_batch_norm_with_update")
def batch_norm_with_update(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, momentum: float, eps: float
) -> Any:
    """Batch normalisation in training; the last result is what other devices keep for the gradient."""
    results = batch_norm(input, weight, bias, running_mean, running_var, True, momentum, eps)
    return (*results, new((0,), _BYTE))


@FAKES("_batch_norm_with_update_functional")
def batch_norm_with_update_functional(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, momentum: float, eps: float
) -> Any:
    """The same, returning the new running statistics."""
    results = batch_norm_with_update(input, weight, bias, running_mean, running_var, momentum, eps)
    kept = (MetaArray(one.shape, one.dtype) for one in (running_mean, running_var))
    return (*results, *kept)


@FAKES("native_batch_norm_backward")
def native_batch_norm_backward(
    grad_out: Any, input: Any, weight: Any, running_mean: Any, running_var: Any, save_mean: Any, save_invstd: Any,
    train: bool, eps: float, output_mask: Any,
) -> Any:  # fmt: skip
    """Gradients of input, weight and bias, each if it is requested."""
    if grad_out.shape != input.shape:
        raise RuntimeError(f"Expected grad_out of shape {text(input.shape)}, but got {text(grad_out.shape)}")
    refuse(input.dtype, "fh", "batch_norm_backward_cpu")
    dtype = input.dtype if weight is None else weight.dtype
    return (
        follows(input.shape, input) if output_mask[0] else None,
        new((input.shape[1],), dtype) if output_mask[1] else None,
        new((input.shape[1],), dtype) if output_mask[2] else None,
    )
