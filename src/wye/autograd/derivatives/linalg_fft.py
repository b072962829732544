"""Derivatives of Fourier transforms."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays import lapack
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _c2c(grad: Any, dim: Any, normalization: int, forward: bool) -> Any:
    return ops.aten._fft_c2c.default(grad, dim, normalization, not forward)


def _half_to_real(grad: Any, shape: Any, dim: Any, normalization: int, onesided: bool) -> Any:
    if len(shape) != 1 or not grad.size or grad.dtype.kind != "c":
        return None
    points = grad
    if onesided:
        points = np.zeros(shape, grad.dtype)
        points[: grad.size] = grad
    found = lapack.fft(points, [0], False)
    if found is None:
        return None
    scale = (1.0, 1 / sqrt(found.size), 1 / found.size)[normalization]
    return found.real * found.real.dtype.type(scale)


def _r2c(grad: Any, shape_of_self: Any, dim: Any, normalization: int, onesided: bool) -> Any:
    found = engine.compute_unseen_complex(_half_to_real, grad, shape_of_self, dim, normalization, onesided)
    if found is not None:
        return found
    if onesided and dim:
        last = dim[-1] % grad.ndim
        missing = shape_of_self[last] - grad.shape[last]
        pad = [0, 0] * (grad.ndim - 1 - last) + [0, missing]
        grad = ops.aten.constant_pad_nd.default(grad, pad, 0)
    return ops.aten._fft_c2c.default(grad, dim, normalization, False).real


def _c2r(grad: Any, dim: Any, normalization: int, last_dim_size: int) -> Any:
    found = ops.aten._fft_r2c.default(grad, dim, normalization, True)
    last = dim[-1] % grad.ndim
    doubled = last_dim_size - found.shape[last]
    if doubled <= 0:
        return found
    sizes = [1, doubled, found.shape[last] - 1 - doubled]
    one, middle, rest = ops.aten.split_with_sizes.default(found, sizes, last)
    return ops.aten.cat.default([one, 2 * middle, rest], last)


DERIVATIVES: dict[str, Derivative] = {
    "_fft_c2c": derivative(self=_c2c, forward="joint"),
    "_fft_r2c": derivative(self=_r2c, forward="joint"),
    "_fft_c2r": derivative(self=_c2r, forward="joint"),
}
