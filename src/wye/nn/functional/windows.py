"""Sliding windows as columns (`unfold`), the way back (`fold`), and padding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wye.functional.operators import of
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["fold", "pad", "unfold"]

Pair = int | Sequence[int]


def _pair(value: Pair) -> list[int]:
    return [value, value] if isinstance(value, int) else list(value)


@overridable
def unfold(input: Tensor, kernel_size: Pair, dilation: Pair = 1, padding: Pair = 0, stride: Pair = 1) -> Tensor:
    """Each window of a batch of images as one column."""
    return of.im2col(input, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


@overridable
def fold(
    input: Tensor, output_size: Pair, kernel_size: Pair, dilation: Pair = 1, padding: Pair = 0, stride: Pair = 1
) -> Tensor:
    """Images from columns: elements that several windows have are added up."""
    sizes = _pair(output_size), _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride)
    return of.col2im(input, *sizes)


@overridable
def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Elements added around a tensor.

    Args:
        input: Any tensor.
        pad: Numbers before and after, of the last dimension first; negative ones take away.
        mode: ``"constant"``, ``"reflect"``, ``"replicate"`` or ``"circular"``.
        value: What is added in the constant mode; zero by default.
    """
    return of.pad(input, pad, mode, value)
