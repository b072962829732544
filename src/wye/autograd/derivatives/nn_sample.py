"""Derivatives of resampling, shuffles of channels and bags of embeddings."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays import grid_sampling, resampling
from wye.autograd.grids import grid_sample, grid_sample_forward
from wye.autograd.rules import NOT_DIFFERENTIABLE, Derivative, derivative
from wye.autograd.separable import transposed
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _resized(
    name: str,
    kind: str,
    grad: Any,
    shape: Any,
    output_size: Any,
    scales: tuple[Any, ...],
    corners: tuple[bool, ...] = (),
) -> Any:
    found = engine.compute_unseen(resampling.gradient, kind, grad, shape, scales, corners == (True,))
    if found is not None:
        return found
    n = len(scales)

    def along(units: Any, number: int) -> Any:
        size = [output_size[i] if i == number else 1 for i in range(n)]
        only = [scales[i] if i == number else None for i in range(n)]
        return getattr(ops.aten, name).default(units, size, *corners, *only)

    return transposed(grad, shape, n, along)


def _nearest(name: str, n: int, kind: str) -> Derivative:
    formula: Any = {
        1: lambda grad, shape_of_self, output_size, scales: _resized(
            name, kind, grad, shape_of_self, output_size, (scales,)
        ),
        2: lambda grad, shape_of_self, output_size, scales_h, scales_w: _resized(
            name, kind, grad, shape_of_self, output_size, (scales_h, scales_w)
        ),
        3: lambda grad, shape_of_self, output_size, scales_d, scales_h, scales_w: _resized(
            name, kind, grad, shape_of_self, output_size, (scales_d, scales_h, scales_w)
        ),
    }[n]
    return derivative(self=formula, forward="joint")


def _smooth(name: str, n: int, kind: str) -> Derivative:
    formula: Any = {
        1: lambda grad, shape_of_self, output_size, align_corners, scales: _resized(
            name, kind, grad, shape_of_self, output_size, (scales,), (align_corners,)
        ),
        2: lambda grad, shape_of_self, output_size, align_corners, scales_h, scales_w: _resized(
            name, kind, grad, shape_of_self, output_size, (scales_h, scales_w), (align_corners,)
        ),
        3: lambda grad, shape_of_self, output_size, align_corners, scales_d, scales_h, scales_w: _resized(
            name, kind, grad, shape_of_self, output_size, (scales_d, scales_h, scales_w), (align_corners,)
        ),
    }[n]
    return derivative(self=formula, forward="joint")


def _affine(grad: Any, shape_of_theta: Any, size: Any, align_corners: bool) -> Any:
    count, rows, _ = shape_of_theta
    eye = ops.aten.eye.m(rows, rows + 1, dtype=grad.dtype, device=grad.device).unsqueeze(0)
    places = ops.aten.affine_grid_generator.default(eye, [1, *size[1:]], align_corners).reshape([-1, rows])
    base = ops.aten.cat.default([places, places.new_ones([places.shape[0], 1])], 1)
    return ops.aten.matmul.default(grad.reshape([count, -1, rows]).transpose(1, 2), base)


# ---- bags of embeddings ----

_SUM, _MEAN, _MAX = 0, 1, 2


def _bags(indices: Any, offsets: Any, include_last_offset: bool) -> Any:
    """The bag of each index."""
    starts = offsets.narrow(0, 0, offsets.shape[0] - 1) if include_last_offset else offsets
    places = ops.aten.arange.default(indices.shape[0], device=indices.device)
    return (places.unsqueeze(1) >= starts).sum(1) - 1


def _bag_on_arrays(
    grad: Any, shape: Any, indices: Any, offsets: Any, mean: bool, include_last: bool, padding_idx: int
) -> Any:
    starts = offsets[:-1] if include_last else offsets
    if not indices.size or not starts.size or grad.dtype.char not in "fd":
        return None
    bags = starts.searchsorted(np.arange(indices.size), "right") - 1
    counted = (indices != padding_idx).astype(grad.dtype)
    parts = grad[bags]
    if mean:
        sizes = np.maximum(np.bincount(bags, counted, len(grad)), 1).astype(grad.dtype)
        parts = parts / sizes[bags][:, None]
    found = np.zeros(shape, grad.dtype)
    np.add.at(found, indices, parts * counted[:, None])
    return found


def _bag_maxima_on_arrays(grad: Any, shape: Any, sizes: Any, where: Any) -> Any:
    if grad.shape != where.shape or not grad.size:
        return None
    found = np.zeros(shape, grad.dtype)
    some = sizes > 0
    np.add.at(found, (where[some], np.arange(grad.shape[1])), grad[some])
    return found


def _bag_weight(
    grad: Any, shape_of_weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool, mode: int,
    per_sample_weights: Any, include_last_offset: bool, padding_idx: int, result2: Any, result3: Any,
) -> Any:  # fmt: skip
    if mode != _MAX and not scale_grad_by_freq and per_sample_weights is None:
        given = (grad, list(shape_of_weight), indices, offsets, mode == _MEAN, include_last_offset, padding_idx)
        quick = engine.compute_unseen(_bag_on_arrays, *given)
        if quick is not None:
            return quick
    if mode == _MAX:
        quick = engine.compute_unseen(_bag_maxima_on_arrays, grad, list(shape_of_weight), result2, result3)
        if quick is not None:
            return quick
    found = grad.new_zeros(list(shape_of_weight))
    if mode == _MAX:  # an empty bag has no greatest element
        return found.scatter_add(0, result3, grad * (result2 > 0).unsqueeze(1))
    bags = _bags(indices, offsets, include_last_offset)
    parts = grad.index_select(0, bags)
    counted = indices != padding_idx
    if mode == _MEAN:
        sizes = grad.new_zeros([grad.shape[0]]).index_add(0, bags, counted.to(grad.dtype)).clamp(min=1)
        parts = parts / sizes.index_select(0, bags).unsqueeze(1)
    if per_sample_weights is not None:
        parts = parts * per_sample_weights.unsqueeze(1)
    if scale_grad_by_freq:
        seen = grad.new_zeros([shape_of_weight[0]]).index_add(0, indices, grad.new_ones([indices.shape[0]]))
        parts = parts / seen.index_select(0, indices).unsqueeze(1)
    parts = parts * counted.unsqueeze(1)
    # Sums of short floats are rounded one by one, as those in gradients of `embedding` are.
    if found.dtype.itemsize == 2 and per_sample_weights is None:
        return found.index_put([indices], parts, accumulate=True)
    return found.index_add(0, indices, parts)


def _bag_samples(
    grad: Any, weight: Any, indices: Any, offsets: Any, include_last_offset: bool, padding_idx: int
) -> Any:
    bags = _bags(indices, offsets, include_last_offset)
    found = (grad.index_select(0, bags) * weight.index_select(0, indices)).sum(1)
    return found * (indices != padding_idx)


def _bag_forward(
    weight_t: Any, per_sample_weights_t: Any, weight: Any, indices: Any, offsets: Any, mode: int,
    per_sample_weights: Any, include_last_offset: bool, padding_idx: int, result0: Any, result2: Any, result3: Any,
) -> Any:  # fmt: skip
    if mode == _MAX:
        return weight_t.gather(0, result3) * (result2 > 0).unsqueeze(1), None, None, None
    bags = _bags(indices, offsets, include_last_offset)
    counted = (indices != padding_idx).to(weight.dtype)
    rows = weight_t.index_select(0, indices)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(1)
        rows = rows + weight.index_select(0, indices) * per_sample_weights_t.unsqueeze(1)
    rows = rows * counted.unsqueeze(1)
    if mode == _MEAN:
        sizes = counted.new_zeros([result0.shape[0]]).index_add(0, bags, counted).clamp(min=1)
        rows = rows / sizes.index_select(0, bags).unsqueeze(1)
    return rows.new_zeros(list(result0.shape)).index_add(0, bags, rows), None, None, None


def _grids(n: int) -> Derivative:
    def back(
        grad: Any, input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool, needs: Any
    ) -> Any:
        given = (grad, input, grid, interpolation_mode, padding_mode, align_corners, needs)
        found = engine.compute_unseen(grid_sampling.gradients, *given)
        return grid_sample(*given) if found is None else found

    def forward(
        input_t: Any,
        grid_t: Any,
        input: Any,
        grid: Any,
        interpolation_mode: int,
        padding_mode: int,
        align_corners: bool,
    ) -> Any:
        sampled = getattr(ops.aten, f"grid_sampler_{n}d").default
        moved = grid_sample_forward(grid_t, input, grid, interpolation_mode, padding_mode, align_corners)
        return sampled(input_t, grid, interpolation_mode, padding_mode, align_corners) + moved

    return derivative({"input, grid": back}, forward=forward, node=f"GridSampler{n}DBackward0")


DERIVATIVES: dict[str, Derivative] = {
    **{f"upsample_nearest{n}d": _nearest(f"upsample_nearest{n}d", n, "nearest") for n in (1, 2, 3)},
    **{f"_upsample_nearest_exact{n}d": _nearest(f"_upsample_nearest_exact{n}d", n, "nearest_exact") for n in (1, 2, 3)},
    "upsample_linear1d": _smooth("upsample_linear1d", 1, "linear"),
    "upsample_bilinear2d": _smooth("upsample_bilinear2d", 2, "linear"),
    "upsample_trilinear3d": _smooth("upsample_trilinear3d", 3, "linear"),
    "upsample_bicubic2d": _smooth("upsample_bicubic2d", 2, "cubic"),
    "_upsample_bilinear2d_aa": _smooth("_upsample_bilinear2d_aa", 2, "linear_aa"),
    "_upsample_bicubic2d_aa": _smooth("_upsample_bicubic2d_aa", 2, "cubic_aa"),
    "pixel_shuffle": derivative(
        self=lambda grad, upscale_factor: ops.aten.pixel_unshuffle.default(grad, upscale_factor), forward="joint"
    ),
    "pixel_unshuffle": derivative(
        self=lambda grad, downscale_factor: ops.aten.pixel_shuffle.default(grad, downscale_factor), forward="joint"
    ),
    "channel_shuffle": derivative(
        self=lambda grad, groups: ops.aten.channel_shuffle.default(grad, grad.shape[1] // groups), forward="joint"
    ),
    "native_channel_shuffle": derivative(
        self=lambda grad, groups: ops.aten.native_channel_shuffle.default(grad, grad.shape[1] // groups),
        forward="joint",
    ),
    "affine_grid_generator": derivative(theta=_affine, forward="joint"),
    "grid_sampler_2d": _grids(2),
    "grid_sampler_3d": _grids(3),
    "_embedding_bag": derivative(
        weight=_bag_weight, per_sample_weights=_bag_samples, forward=_bag_forward, constant=(1, 2, 3)
    ),
    "_embedding_bag_forward_only": NOT_DIFFERENTIABLE,
}
