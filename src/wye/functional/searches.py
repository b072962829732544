"""Where elements are: `nonzero`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import of, parts
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["nonzero"]


@overridable
def nonzero(input: Tensor, *, out: Tensor | None = None, as_tuple: bool = False) -> Any:
    """The indices of the elements that are not zero.

    Args:
        input: What is searched.
        out: Where to store the result.
        as_tuple: Return one tensor for each dimension, as indexing takes them, instead of one row to an element.

    Example:
        >>> import wye
        >>> wye.nonzero(wye.tensor([[0, 1], [2, 0]])).tolist()
        [[0, 1], [1, 0]]
    """
    if as_tuple:
        if out is not None:
            raise RuntimeError("nonzero does not support the out kwarg when as_tuple is True")
        return parts.nonzero_numpy(input)
    return of.nonzero(input) if out is None else of.nonzero(input, out=out)
