"""NumPy's promotion: which dtypes a universal function computes in, and which common dtype arrays have.

NumPy itself is asked, once for each combination: Python's numbers are weak beside arrays (NEP 50).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from wye.numpy.arrays import SYMBOLS, Array, as_tensor, cast
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["as_floats", "kind_of", "promoted", "reduced", "resolved", "result_dtype", "together"]

_WEAK: Final = (bool, int, float, complex)


def kind_of(value: Any) -> Any:
    """What NumPy's promotion sees of a value: its dtype, or the class of a Python number."""
    if type(value) is Array:
        return to_numpy_dtype(value._tensor.dtype)
    if isinstance(value, Tensor):
        return to_numpy_dtype(value.dtype)
    if isinstance(value, np.generic):
        return value.dtype
    if isinstance(value, bool):
        return np.dtype(bool)
    if type(value) in SYMBOLS:
        return SYMBOLS[type(value)]
    if isinstance(value, _WEAK):
        return next(kind for kind in _WEAK if isinstance(value, kind))
    return value.dtype if isinstance(value, np.ndarray) else np.asarray(value).dtype


@cache
def resolved(
    ufunc: Any, kinds: tuple[Any, ...], dtype: Any = None, signature: Any = None, casting: Any = "same_kind"
) -> tuple[Any, ...]:
    """The dtypes in which a universal function computes: those of its inputs, then those of its outputs.

    Args:
        ufunc: A universal function of NumPy.
        kinds: What `kind_of` says of each input.
        dtype: That of the outputs, where a program gave ``dtype=``.
        signature: The dtypes of a loop, where a program gave it: a tuple, or text like "dd->d".
        casting: Which casts of the inputs are allowed.

    Raises:
        TypeError: the function does not take such inputs.
    """
    weak = all(isinstance(kind, type) for kind in kinds)
    given = [np.dtype(kind) if weak else kind for kind in kinds]
    wanted = _signature(ufunc, dtype, signature)
    options = {} if wanted is None else {"signature": wanted}
    return tuple(ufunc.resolve_dtypes((*given, *[None] * ufunc.nout), casting=casting, **options))


def _signature(ufunc: Any, dtype: Any, signature: Any) -> Any:
    if signature is None:
        return None if dtype is None else (*[None] * ufunc.nin, *[np.dtype(dtype)] * ufunc.nout)
    if isinstance(signature, str):
        inputs, arrow, outputs = signature.partition("->")
        if not arrow:
            return _signature(ufunc, signature, None)
        signature = (*inputs, *outputs)
    return tuple(None if one is None else np.dtype(one) for one in signature)


@cache
def reduced(ufunc: Any, kind: Any, dtype: Any = None) -> Any:
    """The dtype in which a method like ``ufunc.reduce`` computes, for elements of a dtype.

    Raises:
        TypeError: the function has no such loop.
    """
    options = {} if dtype is None else {"signature": (np.dtype(dtype), None, None)}
    return ufunc.resolve_dtypes((None, kind, None), reduction=True, casting="unsafe", **options)[0]


@cache
def result_dtype(kinds: tuple[Any, ...]) -> Any:
    """The dtype that values of these kinds have together."""
    return np.result_type(*[kind(0) if isinstance(kind, type) else kind for kind in kinds])


def promoted(*values: Any) -> list[Any]:
    """Tensors of the dtype that the values have together."""
    common = result_dtype(tuple(map(kind_of, values)))
    return [cast(as_tensor(value), common) for value in values]


def as_floats(value: Any) -> Any:
    """A tensor of float64.

    Raises:
        TypeError: the numbers are complex.
    """
    tensor = as_tensor(value)
    if tensor.is_complex():
        raise TypeError(
            f"Cannot cast array data from {kind_of(tensor)!r} to dtype('float64') according to the rule 'safe'"
        )
    return cast(tensor, np.dtype(np.float64))


def together(*values: Any) -> list[Any]:
    """`promoted` for functions that are not universal, which make arrays of Python's numbers first: float64, int64."""
    tensors = [as_tensor(value) for value in values]
    first = tensors[0].dtype
    if all(one.dtype is first for one in tensors):
        return tensors
    common = result_dtype(tuple(to_numpy_dtype(one.dtype) for one in tensors))
    return [cast(one, common) for one in tensors]
