"""Fake kernels of padding."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import follows, refuse, text
from wye.aten.declare import Rules
from wye.schema.symbolic import expected, sym_min
from wye.tensors.layout import contiguous_strides, known_equal, lies_in_rows, steps_of, strides_like
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


def _cuts_too_much(size: Any, before: Any, after: Any) -> bool:
    """Do both ends together cut off more than there is, though one of them adds as much again?"""
    if any(type(one) is int and one == 0 for one in (before, after)):
        return False
    return bool(size + sym_min(before, 0) + sym_min(after, 0) < 0 <= size + before + after)


@FAKES("constant_pad_nd")
def constant_pad_nd(self: Any, pad: Any, value: Any = 0) -> Any:
    """Values around the last dimensions; negative counts cut off."""
    if len(pad) % 2:
        raise RuntimeError(f"Length of pad must be even but instead it equals {len(pad)}")
    if len(pad) > 2 * self.ndim:
        raise RuntimeError(
            "Length of pad should be no more than twice the number of dimensions of the input. Pad length is "
            f"{len(pad)} while the input has {self.ndim} dimensions."
        )
    shape = list(self.shape)
    for i in range(len(pad) // 2):
        dim = self.ndim - 1 - i
        before, after = pad[2 * i : 2 * i + 2]
        if _cuts_too_much(shape[dim], before, after):
            raise RuntimeError("narrow(): length must be non-negative.")
        shape[dim] += before + after
        if not expected(shape[dim] >= 0):
            raise RuntimeError(
                f"The input size {self.shape[dim]}, plus negative padding {pad[2 * i]} and {pad[2 * i + 1]} "
                f"resulted in "
                f"a negative output size, which is invalid. Check dimension {dim} of your input."
            )
    made = follows(tuple(shape), self)
    if lies_in_rows(self) or _are_rows_with_gaps(self, made) or not all(one <= 0 for one in pad):
        return made
    part = MetaArray(made.shape, self.dtype, steps_of(self))  # a copy of it keeps the order of its dimensions
    return MetaArray(made.shape, self.dtype, strides_like(part))


def _are_rows_with_gaps(self: Any, made: Any) -> bool:
    """Does a copy of a part lie in rows as well, so that symbolic counts need not be compared?"""
    return known_equal(strides_like(self), contiguous_strides(self.shape)) and lies_in_rows(made)


def _padded(self: Any, padding: Any, count: int, reflects: bool) -> Any:
    name = f"{'reflection' if reflects else 'replication'}_pad{count}d"
    if len(padding) != 2 * count:
        raise RuntimeError(f"{name}: padding size is expected to be {2 * count}, but got: {len(padding)}")
    batched = self.ndim == count + 2
    if self.ndim not in (count + 1, count + 2) or 0 in self.shape[1 if batched else 0 :]:
        raise RuntimeError(
            f"Expected {count + 1}D or {count + 2}D (batch mode) tensor with possibly 0 batch size and other non-zero "
            f"dimensions for input, but got: {text(self.shape)}"
        )
    shape = list(self.shape)
    for i in range(count):
        dim, (before, after) = self.ndim - 1 - i, padding[2 * i : 2 * i + 2]
        if reflects and max(before, after) >= self.shape[dim]:
            raise RuntimeError(
                f"Argument #{4 + 2 * i}: Padding size should be less than the corresponding input dimension, but got: "
                f"padding ({before}, {after}) at dimension {dim} of input {text(self.shape)}"
            )
        shape[dim] += before + after
    if all(n < 1 for n in shape[self.ndim - count :]) or any(
        n < 0 for n in shape
    ):  # PyTorch lets a result be empty in some dimensions
        raise RuntimeError(f"input {text(self.shape)} is too small. Calculated output {text(shape)}")
    refuse(self.dtype, "fhci", name)
    return follows(tuple(shape), self)


@FAKES("reflection_pad1d")
def reflection_pad1d(self: Any, padding: Any) -> Any:
    """Mirrored at the borders."""
    return _padded(self, padding, 1, True)


@FAKES("reflection_pad2d")
def reflection_pad2d(self: Any, padding: Any) -> Any:
    """Mirrored at the borders."""
    return _padded(self, padding, 2, True)


@FAKES("reflection_pad3d")
def reflection_pad3d(self: Any, padding: Any) -> Any:
    """Mirrored at the borders."""
    return _padded(self, padding, 3, True)


@FAKES("replication_pad1d")
def replication_pad1d(self: Any, padding: Any) -> Any:
    """The borders repeated."""
    return _padded(self, padding, 1, False)


@FAKES("replication_pad2d")
def replication_pad2d(self: Any, padding: Any) -> Any:
    """The borders repeated."""
    return _padded(self, padding, 2, False)


@FAKES("replication_pad3d")
def replication_pad3d(self: Any, padding: Any) -> Any:
    """The borders repeated."""
    return _padded(self, padding, 3, False)
