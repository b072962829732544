"""Modules that arrange elements in another way."""

from __future__ import annotations

from typing import Any

from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn.modules.stateless import Stateless, stateless

__all__ = [
    "ChannelShuffle", "Flatten", "Fold", "PixelShuffle", "PixelUnshuffle", "Unflatten", "Unfold", "Upsample",
    "UpsamplingBilinear2d", "UpsamplingNearest2d",
]  # fmt: skip

_Pair = int | tuple[int, ...]


@stateless
class Flatten(Stateless):
    """Several dimensions as one: by default all but the batch."""

    start_dim: int = 1
    end_dim: int = -1
    function = staticmethod(of.flatten)
    shown = "start_dim={start_dim}, end_dim={end_dim}"


@stateless
class Unflatten(Stateless):
    """One dimension as several.

    Args:
        dim: The dimension.
        unflattened_size: The sizes of the new ones.

    Raises:
        TypeError: these are not integers.
    """

    dim: int
    unflattened_size: Any
    function = staticmethod(of.unflatten)
    shown = "dim={dim}, unflattened_size={unflattened_size}"

    def __post_init__(self) -> None:
        sizes = self.unflattened_size
        if not isinstance(sizes, (tuple, list)):
            raise TypeError(f"unflattened_size must be a tuple of ints, but found type {type(sizes).__name__}")
        for place, size in enumerate(sizes):
            if not isinstance(size, int):
                raise TypeError(
                    "unflattened_size must be tuple of ints, but found element of type "
                    f"{type(size).__name__} at pos {place}"
                )

    def _options(self) -> dict[str, Any]:
        return {"dim": self.dim, "sizes": self.unflattened_size}


@stateless
class Fold(Stateless):
    """Windows back to images; elements that several windows have are added."""

    output_size: _Pair
    kernel_size: _Pair
    dilation: _Pair = 1
    padding: _Pair = 0
    stride: _Pair = 1
    function = staticmethod(F.fold)
    shown = (
        "output_size={output_size}, kernel_size={kernel_size}, dilation={dilation}, padding={padding}, stride={stride}"
    )


@stateless
class Unfold(Stateless):
    """The windows of images as columns."""

    kernel_size: _Pair
    dilation: _Pair = 1
    padding: _Pair = 0
    stride: _Pair = 1
    function = staticmethod(F.unfold)
    shown = "kernel_size={kernel_size}, dilation={dilation}, padding={padding}, stride={stride}"


@stateless
class PixelShuffle(Stateless):
    """Channels become pixels: a larger image with fewer channels."""

    upscale_factor: int
    function = staticmethod(of.pixel_shuffle)
    shown = "upscale_factor={upscale_factor}"


@stateless
class PixelUnshuffle(Stateless):
    """Pixels become channels: a smaller image with more channels."""

    downscale_factor: int
    function = staticmethod(of.pixel_unshuffle)
    shown = "downscale_factor={downscale_factor}"


@stateless
class ChannelShuffle(Stateless):
    """The channels of groups in turn: one of each, then the next of each."""

    groups: int
    function = staticmethod(of.channel_shuffle)
    shown = "groups={groups}"


@stateless
class Upsample(Stateless):
    """Images and signals of another size.

    Args:
        size: The size.
        scale_factor: Or the factor.
        mode: ``"nearest"``, ``"linear"``, ``"bilinear"``, ``"bicubic"`` or ``"trilinear"``.
        align_corners: Do the centres of the corners stay, not the corners?
        recompute_scale_factor: Is the factor computed from the size, which is rounded?
    """

    size: Any = None
    scale_factor: Any = None
    mode: str = "nearest"
    align_corners: bool | None = None
    recompute_scale_factor: bool | None = None
    function = staticmethod(F.interpolate)

    def __post_init__(self) -> None:
        self.name = type(self).__name__
        if isinstance(self.scale_factor, tuple):
            self.scale_factor = tuple(float(factor) for factor in self.scale_factor)
        else:
            self.scale_factor = float(self.scale_factor) if self.scale_factor else None

    def extra_repr(self) -> str:
        """The size, and the mode."""
        size = f"size={self.size}" if self.scale_factor is None else f"scale_factor={self.scale_factor}"
        return f"{size}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Images of another size, of the nearest pixels."""

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, "nearest")


class UpsamplingBilinear2d(Upsample):
    """Images of another size, of weighted means of pixels; the corners stay."""

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, "bilinear", True)
