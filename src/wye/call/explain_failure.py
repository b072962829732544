"""Errors of kernels over arrays that only speak of the inside, made into errors about the call.

Cold path: the engine asks when such a kernel of an operator raised `OverflowError`, `MemoryError` or `ValueError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wye._engine import engine
from wye.errors import NumberTooLargeError, OutOfMemoryError, WyeError

if TYPE_CHECKING:
    from wye.call.op import OpOverload

__all__ = ["explain_failure"]


_SIZES: Final = ("array is too big", "Maximum allowed dimension exceeded", "maximum allowed size exceeded")  # NumPy's


def explain_failure(op: OpOverload, error: BaseException) -> BaseException:
    """The error to raise for what a kernel of ``op`` raised; the same one where it speaks of the call already."""
    made: Exception
    if isinstance(error, WyeError):
        return error
    if isinstance(error, MemoryError):
        made = OutOfMemoryError(
            f"{op.name()}: not enough memory. {error}".rstrip(), fix="make the result smaller, or compute it in parts"
        )
    elif isinstance(error, OverflowError) or str(error).startswith(_SIZES):
        made = NumberTooLargeError(
            f"{op.name()}: a number among the arguments is too large ({error})",
            fix="sizes, strides and offsets must fit into 63 bits, and so must the memory that they span",
        )
    else:
        return error
    made.__cause__ = error
    return made


engine.configure(explain_failure=explain_failure)
