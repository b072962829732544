"""Type promotion: the common dtype of operands of different dtypes.

PyTorch's rules: a tensor with dimensions outranks a tensor without, which outranks a Python number; a lower rank only
counts where its kind of number (bool < integer < float < complex) is higher.  Works on NumPy dtypes, so that kernels
need no translation.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from wye.schema.symbolic import stands_for
from wye.schema.values import DTYPES
from wye.tensors.dtypes import from_numpy_dtype, get_default_dtype, to_numpy_dtype

__all__ = ["can_cast", "category", "dtype_named", "dtype_of_number", "promote", "result_type", "to_complex", "to_real"]

_WIDE_UNSIGNED = ("uint16", "uint32", "uint64")
_SIGNED = ("int8", "int16", "int32", "int64")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_NUMBERS = (bool, int, float, complex)


def category(dtype: Any) -> int:
    """The kind of number that a dtype holds.  0: bool, 1: integer, 2: float, 3: complex."""
    kind = dtype.kind
    if kind in "iu":
        return 1
    return 0 if kind == "b" else 3 if kind == "c" else 2  # ml_dtypes' floats are of kind V or f


def dtype_named(name: str) -> Any:
    """The NumPy dtype with elements of this name."""
    return to_numpy_dtype(DTYPES[name])


def _promote_integers(a: str, b: str) -> str:
    if "uint8" in (a, b):
        other = b if a == "uint8" else a
        return "int16" if other == "int8" else other
    return max(a, b, key=_SIGNED.index)


def _promote_floats(a: str, b: str) -> str:
    if {a, b} == {"float16", "bfloat16"}:
        return "float32"
    return max(a, b, key=_FLOATS.index)


def _promote_mixed(low: str, high: str) -> str:
    """``high`` is of a higher category than ``low``."""
    return "complex128" if high == "complex64" and low == "float64" else high


def _check_pair(a: str, b: str) -> None:
    """Refuse pairs of dtypes that PyTorch does not promote."""
    if "float8" in a or "float8" in b:
        raise RuntimeError(f"Promotion for Float8 Types is not supported, attempted to promote {a} and {b}")
    if (a in _WIDE_UNSIGNED and b not in _FLOATS) or (b in _WIDE_UNSIGNED and a not in _FLOATS):
        raise RuntimeError(
            "Promotion for uint16, uint32, uint64 types is not supported, "
            f"attempted to promote {a} and {b}; convert one of them with .to()"
        )


@cache
def promote(a: Any, b: Any) -> Any:
    """The dtype that both are promoted to, whatever their ranks: `torch.promote_types`.

    Raises:
        RuntimeError: PyTorch has no rule for the pair.
    """
    if a == b:
        return a
    name_a, name_b = from_numpy_dtype(a).name, from_numpy_dtype(b).name
    _check_pair(name_a, name_b)
    low, high = sorted((a, b), key=category)
    if category(low) == 0:
        return high
    if category(low) != category(high):
        return dtype_named(_promote_mixed(from_numpy_dtype(low).name, from_numpy_dtype(high).name))
    if category(low) == 1:
        return dtype_named(_promote_integers(name_a, name_b))
    if category(low) == 2:
        return dtype_named(_promote_floats(name_a, name_b))
    return dtype_named("complex128")


@cache
def to_complex(dtype: Any) -> Any:
    """The complex dtype with parts of ``dtype``."""
    if category(dtype) == 3:
        return dtype
    if "float8" in dtype.name:
        raise RuntimeError(f"no complex dtype has parts of {dtype.name}; convert them first, for example to float32")
    return dtype_named("complex128" if dtype.name == "float64" else "complex64")


@cache
def to_real(dtype: Any) -> Any:
    """The dtype of the parts of a complex dtype; any other dtype is its own."""
    if category(dtype) != 3:
        return dtype
    return dtype_named("float64" if dtype.name == "complex128" else "float32")


def dtype_of_number(number: Any) -> Any:
    """The dtype that a Python number has on its own."""
    if isinstance(number, bool):
        return _BOOL
    if isinstance(number, int):
        return _INT64
    default = to_numpy_dtype(get_default_dtype())
    if isinstance(number, float):
        return default
    for kind, dtype in ((int, _INT64), (float, default), (bool, _BOOL)):
        if stands_for(number, kind):
            return dtype
    return to_complex(default)


_BOOL, _INT64 = dtype_named("bool"), dtype_named("int64")


def _combine(higher: Any, lower: Any) -> Any:
    if higher is None or lower is None:
        return lower if higher is None else higher
    high, low = category(higher), category(lower)
    if high == 3:
        return higher
    if high == 2:
        return to_complex(higher) if low == 3 else higher
    if high == 1 and low == 3:
        return lower
    if high == 0 or low >= 2:
        return promote(higher, lower)
    return higher


def result_type(*operands: Any) -> Any:
    """The NumPy dtype that arrays, MetaArrays and Python numbers are promoted to: `torch.result_type`."""
    if len(operands) == 1 and hasattr(operands[0], "dtype"):
        return operands[0].dtype
    if len(operands) == 2 and not isinstance(operands[0], _NUMBERS):
        one, other = operands
        if type(one) is type(other):
            if one.dtype is other.dtype:
                return one.dtype
        elif type(other) in (int, float) and hasattr(one, "dtype") and one.dtype.kind in "fc":
            return one.dtype
    ranks: list[Any] = [None, None, None]  # with dimensions, without, numbers
    for operand in operands:
        if isinstance(operand, _NUMBERS) or not hasattr(operand, "ndim"):
            rank, dtype = 2, dtype_of_number(operand)
        else:
            rank, dtype = (0 if operand.ndim else 1), operand.dtype
        before = ranks[rank]
        ranks[rank] = dtype if before is None or before is dtype else promote(before, dtype)
    return _combine(ranks[0], _combine(ranks[1], ranks[2]))


def can_cast(from_: Any, to: Any) -> bool:
    """May a result of one dtype be stored in the other?  Not from complex to real, float to integer, others to bool."""
    source, target = category(from_), category(to)
    if source == 3 and target != 3:
        return False
    if source == 2 and target < 2:
        return False
    return target != 0 or source == 0
