"""Windows over an input that is almost all padding: what they look at is gathered, and no padding is allocated.

`conv1d(x, w, padding="same", dilation=2**40)` has a small result, but its padded input would take terabytes.  Everyday
windows never come here: `gathering` is None for them.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from wye.tensors.numpy_engine import np

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Gathering", "gathering"]

_ELEMENTS = 1 << 22  # a padded array up to this size is simply made
_TIMES = 4  # and so is one that is not this many times as large as what it pads


class Gathering(NamedTuple):
    """Windows with other strides and dilations over a shorter array, whose places say where they come from."""

    taps: tuple[Any, ...]  # for each dimension, the places inside a window that are looked at
    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    dilation: tuple[int, ...]
    sources: tuple[Any, ...]  # for each dimension and place of the shorter array, where it is in the input, or outside

    def gather(self, x: Any, value: Any) -> Any:
        """The shorter array: elements of ``x`` along its last dimensions, and ``value`` for the padding."""
        lead = x.ndim - len(self.sources)
        for dim, source in enumerate(self.sources, lead):
            moved = np.moveaxis(x, dim, 0)
            inside = (source >= 0) & (source < len(moved))
            taken = np.full((len(source), *moved.shape[1:]), value, x.dtype)
            taken[inside] = moved[source[inside]]
            x = np.moveaxis(taken, 0, dim)
        return np.ascontiguousarray(x)

    def scatter(self, x: Any, sizes: Sequence[int]) -> Any:
        """The reverse: elements are added up where they came from, in an array of these last dimensions."""
        lead = x.ndim - len(self.sources)
        for dim, (source, size) in enumerate(zip(self.sources, sizes, strict=True), lead):
            moved = np.moveaxis(x, dim, 0)
            inside = (source >= 0) & (source < size)
            total = np.zeros((size, *moved.shape[1:]), x.dtype)
            np.add.at(total, source[inside], moved[inside])
            x = np.moveaxis(total, 0, dim)
        return x


def _looked_at(size: int, kernel: int, dilation: int, begins: Any) -> Any | None:
    """The places inside a window at which some window meets the input; None if they are too many to list."""
    first = np.maximum(-(begins // dilation), 0)[::-1]
    last = np.minimum((size - 1 - begins) // dilation, kernel - 1)[::-1]
    met = first <= last
    first, last = first[met], last[met]  # ranges in ascending order: each goes on where the one before has ended
    first = np.maximum(first, np.concatenate(([-1], last[:-1])) + 1)
    lengths = last - first + 1
    if lengths.sum() > _ELEMENTS:
        return None
    places = np.arange(lengths.sum()) + np.repeat(first - (np.cumsum(lengths) - lengths), lengths)
    return places if len(places) else np.zeros(1, np.int64)


def gathering(
    sizes: Sequence[int], planes: int, kernel: Any, stride: Any, padding: Any, dilation: Any, counts: Any,
    every_tap: bool = True,
) -> Gathering | None:  # fmt: skip
    """How to gather for these windows; None: pad the input.

    Args:
        sizes: The input's last dimensions, over which the windows move.
        planes: How many such arrays there are.
        kernel: Sizes of a window; with `stride`, `padding`, `dilation` and `counts`, one number per dimension.
        stride: Steps between windows.
        padding: Places before, and after, the input.
        dilation: Steps inside a window.
        counts: How many windows there are.
        every_tap: Whether places inside a window that only ever meet padding are kept.
    """
    wide = [size + 2 * p for size, p in zip(sizes, padding, strict=True)]
    if prod(wide) * planes <= _ELEMENTS or prod(wide) <= _TIMES * prod(sizes):
        return None
    dims: list[tuple[Any, ...]] = []
    for size, k, s, p, d, c in zip(sizes, kernel, stride, padding, dilation, counts, strict=True):
        whole = size + 2 * p
        begins = np.arange(c) * s - p if c * _TIMES <= whole else None
        taps = None if begins is None else np.arange(k) if every_tap else _looked_at(size, k, d, begins)
        if begins is None or taps is None or len(taps) * c * _TIMES > whole:
            end = max(size + p, (c - 1) * s + (k - 1) * d + 1 - p)  # in ceil mode windows hang over
            dims.append((range(k), k, s, d, np.arange(-p, end)))
        else:
            dims.append((taps, len(taps), 1, c, (taps[:, None] * d + begins).reshape(-1)))
    return Gathering(*(tuple(column) for column in zip(*dims, strict=True)))
