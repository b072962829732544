"""Fake kernels of convolutions and their patches."""

from __future__ import annotations

from math import prod
from typing import Any

from wye.aten.arrays.windows import expanded, is_channels_last, new, refuse, text, window_count
from wye.aten.declare import Rules
from wye.tensors.dtypes import c_name_of, name_of, title_of
from wye.tensors.layout import is_contiguous, steps_of
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES", "output_size"]

FAKES = Rules()


def output_size(
    input: Any,
    weight: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    transposed: bool,
    output_padding: Any,
    groups: int,
) -> tuple[int, ...]:
    """The shape of a convolution's result."""
    kernel = weight.shape[2:]
    if transposed:
        spatial = (
            (size - 1) * s - 2 * p + d * (k - 1) + extra + 1
            for size, k, s, p, d, extra in zip(
                input.shape[2:], kernel, stride, padding, dilation, output_padding, strict=True
            )
        )
        return (input.shape[0], weight.shape[1] * groups, *spatial)
    spatial = (
        window_count(size, k, s, p, d)
        for size, k, s, p, d in zip(input.shape[2:], kernel, stride, padding, dilation, strict=True)
    )
    return (input.shape[0], weight.shape[0], *spatial)


def _check_parameters(stride: Any, padding: Any, dilation: Any, output_padding: Any, groups: int) -> None:
    if min(padding, default=0) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(output_padding, default=0) < 0:
        raise RuntimeError("negative output_padding is not supported")
    if min(stride, default=1) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    if min(dilation, default=1) <= 0:
        raise RuntimeError("dilation should be greater than zero")
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")


def _check_shapes(input: Any, weight: Any, bias: Any, transposed: bool, groups: int) -> None:
    if input.ndim != weight.ndim:
        raise RuntimeError(
            f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight {text(weight.shape)}, but "
            f"got {input.ndim}-dimensional input of size {text(input.shape)} instead"
        )
    if weight.shape[0] < groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but got weight of size "
            f"{text(weight.shape)} instead"
        )
    if weight.shape[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got weight "
            f"of size "
            f"{text(weight.shape)} instead"
        )
    wanted = weight.shape[0] if transposed else weight.shape[1] * groups
    if input.shape[1] != wanted:
        raise RuntimeError(
            f"Given {'transposed=1, ' if transposed else f'groups={groups}, '}weight of size {text(weight.shape)}, "
            f"expected input{text(input.shape)} to have {wanted} channels, but got {input.shape[1]} channels instead"
        )
    features = weight.shape[1] * groups if transposed else weight.shape[0]
    if bias is not None and bias.shape != (features,):
        raise RuntimeError(
            f"Given {'transposed=1, ' if transposed else ''}weight of size {text(weight.shape)}, expected bias to be "
            f"1-dimensional with {features} elements, but got bias of size {text(bias.shape)} instead"
        )


def _check_room(input: Any, weight: Any, padding: Any, dilation: Any) -> None:
    padded = [size + 2 * p for size, p in zip(input.shape[2:], padding, strict=True)]
    reach = [d * (k - 1) + 1 for k, d in zip(weight.shape[2:], dilation, strict=True)]
    if any(have < need for have, need in zip(padded, reach, strict=True)):
        raise RuntimeError(
            f"Calculated padded input size per channel: ({' x '.join(map(str, padded))}). "
            f"Kernel size: ({' x '.join(map(str, reach))}). Kernel size can't be greater than actual input size"
        )


def _check_output_padding(stride: Any, dilation: Any, output_padding: Any) -> None:
    for s, d, extra in zip(stride, dilation, output_padding, strict=True):
        if extra >= max(s, d):
            raise RuntimeError(
                "output padding must be smaller than either stride or dilation, but got output_padding: "
                f"{text(output_padding)} stride: {text(stride)} dilation: {text(dilation)}"
            )


def _check_dtypes(input: Any, weight: Any, bias: Any) -> None:
    if bias is not None and bias.dtype != input.dtype:
        raise RuntimeError(
            f"Input type ({c_name_of(input.dtype)}) and bias type ({c_name_of(bias.dtype)}) should be the same"
        )
    if input.dtype != weight.dtype:
        raise RuntimeError(f"expected scalar type {title_of(input.dtype)} but found {title_of(weight.dtype)}")


@FAKES("convolution")
def convolution(
    input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, output_padding: Any,
    groups: int,
) -> Any:  # fmt: skip
    """The result's shape; all checks of a convolution."""
    count = weight.ndim - 2
    if count <= 0:
        raise RuntimeError("weight should have at least three dimensions")
    stride, padding = expanded(stride, count, "stride"), expanded(padding, count, "padding")
    dilation = expanded(dilation, count, "dilation")
    output_padding = expanded(output_padding, count, "output_padding")
    _check_parameters(stride, padding, dilation, output_padding, groups)
    _check_shapes(input, weight, bias, transposed, groups)
    if transposed:
        _check_output_padding(stride, dilation, output_padding)
    else:
        _check_room(input, weight, padding, dilation)
    _check_dtypes(input, weight, bias)
    shape = output_size(input, weight, stride, padding, dilation, transposed, output_padding, groups)
    if any(size < 0 for size in shape[2:]):
        raise RuntimeError(
            f"Given input size per channel: {text(input.shape[2:])}. Calculated output size per channel: "
            f"{text(shape[2:])}. Output size is too small"
        )
    return _new(shape, input.dtype, _is_channels_last(input, weight, groups))


def _as_image(rows: Any) -> MetaArray:
    """Signals as images of one row: PyTorch convolves them so."""
    (batch, channels, length), (first, second, third) = rows.shape, steps_of(rows)
    shape, strides = (batch, channels, 1, length), (first, second, length * third, third)
    return MetaArray(shape, rows.dtype, strides)


def _new(shape: tuple[int, ...], dtype: Any, channels_last: bool) -> MetaArray:
    if len(shape) != 3 or not channels_last:
        return new(shape, dtype, channels_last)
    image = new((*shape[:2], 1, shape[2]), dtype, True)
    return MetaArray(shape, dtype, (*image.steps[:2], image.steps[3]))


def _is_channels_last(input: Any, weight: Any, groups: int) -> bool:
    """PyTorch's choice: images follow input or weight; volumes only where its fast kernels take over."""
    if input.ndim == 3:
        plain = is_contiguous(input.shape, steps_of(input))  # others are copied first
        return is_channels_last(_as_image(weight)) or (plain and is_channels_last(_as_image(input)))
    if not (is_channels_last(input) or is_channels_last(weight)):
        return False
    if input.ndim == 4 or name_of(input.dtype) == "bfloat16":
        return True
    many: bool = input.shape[0] > 1 or groups > 1 or min(weight.shape[-2:]) > 3 or input.size > 20480
    return many and name_of(input.dtype) == "float32"


@FAKES("convolution_backward")
def convolution_backward(
    grad_output: Any, input: Any, weight: Any, bias_sizes: Any, stride: Any, padding: Any, dilation: Any,
    transposed: bool, output_padding: Any, groups: int, output_mask: Any,
) -> Any:  # fmt: skip
    """Shapes of the gradients that are wanted."""
    if not transposed and any(output_padding):
        raise RuntimeError(
            f"output_padding is not supported for non-transposed convolutions; got: {text(output_padding)}"
        )
    if grad_output.dtype != input.dtype:
        raise RuntimeError(f"expected scalar type {title_of(input.dtype)} but found {title_of(grad_output.dtype)}")
    result = convolution(input, weight, None, stride, padding, dilation, transposed, output_padding, groups)
    if grad_output.shape != result.shape:
        raise RuntimeError(
            f"convolution_backward(): expected grad_output of size {text(result.shape)}, but got "
            f"{text(grad_output.shape)}"
        )
    last = _is_channels_last(input, weight, groups)
    return (
        _new(input.shape, input.dtype, last) if output_mask[0] else None,
        _new(weight.shape, weight.dtype, last) if output_mask[1] else None,
        new((result.shape[1],), input.dtype) if output_mask[2] else None,
    )


def _check_patches(kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> None:
    for name, values, least in (
        ("kernel_size", kernel_size, 1), ("dilation", dilation, 1), ("padding", padding, 0), ("stride", stride, 1)
    ):  # fmt: skip
        if len(values) != 2:
            raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(values)}")
        if any(value < least for value in values):
            how = "greater than zero" if least else "non-negative"
            raise RuntimeError(f"{name.replace('_', ' ')} should be {how}, but got {list(values)}")


@FAKES("im2col")
def im2col(self: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> Any:
    """Extract patches of images as columns."""
    _check_patches(kernel_size, dilation, padding, stride)
    if self.ndim not in (3, 4) or 0 in self.shape[-3:]:
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, "
            f"but got: {text(self.shape)}"
        )
    counts = [
        window_count(size, k, s, p, d)
        for size, k, s, p, d in zip(self.shape[-2:], kernel_size, stride, padding, dilation, strict=True)
    ]
    if any(count < 1 for count in counts):
        raise RuntimeError(
            f"Given input with spatial size ({self.shape[-2]}, {self.shape[-1]}), kernel_size={tuple(kernel_size)}, "
            f"dilation={tuple(dilation)}, padding={tuple(padding)}, stride={tuple(stride)}, calculated shape of the "
            f"array of sliding blocks as ({counts[0]}, {counts[1]}), but its components must be at least one."
        )
    refuse(self.dtype, "fhcb", "im2col_out_cpu")
    return new((*self.shape[:-3], self.shape[-3] * prod(kernel_size), prod(counts)), self.dtype)


@FAKES("col2im")
def col2im(self: Any, output_size: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> Any:
    """Add up columns at the positions of their patches: the reverse of `im2col`."""
    if len(output_size) != 2:
        raise RuntimeError(f"It is expected output_size equals to 2, but got size {len(output_size)}")
    _check_patches(kernel_size, dilation, padding, stride)
    if self.ndim not in (2, 3) or 0 in self.shape[-2:]:
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for "
            f"input, but got: {text(self.shape)}"
        )
    if self.shape[-2] % prod(kernel_size):
        raise RuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
            f"input.size(1)={self.shape[-2]} and kernel_size={tuple(kernel_size)}."
        )
    counts = [
        window_count(size, k, s, p, d)
        for size, k, s, p, d in zip(output_size, kernel_size, stride, padding, dilation, strict=True)
    ]
    if any(count < 1 for count in counts):
        raise RuntimeError(
            f"Given output_size={tuple(output_size)}, kernel_size={tuple(kernel_size)}, dilation={tuple(dilation)}, "
            f"padding={tuple(padding)}, stride={tuple(stride)}, calculated shape of the array of sliding blocks as "
            f"({counts[0]}, {counts[1]}), which is too small (non-positive)"
        )
    if self.shape[-1] != prod(counts):
        raise RuntimeError(
            f"Given output_size={tuple(output_size)}, kernel_size={tuple(kernel_size)}, dilation={tuple(dilation)}, "
            f"padding={tuple(padding)}, stride={tuple(stride)}, expected size of input's dimension 2 to match the "
            f"calculated number of sliding blocks {counts[0]} * {counts[1]} = {prod(counts)}, but got "
            f"input.size(2)={self.shape[-1]}."
        )
    refuse(self.dtype, "fhcb", "col2im_out_cpu")
    return new((*self.shape[:-2], self.shape[-2] // prod(kernel_size), *output_size), self.dtype)
