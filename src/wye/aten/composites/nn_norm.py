"""Normalisation as public functions, written over the operators that have kernels."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from wye.aten.arrays.allocation import suggest_memory_format
from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, is_complex, is_floating, layout_of, ndim_of, numel_of, reuse, size_of
from wye.call.packets import ops
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS
from wye.tensors.dtypes import not_implemented, to_numpy_dtype

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

_DOUBLES = (DTYPES["float64"], DTYPES["complex128"])
_FLOAT32 = DTYPES["float32"]


@IMPLICIT("layer_norm")
def layer_norm(
    input: Any,
    normalized_shape: Any,
    weight: Any = None,
    bias: Any = None,
    eps: float = 1e-05,
    cudnn_enable: bool = True,
) -> Any:
    """Layer normalisation: the last dimensions get mean 0 and deviation 1."""
    return aten.native_layer_norm(input, normalized_shape, weight, bias, eps)[0]


@IMPLICIT("group_norm")
def group_norm(
    input: Any, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-05, cudnn_enabled: bool = True
) -> Any:
    """Group normalisation: groups of channels get mean 0 and deviation 1."""
    batch, channels = size_of(input, 0), size_of(input, 1)
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    rest = prod(input.shape[2:])
    order = "contiguous_format" if device_of(input).type == "meta" else suggest_memory_format(layout_of(input))
    input = aten.contiguous.default(input, memory_format=MEMORY_FORMATS[order])
    return aten.native_group_norm.default(input, weight, bias, batch, channels, rest, num_groups, eps)[0]


@IMPLICIT("batch_norm")
def batch_norm(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float,
    eps: float, cudnn_enabled: bool,
) -> Any:  # fmt: skip
    """Batch normalisation of channels, with the statistics of this batch or the running ones."""
    if ndim_of(input) < 2:
        raise RuntimeError(f"batch_norm: expected input with at least 2 dimensions, but got {list(input.shape)}")
    options = {"layout": LAYOUTS["strided"], "device": device_of(input)}
    aten.empty.memory_format([0], dtype=DTYPES["uint8"], **options)  # a buffer that only other backends use
    if not numel_of(input):  # nothing to normalise, but the result depends on the parameters
        for _ in range(2):
            aten.empty.memory_format([0], dtype=dtype_of(input), **options)  # statistics of an empty input
        result = aten.clone.default(input)
        result = result if weight is None else aten.mul.Tensor(result, aten.select.int(weight, 0, 0))
        return result if bias is None else aten.add.Tensor(result, aten.select.int(bias, 0, 0))
    return aten.native_batch_norm.default(input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


@IMPLICIT("instance_norm")
def instance_norm(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, use_input_stats: bool, momentum: float,
    eps: float, cudnn_enabled: bool,
) -> Any:  # fmt: skip
    """Instance normalisation: channels of each sample get mean 0 and deviation 1."""
    size_of(input, 1)  # is there such a dimension?
    if (running_mean is None) != (running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be both given or both absent")
    if not use_input_stats and running_mean is None:
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    batch, channels = size_of(input, 0), size_of(input, 1)
    # Every channel of every sample is a channel of one big sample.
    repeated: list[Any] = [
        None if one is None else aten.repeat(one, [batch]) for one in (weight, bias, running_mean, running_var)
    ]
    whole = aten.contiguous.default(input)
    flat = aten.view.default(whole, [1, batch * channels, *input.shape[2:]])
    result = aten.batch_norm(flat, *repeated, use_input_stats, momentum, eps, cudnn_enabled)
    for running, own in zip((running_mean, running_var), repeated[2:], strict=True):
        if running is not None and use_input_stats:
            # the running statistics of a batch, without their history
            seen = aten.alias.default(running)
            aten.copy_.default(seen, aten.mean.dim(aten.view.default(own, [batch, channels]), [0]))
    return aten.view.default(result, list(input.shape))


def _epsilon(dtype: Any) -> float:
    """The distance from 1 to the next number of the dtype that sums are computed in."""
    return 2.0**-52 if dtype in _DOUBLES else 2.0**-23


@IMPLICIT("_fused_rms_norm")
def fused_rms_norm(input: Any, normalized_shape: Any, weight: Any, eps: float | None) -> Any:
    """The last dimensions get a mean square of 1; also the factors used."""
    shape = list(normalized_shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []"
        )
    if list(input.shape[ndim_of(input) - len(shape) :]) != shape:
        raise RuntimeError(
            f"Given normalized_shape={shape}, expected input with shape [*, {', '.join(map(str, shape))}], but "
            f"got input "
            f"of size{list(input.shape)}"
        )
    if weight is not None and list(weight.shape) != shape:
        raise RuntimeError(
            "Expected weight to be of same shape as normalized_shape, but got weight of shape "
            f"{list(weight.shape)} and normalized_shape = {shape}"
        )
    if not (is_floating(input) or is_complex(input)):
        raise not_implemented("rms_norm", to_numpy_dtype(dtype_of(input)))
    dims = [ndim_of(input) - 1 - i for i in range(len(shape))]
    wide = aten.to.dtype(input, _FLOAT32) if dtype_of(input).itemsize == 2 else input
    squares = aten.mean.dim(aten.pow.Tensor_Scalar(wide, 2), dims, True)
    if eps is None:
        eps = _epsilon(dtype_of(input))
    elif dtype_of(input) not in _DOUBLES:
        eps = float(np.float32(eps))  # PyTorch adds it in the precision of the numbers
    squares = reuse(squares, "add").Scalar(squares, eps)
    rstd = aten.rsqrt.default(squares)
    result = aten.mul.Tensor(wide, rstd)
    if weight is not None:
        result = aten.mul.Tensor(result, weight)
    return aten.contiguous.default(aten.type_as.default(result, input)), rstd


@IMPLICIT("rms_norm")
def rms_norm(input: Any, normalized_shape: Any, weight: Any = None, eps: float | None = None) -> Any:
    """The last dimensions get a mean square of 1."""
    return aten._fused_rms_norm(input, normalized_shape, weight, eps)[0]
