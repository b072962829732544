"""Derivatives of Fourier transforms."""

from __future__ import annotations

from math import prod, sqrt
from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays import lapack
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _c2c(grad: Any, dim: Any, normalization: int, forward: bool) -> Any:
    return ops.aten._fft_c2c.default(grad, dim, normalization, not forward)


def _factor(count: int, normalization: int) -> float:
    return (1.0, 1 / sqrt(count), 1 / count)[normalization]


def _half_to_real(grad: Any, shape: Any, dim: Any, normalization: int, onesided: bool) -> Any:
    if not grad.size or not dim or grad.dtype.kind != "c":
        return None
    points = grad
    if onesided:
        points = np.zeros(shape, grad.dtype)
        points[tuple([slice(size) for size in grad.shape])] = grad
    found = lapack.fft(points, dim, False)
    if found is None:
        return None
    real = found.real
    return real * real.dtype.type(_factor(prod([shape[one] for one in dim]), normalization))


def _real_to_half(grad: Any, dim: Any, normalization: int, last_dim_size: int) -> Any:
    if not grad.size or grad.dtype.kind == "c":
        return None
    last = dim[-1] % grad.ndim
    found = lapack.rfft(grad, last)
    if found is not None and len(dim) > 1:
        found = lapack.fft(found, dim[:-1], True)
    if found is None:
        return None
    found *= grad.dtype.type(_factor(prod([grad.shape[one] for one in dim]), normalization))
    twice = found[(slice(None),) * last + (slice(1, 1 + last_dim_size - found.shape[last]),)]
    np.multiply(twice, 2, twice)
    return found


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
    unseen = engine.compute_unseen(_real_to_half, grad, dim, normalization, last_dim_size)
    if unseen is not None:
        return unseen
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
