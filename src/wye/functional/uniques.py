"""Distinct elements: `unique`, `unique_consecutive`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import parts
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["unique", "unique_consecutive"]


def _asked_for(found: tuple[Tensor, ...], inverse: bool, counts: bool) -> Any:
    """The results that the caller requested: one alone, or a tuple."""
    wanted = (found[0], *((found[1],) if inverse else ()), *((found[2],) if counts else ()))
    return wanted if len(wanted) > 1 else wanted[0]


@overridable
def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The distinct elements of a tensor, or its distinct slices along ``dim``, in order.

    Args:
        input: What is searched.
        sorted: Kept for PyTorch's sake: the elements are always sorted.
        return_inverse: Also where each element of ``input`` is in the result.
        return_counts: Also how often each element of the result is in ``input``.
        dim: Compare slices along this dimension; the elements by default.

    Returns:
        The elements, or a tuple of them and the other requested results.

    Example:
        >>> import wye
        >>> values, counts = wye.unique(wye.tensor([3, 1, 3]), return_counts=True)
        >>> values.tolist(), counts.tolist()
        ([1, 3], [1, 2])
    """
    if dim is not None:
        found = parts.unique_dim(input, dim, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts)
    else:
        found = parts._unique2(input, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts)
    return _asked_for(found, return_inverse, return_counts)


@overridable
def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """The elements, or slices along ``dim``, without those that equal the one before.

    Args:
        input: What is searched.
        return_inverse: Also where each element of ``input`` is in the result.
        return_counts: Also how long each run of equal elements is.
        dim: Compare slices along this dimension; the elements by default.

    Returns:
        The elements, or a tuple of them and the other requested results.
    """
    found = parts.unique_consecutive(input, return_inverse=return_inverse, return_counts=return_counts, dim=dim)
    return _asked_for(found, return_inverse, return_counts)
