"""Do two tensors have the same strides?  Each answer comes with the first dimension where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["all_strides_agree", "significant_strides_agree"]


def _agree(a: Tensor, b: Tensor, only_cuda: bool, among: tuple[int, ...]) -> tuple[bool, int | None]:
    if a.numel() == 0 or (only_cuda and "cuda" not in (a.device.type, b.device.type)):
        return True, None
    found = next((dim for dim in among if a.stride(dim) != b.stride(dim)), None)
    return found is None, found


def all_strides_agree(a: Tensor, b: Tensor, *, only_cuda: bool = True) -> tuple[bool, int | None]:
    """Whether all strides are the same; with ``only_cuda`` those of other devices do not count."""
    return _agree(a, b, only_cuda, tuple(range(a.ndim)))


def significant_strides_agree(
    a: Tensor, b: Tensor, *, only_cuda: bool = True, allow_rhs_unbacked: bool = False
) -> tuple[bool, int | None]:
    """Do the strides of dimensions with several elements agree?  Those of other dimensions do not matter."""
    return _agree(a, b, only_cuda, tuple(dim for dim, size in enumerate(a.shape) if size > 1))
