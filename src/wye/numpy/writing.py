"""``out=``: results written into what a program gave for them.  One function for all families."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np

from wye.errors import NoArrayFunctionError
from wye.numpy.arrays import Array, as_ndarray, as_tensor, cast, has_layer
from wye.numpy.indexing import through
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["check_cast", "is_in_place_operator", "refused", "write_out"]

_IN_PLACE: Final = range(13, 26)  # the operators of BINARY_OP from `+=` to `^=`


def write_out(result: Any, out: Any, casting: Any = "same_kind", *, ufunc: Any = None) -> Any:
    """Write a result into ``out`` and return ``out``; without ``out``, return the result.

    Args:
        result: A tensor, or a tuple of them.
        out: None; an array, a tensor or an ndarray; or a tuple of them and None, one for each result.
        casting: Which casts from the result's dtype to that of ``out`` are allowed.
        ufunc: The universal function, whose results are broadcast to ``out``; None: another function.

    Raises:
        NoArrayFunctionError: ``out`` is an ndarray, and a layer follows the result.
        TypeError: ``out`` has another dtype.
        ValueError: ``out`` has another shape.
    """
    if out is None:
        return result
    if isinstance(result, tuple):
        if not isinstance(out, tuple) or len(out) != len(result):
            raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
        return tuple(write_out(*pair, casting, ufunc=ufunc) for pair in zip(result, out, strict=True))
    target = out[0] if isinstance(out, tuple) else out
    if target is None:
        return result
    if not isinstance(target, (Array, Tensor, np.ndarray)):
        raise TypeError("return arrays must be of ArrayType")
    tensor = as_tensor(result)
    check_cast(tensor, target, ufunc, casting)
    if isinstance(target, np.ndarray):
        return _into_ndarray(tensor, target, ufunc)
    memory: Any = target._tensor if type(target) is Array else target
    through(target, lambda: memory.copy_(tensor))
    return target


def check_cast(result: Any, target: Any, ufunc: Any = None, casting: Any = "same_kind") -> None:
    """May a result be written into ``target``, an array, a tensor or an ndarray?

    Raises:
        TypeError: not with that dtype.
        ValueError: not with that shape.
    """
    if isinstance(target, Tensor):
        target = Array(target)
    given, wanted = to_numpy_dtype(result.dtype), target.dtype
    if not np.can_cast(given, wanted, casting):
        what = f"ufunc '{ufunc.__name__}' output" if ufunc is not None else "output"
        raise TypeError(f"Cannot cast {what} from {given!r} to {wanted!r} with casting rule '{casting}'")
    sizes, place = tuple(result.shape), tuple(target.shape)
    if sizes == place:
        return
    if ufunc is None:
        raise ValueError(f"output array has wrong dimensions: {place} for a result of {sizes}")
    if not _broadcasts(sizes, place):
        raise ValueError(
            f"non-broadcastable output operand with shape {place} doesn't match the broadcast shape {sizes}"
        )


def _broadcasts(sizes: tuple[int, ...], place: tuple[int, ...]) -> bool:
    missing = len(place) - len(sizes)
    return missing >= 0 and all(size in (1, there) for size, there in zip(sizes, place[missing:], strict=True))


def _into_ndarray(tensor: Any, target: Any, ufunc: Any) -> Any:
    if not has_layer((tensor,)):
        np.copyto(target, as_ndarray(tensor), casting="unsafe")
        return target
    if ufunc is not None and is_in_place_operator():
        if tuple(tensor.shape) != target.shape:
            tensor = tensor.expand(target.shape).clone()
        return cast(tensor, target.dtype)  # the name on the left gets an array: see Note [An ndarray on the left]
    raise refused("a function" if ufunc is None else f"numpy.{ufunc.__name__}", "`out`")


def refused(name: str, argument: str) -> NoArrayFunctionError:
    """The error for a function that would write what a layer follows to an ndarray."""
    return NoArrayFunctionError(
        f"{name} cannot write to the ndarray given as {argument}: a layer follows the result (gradients, a transform, "
        "tracing or fake data), and an ndarray holds values alone",
        fix="use what the function returns, without out=; or give an array: out=np.zeros_like(x), of an array x",
    )


# Note [An ndarray on the left]
# Under a transform ``w += x`` with a plain ndarray w asks NumPy for np.add(w, x, out=w), and an ndarray cannot hold
# what a layer follows.  The name w can: Python binds it to whatever the operator returns, so an array is returned and
# w stays as it was.  The same call written by a program, with out=w, would leave w unwritten without a word; it is an
# error.  Which of both it is says the instruction that the calling frame is at.
# Broken by: other names for the same ndarray, which keep the old values.
# Guarded by: tests/unit/numpy/test_universal_methods.py


def is_in_place_operator() -> bool:
    """Is the program, above wye's own frames, at an operator like ``+=``?"""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("wye."):
        frame = frame.f_back
    if frame is None:
        return False
    code = frame.f_code.co_code
    return code[frame.f_lasti] == _binary_op() and code[frame.f_lasti + 1] in _IN_PLACE


def _binary_op() -> int:
    from opcode import opmap  # here: few programs need it

    return opmap["BINARY_OP"]
