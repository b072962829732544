"""Fake kernels of pooling: the shapes of windows, and the checks that the NumPy kernels share."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.arrays.windows import check_same_dtype, follows, new, refuse, text, window_count
from wye.aten.declare import Rules
from wye.tensors.dtypes import name_of

__all__ = ["FAKES", "Geometry", "geometry"]

FAKES = Rules()
_INT64 = np.dtype("int64")
_COUNT_WORDS = {1: "one int", 2: "two ints", 3: "three ints"}


class Geometry:
    """Where the windows of a pooling lie: one value per spatial dimension, and the result's shape."""

    __slots__ = ("counts", "dilation", "kernel", "padding", "shape", "stride")
    counts: tuple[int, ...]
    shape: tuple[int, ...]

    def __init__(self, kernel: Any, stride: Any, padding: Any, dilation: Any) -> None:
        self.kernel, self.stride, self.padding, self.dilation = kernel, stride, padding, dilation

    @property
    def taps(self) -> tuple[range, ...]:
        """For each dimension, the places inside a window."""
        return tuple(map(range, self.kernel))


def _values(op: str, name: str, values: Any, count: int) -> tuple[int, ...]:
    if len(values) not in (1, count):
        raise RuntimeError(
            f"{op}: {name} must either be a single int, or a tuple of {_COUNT_WORDS[count]}; got {list(values)}"
        )
    return tuple(values) * count if len(values) == 1 else tuple(values)


def _check_windows(op: str, windows: Geometry) -> None:
    if min(windows.kernel) <= 0:
        raise RuntimeError(f"{op}: kernel size should be greater than zero, but got kernel_size={windows.kernel}")
    if 0 in windows.stride:
        raise RuntimeError("stride should not be zero")
    if min(windows.stride) < 0:
        raise RuntimeError(f"{op}: stride should be greater than zero, but got stride={windows.stride}")
    if min(windows.dilation) <= 0:
        raise RuntimeError(f"{op}: dilation should be greater than zero, but got dilation={windows.dilation}")
    for kernel, padding, dilation in zip(windows.kernel, windows.padding, windows.dilation, strict=True):
        if padding < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {padding}")
        if padding > (dilation * (kernel - 1) + 1) // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={padding}, kernel_size={kernel} and "
                f"dilation={dilation}"
            )
        if padding > kernel // 2:  # dilated windows span more, but PyTorch refuses them, too
            raise RuntimeError(
                f"pad should be smaller than or equal to half of kernel size, but got pad={padding} for {kernel}"
            )


def _check_input(op: str, input: Any, count: int) -> None:
    if input.ndim not in (count + 1, count + 2) or 0 in input.shape[input.ndim - count - 1 :]:
        raise RuntimeError(
            f"{op}: Expected {count + 1}D or {count + 2}D (batch mode) tensor with optional 0 dim batch size for "
            f"input, "
            f"but got:{text(input.shape)}"
        )


def geometry(
    op: str, input: Any, count: int, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool
) -> Geometry:
    """Check a pooling and lay out its windows."""
    kernel = _values(op, "kernel_size", kernel_size, count)
    steps = _values(op, "stride", stride, count) if len(stride) else kernel
    windows = Geometry(kernel, steps, _values(op, "padding", padding, count), _values(op, "dilation", dilation, count))
    _check_windows(op, windows)
    _check_input(op, input, count)
    lead = input.ndim - count
    windows.counts = tuple(
        window_count(size, k, s, p, d, ceil_mode)
        for size, k, s, p, d in zip(
            input.shape[lead:], kernel, windows.stride, windows.padding, windows.dilation, strict=True
        )
    )
    if any(count < 1 for count in windows.counts):
        raise RuntimeError(
            f"Given input size: ({'x'.join(map(str, input.shape[lead - 1 :]))}). Calculated output size: "
            f"({'x'.join(map(str, (input.shape[lead - 1], *windows.counts)))}). Output size is too small"
        )
    windows.shape = (*input.shape[:lead], *windows.counts)
    return windows


def _max_pool(op: str, count: int, self: Any, rest: Any) -> Any:
    windows = geometry(op, self, count, *rest)
    refuse(self.dtype, "fhi", op)
    return follows(windows.shape, self), follows(windows.shape, self, _INT64)


def _max_pool_backward(op: str, count: int, grad_output: Any, self: Any, rest: Any, indices: Any) -> Any:
    windows = geometry(op, self, count, *rest)
    for name, one in (("grad_output", grad_output), ("indices", indices)):
        if one.shape != windows.shape:
            raise RuntimeError(f"{op}: Expected {name} of shape {text(windows.shape)}, but got {text(one.shape)}")
    if grad_output.dtype != self.dtype:
        raise RuntimeError(f"{op}: expected dtype {self.dtype} for `gradOutput` but got dtype {grad_output.dtype}")
    refuse(self.dtype, "fh", op)
    return follows(self.shape, self)


def _define(count: int) -> None:
    """Two and three dimensions differ in nothing else."""
    name = f"max_pool{count}d"

    @FAKES(f"{name}_with_indices")
    def with_indices(
        self: Any, kernel_size: Any, stride: Any = (), padding: Any = (0,), dilation: Any = (1,),
        ceil_mode: bool = False,
    ) -> Any:  # fmt: skip
        """The maximum of each window, and its index."""
        return _max_pool(name, count, self, (kernel_size, stride, padding, dilation, ceil_mode))

    @FAKES(f"{name}_with_indices_backward")
    def backward(
        grad_output: Any, self: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool,
        indices: Any,
    ) -> Any:  # fmt: skip
        """Gradients go to the positions of the maxima."""
        rest = (kernel_size, stride, padding, dilation, ceil_mode)
        return _max_pool_backward(f"{name}_with_indices_backward", count, grad_output, self, rest, indices)


_define(2)
_define(3)


def _avg_pool(op: str, count: int, self: Any, rest: Any, divisor_override: int | None) -> Any:
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    windows = geometry(op, self, count, *rest)
    if name_of(self.dtype) != "int64":  # the only integers that PyTorch averages
        refuse(self.dtype, "fh", op)
    return windows


@FAKES("avg_pool2d")
def avg_pool2d(
    self: Any, kernel_size: Any, stride: Any = (), padding: Any = (0,), ceil_mode: bool = False,
    count_include_pad: bool = True, divisor_override: int | None = None,
) -> Any:  # fmt: skip
    """The mean of each window."""
    rest = (kernel_size, stride, padding, (1,), ceil_mode)
    return follows(_avg_pool("avg_pool2d", 2, self, rest, divisor_override).shape, self)


@FAKES("avg_pool3d")
def avg_pool3d(
    self: Any, kernel_size: Any, stride: Any = (), padding: Any = (0,), ceil_mode: bool = False,
    count_include_pad: bool = True, divisor_override: int | None = None,
) -> Any:  # fmt: skip
    """The mean of each window."""
    rest = (kernel_size, stride, padding, (1,), ceil_mode)
    windows = _avg_pool("avg_pool3d", 3, self, rest, divisor_override)
    if any(size < k for size, k in zip(self.shape[-3:], windows.kernel, strict=True)):
        (depth, height, width), (k_depth, k_height, k_width) = self.shape[-3:], windows.kernel
        raise RuntimeError(
            f"input image (T: {depth} H: {height} W: {width}) smaller than kernel size "
            f"(kT: {k_depth} kH: {k_height} kW: {k_width})"
        )
    refuse(self.dtype, "fi", "avg_pool3d_out_frame")
    return new(windows.shape, self.dtype)


@FAKES("avg_pool2d_backward")
def avg_pool2d_backward(
    grad_output: Any, self: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool, count_include_pad: bool,
    divisor_override: int | None,
) -> Any:  # fmt: skip
    """Each gradient is spread over its window."""
    windows = geometry("avg_pool2d", self, 2, kernel_size, stride, padding, (1,), ceil_mode)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    if grad_output.shape != windows.shape:
        raise RuntimeError(
            f"avg_pool2d_backward: Expected grad_output of shape {text(windows.shape)}, but got "
            f"{text(grad_output.shape)}"
        )
    check_same_dtype(self, grad_output, "expected dtype {} for `gradOutput` but got dtype {}")
    if name_of(self.dtype) != "int64":
        refuse(self.dtype, "fh", "avg_pool2d_backward")
    return follows(self.shape, self)


def _adaptive(op: str, count: int, self: Any, output_size: Any) -> tuple[int, ...]:
    if len(output_size) != count:
        raise RuntimeError(f"{op}: output_size must be {count}")
    if self.ndim not in (count + 1, count + 2):
        raise RuntimeError(f"{op}(): Expected {count + 1}D or {count + 2}D tensor, but got {text(self.shape)}")
    for dim in range(self.ndim - count - (0 if "avg" in op else 1), self.ndim):
        if self.shape[dim] == 0:
            raise RuntimeError(
                f"{op}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes "
                f"{text(self.shape)} with dimension {dim} being empty"
            )
    if min(output_size) < 0:
        raise RuntimeError(
            f"{op}: elements of output_size must be greater than or equal to 0 but received {output_size}"
        )
    return (*self.shape[: self.ndim - count], *output_size)


@FAKES("_adaptive_avg_pool2d")
def _adaptive_avg_pool2d(self: Any, output_size: Any) -> Any:
    shape = _adaptive("adaptive_avg_pool2d", 2, self, output_size)
    if 0 not in shape:
        refuse(self.dtype, "fh", "adaptive_avg_pool2d")
    return follows(shape, self)


@FAKES("_adaptive_avg_pool3d")
def _adaptive_avg_pool3d(self: Any, output_size: Any) -> Any:
    shape = _adaptive("adaptive_avg_pool3d", 3, self, output_size)
    refuse(self.dtype, "fh", "adaptive_avg_pool3d_cpu")
    return new(shape, self.dtype)


def check_not_empty(op: str, grad_output: Any) -> None:
    """Refuse a gradient without elements, unless there are no samples.

    Raises:
        RuntimeError: it is one.
    """
    for dim in range(1, grad_output.ndim):
        if grad_output.shape[dim] == 0:
            raise RuntimeError(
                f"{op}(): Expected grad_output to have non-zero size for non-batch dimensions, but grad_output has "
                f"sizes {text(grad_output.shape)} with dimension {dim} being empty"
            )


def _adaptive_backward(op: str, grad_output: Any, self: Any) -> Any:
    check_not_empty(op, grad_output)
    if grad_output.ndim != self.ndim:
        raise RuntimeError(f"{op}: Expected grad_output of {self.ndim} dimensions, but got {text(grad_output.shape)}")
    if grad_output.dtype != self.dtype:
        raise RuntimeError(f"expected dtype {self.dtype} for `grad_output` but got dtype {grad_output.dtype}")
    refuse(self.dtype, "fh", op)
    return follows(self.shape, self)


@FAKES("_adaptive_avg_pool2d_backward")
def _adaptive_avg_pool2d_backward(grad_output: Any, self: Any) -> Any:
    return _adaptive_backward("adaptive_avg_pool2d_backward", grad_output, self)


@FAKES("_adaptive_avg_pool3d_backward")
def _adaptive_avg_pool3d_backward(grad_output: Any, self: Any) -> Any:
    return new(self.shape, _adaptive_backward("adaptive_avg_pool3d_backward", grad_output, self).dtype)


@FAKES("adaptive_max_pool2d")
def adaptive_max_pool2d(self: Any, output_size: Any) -> Any:
    """Adaptive pooling: the maximum of each window."""
    shape = _adaptive("adaptive_max_pool2d", 2, self, output_size)
    refuse(self.dtype, "fh", "adaptive_max_pool2d")
    return follows(shape, self), follows(shape, self, _INT64)


@FAKES("adaptive_max_pool3d")
def adaptive_max_pool3d(self: Any, output_size: Any) -> Any:
    """Adaptive pooling: the maximum of each window."""
    shape = _adaptive("adaptive_max_pool3d", 3, self, output_size)
    refuse(self.dtype, "fh", "adaptive_max_pool3d_cpu")
    return new(shape, self.dtype), new(shape, _INT64)
