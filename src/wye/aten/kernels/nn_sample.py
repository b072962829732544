"""NumPy kernels of resampling: indices and weights are computed for each dimension, then picked and mixed at once."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from wye.aten.arrays.results import computing, described, laid_out, rounded
from wye.aten.declare import Rules
from wye.aten.fake import nn_sample as fake

__all__ = ["KERNELS"]

KERNELS = Rules()


def _scale(size: int, wanted: int, scale: float | None, align_corners: bool, dtype: Any) -> Any:
    """Steps in the source for one step in the result."""
    if align_corners:
        return dtype.type((size - 1) / (wanted - 1)) if wanted > 1 else dtype.type(0)
    return dtype.type(1 / scale) if scale is not None and scale > 0 else dtype.type(size) / dtype.type(wanted)


def _nearest(self: Any, meta: Any, scales: Any, shift: float) -> Any:
    # Positions are computed in single precision whatever the elements are, as PyTorch does.
    single, result = np.dtype("float32"), self
    for dim in range(2, self.ndim):
        size, wanted = self.shape[dim], meta.shape[dim]
        step = _scale(size, wanted, scales[dim - 2], False, single)
        if self.ndim == 4 and not shift and wanted in (size, 2 * size):  # images of these sizes ignore the scale
            at = np.arange(wanted) // (wanted // size)
        else:
            at = np.floor((np.arange(wanted, dtype=single) + single.type(shift)) * step).astype(np.int64)
        result = np.take(result, np.minimum(at, size - 1), axis=dim)
    return laid_out(result, meta)


def _cubic_weights(t: Any) -> list[Any]:
    """Weights of the four neighbours of a point at distance ``t`` behind the second one."""
    a = -0.75

    def near(x: Any) -> Any:
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x: Any) -> Any:
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


def _taps(size: int, wanted: int, scale: float | None, align_corners: bool, cubic: bool, dtype: Any) -> Any:
    """For every position of the result: which sources it mixes, and how much of each."""
    step = _scale(size, wanted, scale, align_corners, dtype)
    at = np.arange(wanted, dtype=dtype)
    source = at * step if align_corners else (at + dtype.type(0.5)) * step - dtype.type(0.5)
    if cubic:
        first = np.floor(source)
        index = first.astype(np.int64)
        places = [np.clip(index + k, 0, size - 1) for k in (-1, 0, 1, 2)]
        return list(zip(places, _cubic_weights(source - first), strict=True))
    source = at if size == wanted else np.maximum(source, 0)  # nothing is mixed where sizes agree
    index = np.minimum(source.astype(np.int64), size - 1)
    part = np.clip(source - index.astype(dtype), 0, 1)
    return [(index, 1 - part), (np.minimum(index + 1, size - 1), part)]


def _smooth(self: Any, meta: Any, align_corners: bool, scales: Any, cubic: bool) -> Any:
    whole = self.dtype.kind in "iu"
    wide = np.dtype("float32") if whole else computing(self.dtype)
    result = self.astype(wide, copy=False)
    for dim in range(self.ndim - 1, 1, -1):
        size, wanted = self.shape[dim], meta.shape[dim]
        tail = (1,) * (self.ndim - dim - 1)
        mixed: Any = 0
        for places, weights in _taps(size, wanted, scales[dim - 2], align_corners, cubic, wide):
            mixed = mixed + np.take(result, places, axis=dim) * weights.reshape(-1, *tail)
        result = mixed
    if whole:
        limits = np.iinfo(self.dtype)
        result = np.clip(np.rint(result), limits.min, limits.max)
    return laid_out(result, meta)


def _define() -> None:
    """The upsampling operators differ in their numbers of dimensions and scales only."""
    scale_names = {1: ("scales",), 2: ("scales_h", "scales_w"), 3: ("scales_d", "scales_h", "scales_w")}

    def all_scales(count: int, scales: Any, named: Any) -> Any:
        names = scale_names[count]
        return [*scales, *(named.get(name) for name in names[len(scales) :])]

    def nearest(name: str, count: int, shift: float) -> None:
        def upsample(self: Any, output_size: Any, *scales: Any, **named: Any) -> Any:
            meta = described(fake.FAKES[name], self, output_size)
            return _nearest(self, meta, all_scales(count, scales, named), shift)

        KERNELS[name] = upsample

    def smooth(name: str, count: int, cubic: bool) -> None:
        def upsample(self: Any, output_size: Any, align_corners: bool, *scales: Any, **named: Any) -> Any:
            meta = described(fake.FAKES[name], self, output_size, align_corners)
            return _smooth(self, meta, align_corners, all_scales(count, scales, named), cubic)

        KERNELS[name] = upsample

    for count in (1, 2, 3):
        nearest(f"upsample_nearest{count}d", count, 0.0)
        nearest(f"_upsample_nearest_exact{count}d", count, 0.5)
    for count, name in enumerate(("upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d"), 1):
        smooth(name, count, cubic=False)
    smooth("upsample_bicubic2d", 2, cubic=True)


_define()


def _reflected(x: Any, low: float, high: float) -> Any:
    """Positions mirrored at both ends until they lie between them."""
    if low == high:
        return np.zeros_like(x)
    span = x.dtype.type(high - low)
    x = np.abs(x - x.dtype.type(low))
    rest, turns = np.fmod(x, span), np.floor(x / span)
    return np.where(turns % 2 == 0, rest, span - rest) + x.dtype.type(low)


def _inside(x: Any, size: int, padding_mode: int, align_corners: bool) -> Any:
    """Positions outside the input moved into it, unless they read zeros."""
    if padding_mode == 0:
        return x
    if padding_mode == 2:
        x = _reflected(x, 0, size - 1) if align_corners else _reflected(x, -0.5, size - 0.5)
    # A NaN position reads the first element, as PyTorch's clamping does.
    return np.where(np.isnan(x), 0, np.clip(x, 0, size - 1)).astype(x.dtype, copy=False)


def _positions(grid: Any, size: int, align_corners: bool) -> Any:
    """From [-1, 1] to indices."""
    half = grid.dtype.type(0.5)
    if align_corners:
        return (grid + 1) * half * (size - 1)
    return ((grid + 1) * size - 1) * half


def _read(x: Any, places: list[Any]) -> Any:
    """Elements at whole positions for every image and channel; zeros outside."""
    inside = np.ones(places[0].shape, bool)
    whole = []
    for place, size in zip(places, x.shape[2:], strict=True):
        valid = (place >= 0) & (place <= size - 1)
        inside &= valid
        whole.append(np.where(valid, place, 0).astype(np.int64))
    batch = np.arange(x.shape[0]).reshape(-1, *(1,) * (whole[0].ndim - 1))
    found = np.moveaxis(x, 1, -1)[(batch, *whole)]
    found = np.where(inside[..., None], found, 0)
    return np.moveaxis(found, -1, 1)


def _sampled(x: Any, grid: Any, mode: int, padding_mode: int, align_corners: bool) -> Any:
    """In the arrays' own dtype; grids name the last dimension first."""
    count = x.ndim - 2
    raw = [_positions(grid[..., count - 1 - dim], x.shape[2 + dim], align_corners) for dim in range(count)]
    if mode == 2:
        return _sampled_cubic(x, raw, padding_mode, align_corners)
    at = [_inside(one, x.shape[2 + dim], padding_mode, align_corners) for dim, one in enumerate(raw)]
    if mode == 1:
        return _read(x, [np.rint(one) for one in at])
    floors = [np.floor(one) for one in at]
    total: Any = 0
    for corner in product((0, 1), repeat=count):
        weight: Any = 1
        for one, floor, far in zip(at, floors, corner, strict=True):
            weight = weight * ((one - floor) if far else (floor + 1 - one))
        total = total + _read(x, [floor + far for floor, far in zip(floors, corner, strict=True)]) * weight[:, None]
    return total


def _sampled_cubic(x: Any, at: list[Any], padding_mode: int, align_corners: bool) -> Any:
    floors = [np.floor(one) for one in at]
    weights = [_cubic_weights(one - floor) for one, floor in zip(at, floors, strict=True)]
    total: Any = 0
    for taps in product(range(4), repeat=2):
        places = [
            _inside(floor + (tap - 1), x.shape[2 + dim], padding_mode, align_corners)
            for dim, (floor, tap) in enumerate(zip(floors, taps, strict=True))
        ]
        total = total + _read(x, places) * (weights[0][taps[0]] * weights[1][taps[1]])[:, None]
    return total


@KERNELS("grid_sampler_2d")
def grid_sampler_2d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """Sample images at points, interpolating between pixels."""
    meta = described(fake.grid_sampler_2d, input, grid, interpolation_mode, padding_mode, align_corners)
    wide = computing(input.dtype)
    x, points = input.astype(wide, copy=False), grid.astype(wide, copy=False)
    return laid_out(_sampled(x, points, interpolation_mode, padding_mode, align_corners), meta)


@KERNELS("grid_sampler_3d")
def grid_sampler_3d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """Sample volumes at points, interpolating between elements."""
    meta = described(fake.grid_sampler_3d, input, grid, interpolation_mode, padding_mode, align_corners)
    wide = computing(input.dtype)
    x, points = input.astype(wide, copy=False), grid.astype(wide, copy=False)
    return laid_out(_sampled(x, points, interpolation_mode, padding_mode, align_corners), meta)


@KERNELS("pixel_shuffle")
def pixel_shuffle(self: Any, upscale_factor: int) -> Any:
    """Rearrange channels into pixels: (C * r * r, H, W) to (C, H * r, W * r)."""
    meta, r = described(fake.pixel_shuffle, self, upscale_factor), upscale_factor
    channels, height, width = self.shape[-3:]
    n = self.ndim - 3
    parts = self.reshape(*self.shape[:-3], channels // r**2, r, r, height, width)
    moved = parts.transpose(*range(n), n, n + 3, n + 1, n + 4, n + 2)
    return laid_out(np.array(moved, order="C").reshape(meta.shape), meta)


@KERNELS("pixel_unshuffle")
def pixel_unshuffle(self: Any, downscale_factor: int) -> Any:
    """Rearrange pixels into channels: the reverse of `pixel_shuffle`."""
    meta, r = described(fake.pixel_unshuffle, self, downscale_factor), downscale_factor
    channels, height, width = self.shape[-3:]
    n = self.ndim - 3
    parts = self.reshape(*self.shape[:-3], channels, height // r, r, width // r, r)
    moved = parts.transpose(*range(n), n, n + 2, n + 4, n + 1, n + 3)
    return laid_out(np.array(moved, order="C").reshape(meta.shape), meta)


@KERNELS("channel_shuffle")
def channel_shuffle(self: Any, groups: int) -> Any:
    """Interleave the channels of groups."""
    meta = described(fake.channel_shuffle, self, groups)
    parts = self.reshape(self.shape[0], groups, self.shape[1] // groups, *self.shape[2:])
    return laid_out(np.array(parts.swapaxes(1, 2), order="C").reshape(self.shape), meta)


def _check_offsets(indices: Any, offsets: Any, include_last_offset: bool) -> None:
    if offsets.size and offsets[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, "
            f"got {offsets[0]}"
        )
    if offsets.size and offsets[-1] > indices.size:
        raise RuntimeError(
            "offsets[-1] can not be greater than input's length. However, got offsets[-1] of "
            f"{offsets[-1]} and input's length of {indices.size}"
        )


@KERNELS("_embedding_bag", "_embedding_bag_forward_only")
def _embedding_bag(
    weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool = False, mode: int = 0, sparse: bool = False,
    per_sample_weights: Any = None, include_last_offset: bool = False, padding_idx: int = -1,
) -> Any:  # fmt: skip
    metas = fake.FAKES["_embedding_bag"](
        weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx
    )
    _check_offsets(indices, offsets, include_last_offset)
    if indices.size and (indices.min() < 0 or indices.max() >= weight.shape[0]):
        raise RuntimeError(f"embedding_bag: expected all idx in [0, {weight.shape[0]}), but got {indices.tolist()}")
    wide, bags = computing(weight.dtype), metas[0].shape[0]
    starts = offsets[:bags]
    owner = np.searchsorted(starts, np.arange(indices.size), side="right") - 1
    kept = indices != padding_idx if padding_idx >= 0 else np.ones(indices.shape, bool)
    size = np.bincount(owner[kept], minlength=bags).astype(indices.dtype)
    rows = weight[indices[kept]].astype(wide, copy=False)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[kept].astype(wide, copy=False)[:, None]
    if mode == 2:
        total, where = _bag_maxima(rows, indices[kept], owner[kept], metas)
    else:
        total = np.zeros((bags, weight.shape[1]), wide)
        np.add.at(total, owner[kept], rows)
        if mode == 1:
            total /= np.maximum(size, 1)[:, None].astype(wide)
        else:
            size = np.zeros_like(size)  # only means and maxima need the sizes later
        where = size.copy()
    return rounded(total, weight.dtype), owner.astype(indices.dtype)[: metas[1].shape[0]], size, where


def _bag_maxima(rows: Any, indices: Any, owner: Any, metas: Any) -> Any:
    total = np.zeros(metas[0].shape, rows.dtype)
    where = np.zeros(metas[3].shape, indices.dtype)
    for bag in np.unique(owner):
        mine = owner == bag
        best = rows[mine].argmax(0)
        total[bag] = np.take_along_axis(rows[mine], best[None], 0)[0]
        where[bag] = indices[mine][best]
    return total, where


KERNELS["native_channel_shuffle"] = channel_shuffle


def _triangle(x: Any) -> Any:
    """The filter of linear interpolation."""
    return np.maximum(1 - np.abs(x), 0)


def _cubic(x: Any) -> Any:
    """The filter of cubic interpolation, as image libraries have it."""
    a, x = -0.5, np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))


def _averaging(size: int, wanted: int, scale: float | None, align_corners: bool, cubic: bool, dtype: Any) -> Any:
    """A matrix of weights: how much each source counts for each position of the result."""
    step = _scale(size, wanted, scale, align_corners, dtype)
    reach = (2 if cubic else 1) * max(step, 1.0)
    weights = np.zeros((wanted, size), dtype)
    for at in range(wanted):
        center = step * (at + 0.5)
        first = max(int(center - reach + 0.5), 0)
        sources = np.arange(first, min(int(center + reach + 0.5), size), dtype=dtype)
        values = (_cubic if cubic else _triangle)((sources - center + 0.5) / max(step, 1.0))
        weights[at, first : first + sources.size] = values / (values.sum() or 1)
    return weights


def _antialiased(self: Any, meta: Any, align_corners: bool, scales: Any, cubic: bool) -> Any:
    whole = self.dtype.kind in "iu"
    wide = np.dtype("float32") if whole else computing(self.dtype)
    result = self.astype(wide, copy=False)
    for dim in (3, 2):
        size, wanted = self.shape[dim], meta.shape[dim]
        weights = _averaging(size, wanted, scales[dim - 2], align_corners, cubic, wide)
        result = np.moveaxis(np.tensordot(result, weights, (dim, 1)), -1, dim)
    if whole:
        limits = np.iinfo(self.dtype)
        result = np.clip(np.rint(result), limits.min, limits.max)
    return laid_out(result.astype(meta.dtype, copy=False), meta)


@KERNELS("_upsample_bilinear2d_aa")
def upsample_bilinear2d_aa(
    self: Any, output_size: Any, align_corners: bool, scales_h: float | None = None, scales_w: float | None = None
) -> Any:
    """Images at another size, averaged over what becomes one pixel."""
    meta = described(fake.FAKES["_upsample_bilinear2d_aa"], self, output_size, align_corners)
    return _antialiased(self, meta, align_corners, (scales_h, scales_w), cubic=False)


@KERNELS("_upsample_bicubic2d_aa")
def upsample_bicubic2d_aa(
    self: Any, output_size: Any, align_corners: bool, scales_h: float | None = None, scales_w: float | None = None
) -> Any:
    """Images at another size, averaged over what becomes one pixel, with a cubic filter."""
    meta = described(fake.FAKES["_upsample_bicubic2d_aa"], self, output_size, align_corners)
    return _antialiased(self, meta, align_corners, (scales_h, scales_w), cubic=True)
