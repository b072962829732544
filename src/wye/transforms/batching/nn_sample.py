"""Images at other sizes and places."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.leading import folded, images, leading
from wye.transforms.rules.moving import front

__all__ = ["BATCHING"]

BATCHING = Rules()
for _n in (1, 2, 3):
    BATCHING[f"upsample_nearest{_n}d"] = BATCHING[f"_upsample_nearest_exact{_n}d"] = images(_n)
BATCHING["upsample_linear1d"] = images(1)
BATCHING["upsample_trilinear3d"] = images(3)
BATCHING["grid_sampler_2d"] = images(2)
BATCHING["grid_sampler_3d"] = images(3)
for _name in ("upsample_bilinear2d", "upsample_bicubic2d", "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa"):
    BATCHING[_name] = images(2)
for _name in ("pixel_shuffle", "pixel_unshuffle"):
    BATCHING[_name] = leading


@BATCHING("channel_shuffle", "native_channel_shuffle")
def _channel_shuffle(info: Any, in_dims: Any, self: Any, groups: int) -> Any:
    x = front(self, in_dims[0])
    if x.ndim < 4:
        return info.op(x.select(0, 0), groups), None  # an error of the operator, for the shape of one example
    return info.op(folded(x), groups).reshape(x.shape), 0
