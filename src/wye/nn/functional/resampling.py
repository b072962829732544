"""Images at other sizes and positions: `interpolate`, `grid_sample`, `affine_grid`."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.overrides import overridable
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["affine_grid", "grid_sample", "interpolate", "upsample", "upsample_bilinear", "upsample_nearest"]

_PLAIN: Final = ("nearest", "area", "nearest-exact")  # modes without corners to align
_SMOOTH: Final = {"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}  # and their number of dimensions
_ANTIALIASED: Final = ("bilinear", "bicubic")
_GRID_MODES: Final = {"bilinear": 0, "nearest": 1, "bicubic": 2}
_PADDING_MODES: Final = {"zeros": 0, "border": 1, "reflection": 2}


def _per_dim(value: Any, count: int, what: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count:
        raise ValueError(
            f"Input and {what} must have the same number of spatial dimensions, but got input with {count} spatial "
            f"dimensions and {what} of {list(value)}."
        )
    return list(value)


def _target(
    input: Tensor, size: Any, scale_factor: Any, mode: str, recompute: bool | None
) -> tuple[list[int] | None, list[float] | None]:
    """The output's size and the factors that kernels use: either may be None."""
    count = input.dim() - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        if recompute:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        given = list(size) if isinstance(size, (list, tuple)) else [size]
        if any(isinstance(one, float) or (isinstance(one, Tensor) and one.is_floating_point()) for one in given):
            raise TypeError(
                "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], but got "
                f"size with types {[type(one) for one in given]}"
            )
        return _per_dim(size, count, "output size"), None
    if scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    factors = _per_dim(scale_factor, count, "scale_factor")
    if recompute or mode == "area":  # which has only sizes
        sizes = input.size()[2:]
        return [math.floor(float(n) * factor) for n, factor in zip(sizes, factors, strict=True)], None
    return None, [float(factor) for factor in factors]


def _corners(mode: str, align_corners: bool | None) -> bool:
    if mode in _PLAIN and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
        )
    return bool(align_corners)


def _refuse(input: Tensor, mode: str) -> NotImplementedError:
    if mode in _SMOOTH and input.dim() in (3, 4, 5):
        return NotImplementedError(f"Got {input.dim()}D input, but {mode} mode needs {_SMOOTH[mode] + 2}D input")
    return NotImplementedError(
        "Input Error: Only 3D, 4D and 5D input Tensors supported "
        f"(got {input.dim()}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact "
        f"(got {mode})"
    )


@overridable
def interpolate(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """A batch of signals, images or volumes at another size.

    Args:
        input: (N, C, ...), with one to three spatial dimensions.
        size: The size of the result.
        scale_factor: Instead: by how much it grows.
        mode: ``"nearest"``, ``"nearest-exact"``, ``"linear"``, ``"bilinear"``, ``"bicubic"``, ``"trilinear"`` or
            ``"area"``.
        align_corners: Corner elements keep their values, for the linear and cubic modes.
        recompute_scale_factor: Use the ratio of the sizes instead of ``scale_factor``.
        antialias: Average when shrinking, for ``"bilinear"`` and ``"bicubic"``.

    Raises:
        ValueError: the arguments contradict each other.
        NotImplementedError: the mode is not there for this number of dimensions.
    """
    corners = _corners(mode, align_corners)
    sizes, factors = _target(input, size, scale_factor, mode, recompute_scale_factor)
    count = input.dim() - 2
    if antialias and not (mode in _ANTIALIASED and count == 2):
        raise ValueError(
            "Anti-alias option is restricted to bilinear and bicubic modes and requires a 4-D tensor as input"
        )
    if count not in (1, 2, 3) or (mode not in _PLAIN and _SMOOTH.get(mode) != count):
        raise _refuse(input, mode)
    if mode == "area":
        return of[f"adaptive_avg_pool{count}d"](input, sizes)
    if mode in _PLAIN:
        name = "upsample_nearest" if mode == "nearest" else "_upsample_nearest_exact"
        return of[f"{name}{count}d"](input, sizes, factors)
    name = f"_upsample_{mode}2d_aa" if antialias else f"upsample_{mode}{count}d"
    return of[name](input, sizes, corners, factors)


def upsample(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """The former name of `interpolate`."""
    warnings.warn("`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=2)
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
) -> Tensor:
    """`interpolate` with mode ``"nearest"``."""
    warnings.warn("`nn.functional.upsample_nearest` is deprecated. Use `interpolate` instead.", stacklevel=2)
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
) -> Tensor:
    """`interpolate` with mode ``"bilinear"`` and aligned corners."""
    warnings.warn("`nn.functional.upsample_bilinear` is deprecated. Use `interpolate` instead.", stacklevel=2)
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


@overridable
def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """Images or volumes, sampled at the positions in ``grid``, from -1 to 1 in each dimension.

    Raises:
        ValueError: there is no such mode.
    """
    if mode not in _GRID_MODES:
        raise ValueError(
            f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'"
        )
    if padding_mode not in _PADDING_MODES:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
            f"'{padding_mode}'"
        )
    if align_corners is None:
        warnings.warn("Default grid_sample behaviour: align_corners=False.", stacklevel=3)
    return of.grid_sampler(input, grid, _GRID_MODES[mode], _PADDING_MODES[padding_mode], bool(align_corners))


@overridable
def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = None) -> Tensor:
    """The grid for `grid_sample` that moves images or volumes by affine maps.

    Args:
        theta: One matrix to a sample: (N, 2, 3) or (N, 3, 4).
        size: The size of the result of `grid_sample`.
        align_corners: Do -1 and 1 stand for the centres of the corner elements?

    Raises:
        ValueError: the arguments do not fit.
        NotImplementedError: neither images nor volumes.
    """
    if align_corners is None:
        warnings.warn("Default affine_grid behaviour: align_corners=False.", stacklevel=3)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        # refused, as in PyTorch: there are grids of images and of volumes only
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
            f"Got size {size}."
        )
    rows = len(size) - 2
    if theta.dim() != 3 or tuple(theta.shape[-2:]) != (rows, rows + 1):
        raise ValueError(
            f"Expected a batch of {rows}D affine matrices of shape Nx{rows}x{rows + 1} for size {size}. "
            f"Got {theta.shape}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    if align_corners and min(size[2:]) == 1:
        warnings.warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners=True. This "
            "is not an intended use case of affine_grid. See the documentation of affine_grid for details.",
            stacklevel=3,
        )
    return of.affine_grid_generator(theta, list(size), bool(align_corners))
