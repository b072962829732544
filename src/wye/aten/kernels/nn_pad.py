"""NumPy kernels of padding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays import padding as padded
from wye.aten.arrays.allocation import cast_fill
from wye.aten.arrays.results import allocate, described, laid_out
from wye.aten.declare import Rules, shortcut
from wye.aten.fake.nn_pad import FAKES

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS"]

KERNELS = Rules()


@KERNELS("constant_pad_nd")
@shortcut("constant_pad_nd")
def constant_pad_nd(self: Any, pad: Any, value: Any = 0) -> Any:
    """Values around the last dimensions; negative counts cut off."""
    out = allocate(described(FAKES["constant_pad_nd"], self, pad, value))
    source, target = [slice(None)] * self.ndim, [slice(None)] * self.ndim
    for i in range(len(pad) // 2):
        dim, (before, after) = self.ndim - 1 - i, pad[2 * i : 2 * i + 2]
        source[dim] = slice(max(-before, 0), self.shape[dim] - max(-after, 0))
        target[dim] = slice(max(before, 0), out.shape[dim] - max(after, 0))
    if any(one > 0 for one in pad):
        out[...] = cast_fill(value, out)
    if self.ndim:
        out[tuple(target)] = self[tuple(source)]
    else:
        out[...] = self
    return out


def _taken(self: Any, meta: Any, padding: Any, kind: str) -> Any:
    """Pick, along each dimension, the source of every position."""
    result = self
    if 0 in meta.shape:  # dimensions may be huge
        return allocate(meta)
    dims = len(padding) // 2
    places = padded.sources(kind, self.shape[-dims:], meta.shape[-dims:], padding)
    if places is not None and self.flags.c_contiguous:
        return laid_out(self.reshape(*self.shape[:-dims], -1).take(places, -1).reshape(meta.shape), meta)
    for i in range(dims):
        dim, (before, after) = self.ndim - 1 - i, padding[2 * i : 2 * i + 2]
        if before or after:
            result = np.take(result, padded.along(kind, self.shape[dim], before, after), axis=dim)
    return laid_out(self.copy() if result is self else result, meta)


def _define() -> None:
    def kernel(name: str, kind: str) -> Callable[..., Any]:
        shape_of = FAKES[name]

        def pad(self: Any, padding: Any) -> Any:
            return _taken(self, described(shape_of, self, padding), padding, kind)

        return pad

    for kind in ("reflection", "replication"):
        for count in (1, 2, 3):
            name = f"{kind}_pad{count}d"
            KERNELS[name] = kernel(name, kind)


_define()
