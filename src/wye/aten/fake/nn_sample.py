"""Fake kernels of resampling."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import check_same_dtype, follows, new, refuse, text
from wye.aten.declare import Rules
from wye.tensors.dtypes import c_name_of, name_of
from wye.tensors.layout import steps_of

__all__ = ["FAKES"]

FAKES = Rules()


def _check_grid(input: Any, grid: Any, count: int, mode: int, padding: int) -> None:
    if not (0 <= mode <= 2 and 0 <= padding <= 2):
        raise RuntimeError(
            "grid_sampler(): expected interpolation_mode and padding_mode between 0 and 2, but got "
            f"{mode} and {padding}"
        )
    if not (input.ndim and grid.ndim) or input.shape[0] != grid.shape[0]:
        raise RuntimeError(
            "grid_sampler(): expected grid and input to have same batch size, but got input with sizes "
            f"{text(input.shape)} and grid with sizes {text(grid.shape)}"
        )
    if grid.shape[-1] != input.ndim - 2:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {input.ndim - 2} in last dimension, but got grid with sizes "
            f"{text(grid.shape)}"
        )
    if input.ndim != count + 2 or grid.ndim != input.ndim:
        raise RuntimeError(
            f"grid_sampler(): expected {count + 2}D input and grid with same number of dimensions, but got input "
            f"with sizes {text(input.shape)} and grid with sizes {text(grid.shape)}"
        )
    if 0 in input.shape[2:]:
        raise RuntimeError(
            f"grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes "
            f"{text(input.shape)}"
        )
    if input.dtype != grid.dtype:
        raise RuntimeError(
            "grid_sampler(): expected input and grid to have same dtype, but input has "
            f"{c_name_of(input.dtype)} and grid has {c_name_of(grid.dtype)}"
        )


@FAKES("grid_sampler_2d")
def grid_sampler_2d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """Sample images at points, interpolating between pixels."""
    _check_grid(input, grid, 2, interpolation_mode, padding_mode)
    refuse(input.dtype, "fh", "grid_sampler_2d_cpu")
    return new((input.shape[0], input.shape[1], *grid.shape[1:3]), input.dtype)


@FAKES("grid_sampler_3d")
def grid_sampler_3d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """Sample volumes at points, interpolating between elements."""
    _check_grid(input, grid, 3, interpolation_mode, padding_mode)
    if interpolation_mode == 2:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    refuse(input.dtype, "fh", "grid_sampler_3d_cpu")
    return new((input.shape[0], input.shape[1], *grid.shape[1:4]), input.dtype)


def _upsampled(self: Any, output_size: Any, count: int, allowed: str, name: str) -> Any:
    if len(output_size) != count:
        raise RuntimeError(f"It is expected output_size equals to {count}, but got size {len(output_size)}")
    if self.ndim != count + 2:
        raise RuntimeError(f"It is expected input_size equals to {count + 2}, but got size {self.ndim}")
    if any(n <= 0 for n in (*self.shape[2:], *output_size)):
        raise RuntimeError(
            "Input and output sizes should be greater than 0, but got input "
            f"({', '.join(map(str, self.shape[2:]))}) output ({', '.join(map(str, output_size))})"
        )
    if 0 in self.shape[1:]:
        raise RuntimeError(
            f"Non-empty {count + 2}D data tensor expected but got a tensor with sizes {text(self.shape)}"
        )
    if name_of(self.dtype) != "uint8" or name in ("upsample_linear1d", "upsample_trilinear3d"):
        refuse(self.dtype, allowed, name)
    return follows((*self.shape[:2], *output_size), self)


def _define() -> None:
    """The upsampling operators differ in their numbers of dimensions and scales only."""

    def nearest(name: str, count: int) -> None:
        def upsample(self: Any, output_size: Any, *scales: Any, **named: Any) -> Any:
            return _upsampled(self, output_size, count, "fh", name)

        FAKES[name] = upsample

    def smooth(name: str, count: int) -> None:
        def upsample(self: Any, output_size: Any, align_corners: bool, *scales: Any, **named: Any) -> Any:
            return _upsampled(self, output_size, count, "fh", name)

        FAKES[name] = upsample

    for count in (1, 2, 3):
        nearest(f"upsample_nearest{count}d", count)
        nearest(f"_upsample_nearest_exact{count}d", count)
    for count, name in enumerate(("upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d"), 1):
        smooth(name, count)
    for name in ("upsample_bicubic2d", "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa"):
        smooth(name, 2)


_define()


@FAKES("pixel_shuffle")
def pixel_shuffle(self: Any, upscale_factor: int) -> Any:
    """Rearrange channels into pixels: (C * r * r, H, W) to (C, H * r, W * r)."""
    if self.ndim < 3:
        raise RuntimeError(
            f"pixel_shuffle expects input to have at least 3 dimensions, but got input with {self.ndim} dimension(s)"
        )
    if upscale_factor <= 0:
        raise RuntimeError(f"pixel_shuffle expects a positive upscale_factor, but got {upscale_factor}")
    channels, height, width = self.shape[-3:]
    if channels % upscale_factor**2:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
            "upscale_factor, but "
            f"input.size(-3)={channels} is not divisible by {upscale_factor**2}"
        )
    shape = (channels // upscale_factor**2, height * upscale_factor, width * upscale_factor)
    return follows((*self.shape[:-3], *shape), self)


@FAKES("pixel_unshuffle")
def pixel_unshuffle(self: Any, downscale_factor: int) -> Any:
    """Rearrange pixels into channels: the reverse of `pixel_shuffle`."""
    if self.ndim < 3:
        raise RuntimeError(
            f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {self.ndim} dimension(s)"
        )
    if downscale_factor <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {downscale_factor}")
    channels, height, width = self.shape[-3:]
    for name, size in (("height", height), ("width", width)):
        if size % downscale_factor:
            at = -2 if name == "height" else -1
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but input.size({at})={size} "
                f"is not "
                f"divisible by {downscale_factor}"
            )
    shape = (channels * downscale_factor**2, height // downscale_factor, width // downscale_factor)
    return follows((*self.shape[:-3], *shape), self)


@FAKES("channel_shuffle", "native_channel_shuffle")
def channel_shuffle(self: Any, groups: int) -> Any:
    """Interleave the channels of groups."""
    if self.ndim < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {text(self.shape)}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    if self.shape[1] % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {self.shape[1]} channels and {groups} groups."
        )
    return follows(self.shape, self)


def _check_bags(weight: Any, indices: Any, offsets: Any, per_sample_weights: Any, mode: int) -> None:
    for name, one in (("indices", indices), ("offsets", offsets)):
        if name_of(one.dtype) not in ("int32", "int64"):
            raise RuntimeError(
                f"Expected tensor for argument #1 '{name}' to have one of the following scalar types: Long, Int; "
                f"but got "
                f"{one.dtype.name} instead (while checking arguments for embedding_bag)"
            )
    if weight.ndim != 2:
        raise RuntimeError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    if indices.ndim != 1:
        raise RuntimeError(f"input has to be a 1D or 2D Tensor, but got Tensor of dimension {indices.ndim}")
    if offsets.ndim != 1:
        raise RuntimeError(f"offsets has to be a 1D Tensor, but got Tensor of dimension {offsets.ndim}")
    if per_sample_weights is not None:
        if mode != 0:
            raise RuntimeError(
                "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum'"
            )
        check_same_dtype(
            weight,
            per_sample_weights,
            "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 "
            "'per_sample_weights'; but type {} does not equal {} (while checking arguments for embedding_bag)",
        )
        if per_sample_weights.shape != indices.shape:
            raise RuntimeError(
                f"expected per_sample_weights to be of the shape of indices {text(indices.shape)}, but got "
                f"{text(per_sample_weights.shape)}"
            )


@FAKES("_embedding_bag", "_embedding_bag_forward_only")
def _embedding_bag(
    weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool = False, mode: int = 0, sparse: bool = False,
    per_sample_weights: Any = None, include_last_offset: bool = False, padding_idx: int = -1,
) -> Any:  # fmt: skip
    _check_bags(weight, indices, offsets, per_sample_weights, mode)
    if mode not in (0, 1, 2):
        raise RuntimeError("`mode` must be sum, mean, or max.")
    refuse(weight.dtype, "fh", "embedding_bag_cpu")
    bags = offsets.shape[0] - (1 if include_last_offset else 0)
    if bags < 0:
        raise RuntimeError("include_last_offset: numBags should be at least 1")
    # Sums in single precision need no list of the bag of each index: PyTorch leaves it empty.
    plain = [steps_of(weight)[1:] == (1,)]
    if per_sample_weights is not None:
        plain.append(steps_of(per_sample_weights) == (1,))
    counted = (indices if indices.dtype.itemsize >= offsets.dtype.itemsize else offsets).dtype  # int64 if one is
    owned = not (mode == 0 and padding_idx < 0 and weight.dtype.itemsize <= 4 and all(plain))
    max_shape = (bags, weight.shape[1]) if mode == 2 else (bags,)
    return (
        new((bags, weight.shape[1]), weight.dtype),
        new(indices.shape if owned else (0,), counted),
        new((bags,), counted),
        new(max_shape, counted),
    )
