"""Turns errors about the internals of a kernel into errors about the call.

Cold path: the engine asks when a kernel over arrays raised `OverflowError`, `MemoryError` or `ValueError`, and when a
kernel does not take the arguments that it is called with.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import NumberTooLargeError, OutOfMemoryError, WyeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.call.op import OpOverload

__all__ = ["explain_failure"]


_SIZES: Final = ("array is too big", "Maximum allowed dimension exceeded", "maximum allowed size exceeded")  # NumPy's


def explain_failure(op: OpOverload, error: BaseException) -> BaseException:
    """The error to raise for one that a kernel of ``op`` raised; the same if it is already about the call."""
    made: Exception
    if isinstance(error, WyeError) or not hasattr(op, "schema"):  # an operator of the engine alone has no name
        return error
    if isinstance(error, TypeError):
        _say_which_kernel(op, error)
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


def _say_which_kernel(op: OpOverload, error: TypeError) -> None:
    """A kernel does not take the arguments: say whose it is, and which kernels cannot take them."""
    schema = op.schema
    error.add_note(f"  a kernel of {op.name()} was called with the arguments of its schema: {schema}")
    places = [inspect.Parameter.empty] * len([a for a in schema.arguments if not a.kwarg_only and not a.has_default])
    named = {a.name: None for a in schema.arguments if a.kwarg_only and not a.has_default}
    for kernels in op._entry.kernels.values():
        for kernel in kernels:
            given = [None, *places] if kernel.with_keyset else places
            if kernel.fn is not None and not _takes(kernel.fn, given, named):
                error.add_note(f"  this kernel does not take them: {kernel.debug}")


def _takes(fn: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> bool:
    try:
        inspect.signature(fn).bind(*args, **kwargs)
    except TypeError:
        return False
    except ValueError:  # it has no signature to look at
        return True
    return True


engine.configure(explain_failure=explain_failure)
