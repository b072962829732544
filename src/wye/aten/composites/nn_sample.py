"""Resampling as public functions, written over the operators that have kernels."""

from __future__ import annotations

from math import prod
from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, ndim_of
from wye.call.packets import ops
from wye.tensors import Tensor
from wye.tensors.wrapped_array import WrappedArray

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_TOO_LARGE = 2.0**63


def _target(input: Any, output_size: Any, scale_factors: Any) -> list[int]:
    """The requested size, given directly or by factors."""
    if (output_size is None) == (scale_factors is None):
        raise RuntimeError("Must specify exactly one of output_size and scale_factors")
    given = output_size if output_size is not None else scale_factors
    if len(given) != ndim_of(input) - 2:
        raise RuntimeError(
            f"expected {ndim_of(input) - 2} sizes or factors for input of size {list(input.shape)}, got {given}"
        )
    if output_size is not None:
        return list(output_size)
    sizes = []
    for size, factor in zip(input.shape[2:], scale_factors, strict=True):
        wanted = size * factor
        if not abs(wanted) < _TOO_LARGE:  # also NaN
            raise RuntimeError(f"upsample: the scale factors {list(scale_factors)} give no size that fits into 63 bits")
        sizes.append(int(wanted))
    return sizes


def _define() -> None:
    def nearest(name: str) -> None:
        @IMPLICIT(f"{name}.vec")
        def upsample(input: Any, output_size: Any, scale_factors: Any) -> Any:
            scales = scale_factors if scale_factors is not None else [None] * (ndim_of(input) - 2)
            return getattr(aten, name).default(input, _target(input, output_size, scale_factors), *scales)

    def smooth(name: str) -> None:
        @IMPLICIT(f"{name}.vec")
        def upsample(input: Any, output_size: Any, align_corners: bool, scale_factors: Any) -> Any:
            scales = scale_factors if scale_factors is not None else [None] * (ndim_of(input) - 2)
            size = _target(input, output_size, scale_factors)
            return getattr(aten, name).default(input, size, align_corners, *scales)

    for count in (1, 2, 3):
        nearest(f"upsample_nearest{count}d")
        nearest(f"_upsample_nearest_exact{count}d")
    for name in (
        "upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d", "upsample_bicubic2d",
        "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa",
    ):  # fmt: skip
        smooth(name)


_define()


@IMPLICIT("grid_sampler")
def grid_sampler(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """Sample images or volumes at points, interpolating between their elements."""
    if input.shape[0] != grid.shape[0]:
        raise RuntimeError(
            "grid_sampler(): expected grid and input to have same batch size, but got input with sizes "
            f"{list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    if grid.shape[-1] != ndim_of(input) - 2:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {ndim_of(input) - 2} in last dimension, but got grid with "
            f"sizes {list(grid.shape)}"
        )
    if ndim_of(input) not in (4, 5) or ndim_of(grid) != ndim_of(input):
        raise RuntimeError(
            "grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes "
            f"{list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    op = aten.grid_sampler_2d if ndim_of(input) == 4 else aten.grid_sampler_3d
    return op(input, grid, interpolation_mode, padding_mode, align_corners)


@EXPLICIT("affine_grid_generator")
def affine_grid_generator(theta: Any, size: Any, align_corners: bool) -> Any:
    """The points that affine maps send a regular grid to."""
    if len(size) not in (4, 5):
        raise RuntimeError("AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.")
    spatial = list(size[2:])
    grid = aten.new_ones(theta, [size[0], *spatial, len(spatial) + 1])
    for dim, count in enumerate(spatial):
        line = aten.reshape.default(
            _from_minus_one(theta, count, align_corners), [-1 if at == dim else 1 for at in range(len(spatial))]
        )
        # grids name the last dimension first
        aten.copy_.default(aten.select.int(grid, -1, len(spatial) - 1 - dim), line)
    points = aten.bmm.default(
        aten.view.default(grid, [size[0], prod(spatial), len(spatial) + 1]), aten.transpose.int(theta, 1, 2)
    )
    return aten.view.default(points, [size[0], *spatial, len(spatial)])


def _from_minus_one(theta: Any, count: int, align_corners: bool) -> Any:
    """Points from -1 to 1: from corner to corner, or in the middle of as many cells."""
    if count <= 1:
        return aten.new_zeros(theta, [count])
    line = aten.linspace(-1, 1, count, dtype=dtype_of(theta), device=device_of(theta))
    return line if align_corners else aten.div.Scalar(aten.mul.Scalar(line, count - 1), count)


@IMPLICIT("embedding_bag")
def embedding_bag(
    weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool = False, mode: int = 0, sparse: bool = False,
    per_sample_weights: Any = None, include_last_offset: bool = False,
) -> Any:  # fmt: skip
    """Sums, means or maxima of bags of rows."""
    return _bags(
        weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, -1
    )


def _bags(weight: Any, indices: Any, offsets: Any, *others: Any) -> Any:
    """PyTorch's operator where nothing is kept for gradients; an array class needs one of the two alone."""
    plain = isinstance(weight, Tensor) and not (weight.requires_grad or weight._is_dual)
    plain = plain and not isinstance(weight._data, WrappedArray)  # a transform may differentiate the tensor inside
    op = aten._embedding_bag_forward_only if plain else aten._embedding_bag
    return op.default(weight, aten.contiguous.default(indices), aten.contiguous.default(offsets), *others)


@IMPLICIT("embedding_bag.padding_idx")
def embedding_bag_padding(
    weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool, mode: int, sparse: bool, per_sample_weights: Any,
    include_last_offset: bool, padding_idx: int | None,
) -> Any:  # fmt: skip
    """The same, without the rows of one index."""
    rows = weight.shape[0]
    if padding_idx is not None:
        if not -rows <= padding_idx < rows:
            raise RuntimeError(
                f"padding_idx must be within the number of embeddings, -{rows} through {rows - 1}, but got "
                f"{padding_idx}"
            )
        if padding_idx < 0:
            padding_idx += rows
    return _bags(
        weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset,
        -1 if padding_idx is None else padding_idx,
    )  # fmt: skip
