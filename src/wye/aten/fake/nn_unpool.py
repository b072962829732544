"""Fake kernels of max unpooling, and of fractional max pooling."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.arrays.windows import follows, new, refuse, text
from wye.aten.declare import Rules

__all__ = ["FAKES"]

FAKES = Rules()
_INT64 = np.dtype("int64")


def _unpooled(name: str, self: Any, indices: Any, output_size: Any, count: int) -> Any:
    if indices.dtype != _INT64:
        raise RuntimeError(f"elements in indices should be type int64 but got: {indices.dtype.name}")
    if len(output_size) != count:
        raise RuntimeError(
            f"There should be exactly {count} elements in output_size, but got {len(output_size)} elements."
        )
    if self.ndim not in (count + 1, count + 2):
        raise RuntimeError(
            f"Input to {name} should be a {count + 1}d or {count + 2}d Tensor, but "
            f"got a tensor with {self.ndim} dimensions."
        )
    if self.shape != indices.shape:
        raise RuntimeError(
            "Expected shape of indices to be same as that of the input tensor "
            f"({text(self.shape)}) but got indices tensor with shape: {text(indices.shape)}"
        )
    if 0 in self.shape[1:]:
        raise RuntimeError(
            f"{name}: Expected input to have non-zero size for non-batch dimensions, got {text(self.shape)}"
        )
    refuse(self.dtype, "fh", f"max_unpool{count}d")
    return follows((*self.shape[:-count], *output_size), self)


@FAKES("max_unpool2d")
def max_unpool2d(self: Any, indices: Any, output_size: Any) -> Any:
    """Max unpooling: put maxima back at their positions in images of zeros."""
    return _unpooled("max_unpooling2d_forward_out", self, indices, output_size, 2)


@FAKES("max_unpool3d")
def max_unpool3d(self: Any, indices: Any, output_size: Any, stride: Any, padding: Any) -> Any:
    """Max unpooling: put maxima back at their positions in volumes of zeros."""
    if len(stride) != 3 or any(step <= 0 for step in stride):
        raise RuntimeError(f"strides should be greater than zero, but got stride: {list(stride)}")
    if len(padding) != 3:
        raise RuntimeError("There should be exactly 3 elements in padding")
    made = _unpooled("max_unpool3d", self, indices, output_size, 3)
    return new(made.shape, made.dtype)


def _fractional(name: str, self: Any, kernel_size: Any, output_size: Any, samples: Any, count: int) -> Any:
    for what, sizes in (("kernel_size", kernel_size), ("output_size", output_size)):
        if len(sizes) not in (1, count):
            raise RuntimeError(
                f"{name}: {what} must either be a single Int or tuple of {'three ' if count == 3 else ''}Ints"
            )
    kernel, wanted = list(kernel_size) * (count // len(kernel_size)), list(output_size) * (count // len(output_size))
    if self.ndim not in (count + 1, count + 2) or 0 in self.shape[1:]:
        raise RuntimeError(f"{name}: Expected {count + 1}D or {count + 2}D tensor, but got {text(self.shape)}")
    for size, window, out in zip(self.shape[-count:], kernel, wanted, strict=True):
        if out + window - 1 > size:
            raise RuntimeError(f"{name}: pool size {window} too large relative to input size {size}")
    batch = 1 if self.ndim == count + 1 else self.shape[0]
    if samples.dtype != self.dtype:
        raise RuntimeError("Expect _random_samples to have the same dtype as input")
    if samples.ndim != 3 or samples.shape[0] < batch or samples.shape[1:] != (self.shape[-count - 1], count):
        raise RuntimeError(
            f"Expect _random_samples of shape [{batch}, {self.shape[-count - 1]}, {count}], got {text(samples.shape)}"
        )
    refuse(self.dtype, "fh", name)
    shape = (*self.shape[:-count], *wanted)
    return new(shape, self.dtype), new(shape, _INT64)


@FAKES("fractional_max_pool2d")
def fractional_max_pool2d(self: Any, kernel_size: Any, output_size: Any, random_samples: Any) -> Any:
    """Maxima over windows at random positions of images."""
    return _fractional("fractional_max_pool2d", self, kernel_size, output_size, random_samples, 2)


@FAKES("fractional_max_pool3d")
def fractional_max_pool3d(self: Any, kernel_size: Any, output_size: Any, random_samples: Any) -> Any:
    """Maxima over windows at random positions of volumes."""
    return _fractional("fractional_max_pool3d", self, kernel_size, output_size, random_samples, 3)
