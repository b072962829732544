"""Whether two results have the same sizes, dtypes and significant strides, whatever their values.

Cold path.  In: two values, tensors anywhere inside.  Out: nothing, or an AssertionError that names the call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.pytree import tree_flatten
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["check_metadata_matches", "check_tensor_metadata_matches"]


def check_tensor_metadata_matches(nv: Any, rv: Any, desc: Callable[[], str]) -> None:
    """Fail unless two tensors have the same size, dtype and significant strides.

    Args:
        nv: One tensor.
        rv: The other.
        desc: Says which call they come from.
    """
    assert callable(desc)
    assert nv.size() == rv.size(), f"{desc()}: sizes {nv.size()} != {rv.size()}"
    assert nv.dtype == rv.dtype, f"{desc()}: dtype {nv.dtype} != {rv.dtype}"
    for dim, (size, ours, theirs) in enumerate(zip(nv.shape, nv.stride(), rv.stride(), strict=True)):
        significant = size > 1 and nv.numel() > 0
        assert not significant or ours == theirs, (
            f"{desc()}: strides {nv.stride()} != {rv.stride()} (mismatch at index {dim})"
        )


def check_metadata_matches(n: object, r: object, desc: Callable[[], str]) -> None:
    """`check_tensor_metadata_matches` for each tensor of two trees."""
    assert callable(desc)
    ours, theirs = tree_flatten(n)[0], tree_flatten(r)[0]
    assert len(ours) == len(theirs), f"{len(ours)} != {len(theirs)}"
    for one, other in zip(ours, theirs, strict=True):
        if isinstance(other, Tensor):
            check_tensor_metadata_matches(one, other, desc)
