"""Linear operators that act along each dimension on its own: resampling and averages over windows.

Along one dimension such an operator is a matrix, found by applying it to the unit vectors.  Gradients are products with
these matrices, which can be differentiated again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.call.packets import ops

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["transposed"]


def transposed(grad: Any, shape: Any, n: int, along: Callable[[Any, int], Any]) -> Any:
    """The gradient of the operator's argument.

    Args:
        grad: Of its result.
        shape: Of the argument.
        n: How many dimensions at the end it acts along.
        along: Applies the operator to a tensor that has size 1 in all of these dimensions but one, given by its number.
    """
    for number in range(n):
        size = shape[len(shape) - n + number]
        eye = ops.aten.eye.default(size, dtype=grad.dtype, device=grad.device)
        units = eye.reshape([size, 1, *[size if place == number else 1 for place in range(n)]])
        matrix = along(units, number).reshape([size, -1])
        dim = grad.ndim - n + number
        grad = ops.aten.matmul.default(grad.transpose(dim, -1), matrix.transpose(0, 1)).transpose(dim, -1)
    return grad
