"""NumPy kernels of resampling: indices and weights are computed for each dimension, then picked and mixed at once."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from wye.aten.arrays import grid_sampling
from wye.aten.arrays.resampling import averaging, cubic_weights, nearest_places, plan_for
from wye.aten.arrays.resampling import taps as taps_along
from wye.aten.arrays.results import computing, described, laid_out, rounded
from wye.aten.declare import Rules
from wye.aten.fake import nn_sample as fake

__all__ = ["KERNELS"]

KERNELS = Rules()
_SINGLE = np.dtype("float32")


def _nearest(self: Any, meta: Any, scales: Any, kind: str) -> Any:
    plan = plan_for(kind, self.shape[2:], meta.shape[2:], tuple(scales), False, _SINGLE)
    if plan is not None and self.flags.c_contiguous:
        return laid_out(self.reshape(*self.shape[:2], -1).take(plan.index, 2).reshape(meta.shape), meta)
    result, shift = self, 0.5 if kind == "nearest_exact" else 0.0
    for dim in range(2, self.ndim):
        at = nearest_places(self.shape[dim], meta.shape[dim], scales[dim - 2], shift, self.ndim)
        result = result.take(at, dim)
    return laid_out(result, meta)


def _smooth(self: Any, meta: Any, align_corners: bool, scales: Any, kind: str) -> Any:
    whole = self.dtype.kind in "iu"
    wide = np.dtype("float32") if whole else computing(self.dtype)
    result = self.astype(wide, copy=False)
    plan = None if whole else plan_for(kind, self.shape[2:], meta.shape[2:], tuple(scales), align_corners, wide)
    if plan is not None and result.flags.c_contiguous:
        parts = result.reshape(*self.shape[:2], -1).take(plan.index, 2)
        parts *= plan.weights
        return laid_out(np.add.reduce(parts, 2).reshape(meta.shape), meta)
    for dim in range(self.ndim - 1, 1, -1):
        size, wanted = self.shape[dim], meta.shape[dim]
        tail = (1,) * (self.ndim - dim - 1)
        mixed: Any = 0
        for places, weights in taps_along(size, wanted, scales[dim - 2], align_corners, kind == "cubic", wide):
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
        if len(scales) == count:
            return scales
        names = scale_names[count]
        return [*scales, *(named.get(name) for name in names[len(scales) :])]

    def nearest(name: str, count: int, kind: str) -> None:
        described_by = fake.FAKES[name]

        def upsample(self: Any, output_size: Any, *scales: Any, **named: Any) -> Any:
            meta = described(described_by, self, output_size)
            return _nearest(self, meta, all_scales(count, scales, named), kind)

        KERNELS[name] = upsample

    def smooth(name: str, count: int, kind: str) -> None:
        described_by = fake.FAKES[name]

        def upsample(self: Any, output_size: Any, align_corners: bool, *scales: Any, **named: Any) -> Any:
            meta = described(described_by, self, output_size, align_corners)
            return _smooth(self, meta, align_corners, all_scales(count, scales, named), kind)

        KERNELS[name] = upsample

    for count in (1, 2, 3):
        nearest(f"upsample_nearest{count}d", count, "nearest")
        nearest(f"_upsample_nearest_exact{count}d", count, "nearest_exact")
    for count, name in enumerate(("upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d"), 1):
        smooth(name, count, "linear")
    smooth("upsample_bicubic2d", 2, "cubic")


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
    weights = [cubic_weights(one - floor) for one, floor in zip(at, floors, strict=True)]
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
    few = grid_sampling.samples(x, points, interpolation_mode, padding_mode, align_corners)
    if few is None:
        few = _sampled(x, points, interpolation_mode, padding_mode, align_corners)
    return laid_out(few, meta)


@KERNELS("grid_sampler_3d")
def grid_sampler_3d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """Sample volumes at points, interpolating between elements."""
    meta = described(fake.grid_sampler_3d, input, grid, interpolation_mode, padding_mode, align_corners)
    wide = computing(input.dtype)
    x, points = input.astype(wide, copy=False), grid.astype(wide, copy=False)
    few = grid_sampling.samples(x, points, interpolation_mode, padding_mode, align_corners)
    if few is None:
        few = _sampled(x, points, interpolation_mode, padding_mode, align_corners)
    return laid_out(few, meta)


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
    metas = described(
        fake.FAKES["_embedding_bag"], weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights,
        include_last_offset, padding_idx,
    )  # fmt: skip
    _check_offsets(indices, offsets, include_last_offset)
    if indices.size and not 0 <= np.minimum.reduce(indices) <= np.maximum.reduce(indices) < weight.shape[0]:
        wrong = indices[(indices < 0) | (indices >= weight.shape[0])][0]
        raise RuntimeError(
            f"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be {wrong}; there are "
            f"{weight.shape[0]}"
        )
    if indices.dtype != offsets.dtype:
        indices, offsets = indices.astype(np.int64), offsets.astype(np.int64)
    wide, bags = computing(weight.dtype), metas[0].shape[0]
    starts = offsets[:bags]
    owner = starts.searchsorted(np.arange(indices.size), side="right") - 1
    kept = indices != padding_idx if padding_idx >= 0 else slice(None)
    chosen, bag_of = indices[kept], owner[kept]
    size = np.bincount(bag_of, minlength=bags).astype(indices.dtype)
    rows = weight[chosen].astype(wide, copy=False)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[kept].astype(wide, copy=False)[:, None]
    if mode == 2:
        total, where = _bag_maxima(rows, chosen, bag_of, metas)
    else:
        total = np.zeros((bags, weight.shape[1]), wide)
        np.add.at(total, bag_of, rows)
        if mode == 1:
            total /= np.maximum(size, 1)[:, None].astype(wide)
        else:
            size = np.zeros_like(size)  # only means and maxima need the sizes later
        where = size.copy()
    return rounded(total, weight.dtype), owner.astype(indices.dtype)[: metas[1].shape[0]], size, where


def _bag_maxima(rows: Any, indices: Any, owner: Any, metas: Any) -> Any:
    total = np.zeros(metas[0].shape, rows.dtype)
    where = np.zeros(metas[3].shape, indices.dtype)
    columns = np.arange(rows.shape[1])
    ends = np.bincount(owner, minlength=len(total)).cumsum().tolist()  # the rows of a bag follow on each other
    for bag, (start, end) in enumerate(pairwise([0, *ends])):
        if start < end:
            best = rows[start:end].argmax(0)
            best += start
            total[bag] = rows[best, columns]
            where[bag] = indices[best]
    return total, where


KERNELS["native_channel_shuffle"] = channel_shuffle


_FEW_WEIGHTS = 1 << 12  # of matrices that are kept
_known_averaging = lru_cache(maxsize=64)(averaging)


def _mixed(x: Any, weights: Any, dim: int) -> Any:
    """Weighted sums along one of the last two dimensions; infinities and NaN reach only what they are mixed into."""
    rows = x if dim == x.ndim - 1 else x.swapaxes(-1, -2)
    if np.isfinite(rows).all():
        found = np.matmul(rows, weights.T)
    else:
        found = np.stack([rows[..., row != 0].dot(row[row != 0]) for row in weights], -1)
    return found if dim == x.ndim - 1 else found.swapaxes(-1, -2)


def _antialiased(self: Any, meta: Any, align_corners: bool, scales: Any, cubic: bool) -> Any:
    whole = self.dtype.kind in "iu"
    wide = np.dtype("float32") if whole else computing(self.dtype)
    result = self.astype(wide, copy=False)
    for dim in (3, 2):
        size, wanted = self.shape[dim], meta.shape[dim]
        made = _known_averaging if size * wanted <= _FEW_WEIGHTS else averaging
        result = _mixed(result, made(size, wanted, scales[dim - 2], align_corners, cubic, wide), dim)
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
