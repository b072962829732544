"""Pooling over the operators that have kernels."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, is_complex, is_floating, ndim_of
from wye.call.packets import ops
from wye.tensors.dtypes import not_implemented, to_numpy_dtype

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


def _check_1d(name: str, self: Any, **sizes: Any) -> None:
    if ndim_of(self) not in (2, 3):
        raise RuntimeError(f"{name}() Expected 2D or 3D input tensor, but got {list(self.shape)}")
    for what, values in sizes.items():
        if len(values) != 1 and (values or what != "stride"):
            raise RuntimeError(f"{name}() argument '{what}' should contain one int (got {len(values)})")


@IMPLICIT("avg_pool1d")
def avg_pool1d(
    self: Any, kernel_size: Any, stride: Any = (), padding: Any = (0,), ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Any:  # fmt: skip
    """The mean of each window."""
    _check_1d("avg_pool1d", self, kernel_size=kernel_size, stride=stride, padding=padding)
    steps = stride or kernel_size
    wide = aten.avg_pool2d(
        aten.unsqueeze.default(self, -2),
        [1, kernel_size[0]],
        [1, steps[0]],
        [0, padding[0]],
        ceil_mode,
        count_include_pad,
    )
    return aten.squeeze.dim(wide, -2)


@IMPLICIT("max_pool1d_with_indices")
def max_pool1d_with_indices(
    self: Any, kernel_size: Any, stride: Any = (), padding: Any = (0,), dilation: Any = (1,), ceil_mode: bool = False
) -> Any:
    """The maximum of each window, and its index."""
    if ndim_of(self) not in (2, 3) or 0 in self.shape[ndim_of(self) - 2 :]:
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:"
            f"{list(self.shape)}"
        )
    sizes = {"kernel_size": kernel_size, "stride": stride, "dilation": dilation}
    _check_1d("max_pool1d", self, padding=padding, **sizes)
    for what, values in sizes.items():
        if values and values[0] <= 0:
            raise RuntimeError(f"max_pool1d() {what} must be greater than zero, but got {values[0]}")
    steps = stride or kernel_size
    values, indices = aten.max_pool2d_with_indices(
        aten.unsqueeze.default(self, -2),
        [1, kernel_size[0]],
        [1, steps[0]],
        [0, padding[0]],
        [1, dilation[0]],
        ceil_mode,
    )
    return aten.squeeze.dim(values, -2), aten.squeeze.dim(indices, -2)


@IMPLICIT("max_pool1d")
def max_pool1d(
    self: Any, kernel_size: Any, stride: Any = (), padding: Any = (0,), dilation: Any = (1,), ceil_mode: bool = False
) -> Any:
    """The maximum of each window."""
    if not (is_floating(self) or is_complex(self)):
        raise not_implemented("max_pool1d_impl", to_numpy_dtype(dtype_of(self)))
    return aten.contiguous.default(
        aten.max_pool1d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode)[0]
    )


@IMPLICIT("max_pool2d")
def max_pool2d(
    self: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False
) -> Any:
    """The maximum of each window."""
    return aten.max_pool2d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode)[0]


@IMPLICIT("max_pool3d")
def max_pool3d(
    self: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False
) -> Any:
    """The maximum of each window."""
    return aten.max_pool3d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode)[0]


@IMPLICIT("adaptive_avg_pool1d")
def adaptive_avg_pool1d(self: Any, output_size: Any) -> Any:
    """Adaptive pooling: the mean of each window."""
    _check_1d("adaptive_avg_pool1d", self, output_size=output_size)
    return aten.squeeze.dim(aten.adaptive_avg_pool2d(aten.unsqueeze.default(self, -2), [1, output_size[0]]), -2)


@IMPLICIT("adaptive_max_pool1d")
def adaptive_max_pool1d(self: Any, output_size: Any) -> Any:
    """Adaptive pooling: the maximum of each window, and its index."""
    _check_1d("adaptive_max_pool1d", self, output_size=output_size)
    values, indices = aten.adaptive_max_pool2d.default(aten.unsqueeze.default(self, -2), [1, output_size[0]])
    flat = aten.squeeze.dim(indices, -2)
    return aten.squeeze.dim(values, -2), flat


@IMPLICIT("adaptive_avg_pool2d")
def adaptive_avg_pool2d(self: Any, output_size: Any) -> Any:
    """Adaptive pooling: the mean of each window."""
    if len(output_size) != 2:
        raise RuntimeError("adaptive_avg_pool2d: output_size must be 2")
    if list(output_size) == [1, 1] and ndim_of(self) in (3, 4) and 0 not in self.shape[-2:]:
        return aten.mean(self, [-1, -2], True)
    return aten._adaptive_avg_pool2d(self, output_size)


@IMPLICIT("adaptive_avg_pool3d")
def adaptive_avg_pool3d(self: Any, output_size: Any) -> Any:
    """Adaptive pooling: the mean of each window."""
    if len(output_size) != 3:
        raise RuntimeError("adaptive_avg_pool3d: output_size must be 3")
    if list(output_size) == [1, 1, 1] and ndim_of(self) in (4, 5) and 0 not in self.shape[-3:]:
        return aten.mean(self, [-1, -2, -3], True)
    return aten._adaptive_avg_pool3d(self, output_size)
