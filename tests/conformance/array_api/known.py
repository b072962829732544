"""Differences of calls through the array API that are meant: where each applies, and its reason.

docs/pytorch-differences.md has them for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from tests.conformance.array_api.drawing import COMPLEX, Made

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUMS = frozenset(("add", "subtract", "__add__", "__sub__", "__radd__", "__rsub__", "__iadd__", "__isub__", "diff"))
_MODULO = frozenset(("remainder", "__mod__", "__rmod__", "__imod__"))
_POWERS = frozenset(("pow", "__pow__", "__rpow__", "__ipow__"))
_UNIQUE = frozenset(("unique_values", "unique_counts", "unique_inverse", "unique_all"))
_NUMBERS = frozenset(("__bool__", "__int__", "__float__", "__complex__", "__index__", "tolist", "__str__"))
_PRODUCTS = frozenset(("tensordot", "linalg.tensordot", "matmul", "linalg.matmul", "vecdot", "linalg.vecdot"))
_WIDE = ("uint16", "uint32", "uint64")


def _leaves(args: Any) -> Iterator[Any]:
    items = args.values() if isinstance(args, dict) else args
    for item in items:
        if isinstance(item, (list, dict)):
            yield from _leaves(item)
        else:
            yield item


def _is_complex(value: Any) -> bool:
    return isinstance(value, complex) or (isinstance(value, Made) and str(value.values.dtype) in COMPLEX)


def _is_wide(value: Any) -> bool:
    return value in _WIDE if isinstance(value, str) else isinstance(value, Made) and str(value.values.dtype) in _WIDE


def _is_huge(value: Any) -> bool:
    return type(value) is int and value >= 2**63


def _is_not_finite(value: Any) -> bool:
    if isinstance(value, Made):
        return value.values.dtype.kind in "fc" and not np.isfinite(value.values).all()
    return isinstance(value, (float, complex)) and not np.isfinite(value)


def _is_large(value: Any) -> bool:
    return isinstance(value, Made) and bool((np.abs(value.values.astype(complex)) > 1e15).any())


def _has_zeros(value: Any) -> bool:
    numbers = value.values if isinstance(value, Made) else value
    return not isinstance(numbers, str) and numbers is not None and bool((np.asarray(numbers) == 0).any())


_KNOWN: list[tuple[Any, str]] = [
    (
        lambda name, values, line: any(map(_is_wide, values)) and "not implemented for 'UInt" in line,
        "most operators refuse uint16, uint32 and uint64 in PyTorch",
    ),
    (
        lambda name, values, line: name == "linspace" and any(map(_is_wide, values)) and "without overflow" in line,
        "both ends of a range must fit the dtype, also where there is one element",
    ),
    (
        lambda name, values, line: name in _SUMS and any(map(_is_complex, values)) and any(map(_is_not_finite, values)),
        "PyTorch multiplies complex summands by 1, which makes NaNs of infinities",
    ),
    (
        lambda name, values, line: name in _MODULO and line.startswith("wrong: float"),
        "a zero that remains has the sign of the divisor, as in Python and in the standard",
    ),
    (
        lambda name, values, line: (
            name in _POWERS
            and any(map(_is_complex, values))
            and any(_is_not_finite(value) or _has_zeros(value) for value in values)
        ),
        "PyTorch takes powers of complex zeros and infinities through logarithms",
    ),
    (
        lambda name, values, line: any(map(_is_huge, values)),
        "integers of 2**63 and more are of uint64 in PyTorch, which meets no other dtype and wraps in int64",
    ),
    (
        lambda name, values, line: name == "searchsorted" and line.startswith("refused: ") and "Promotion" in line,
        "dtypes that cannot meet are refused without elements too",
    ),
    (
        lambda name, values, line: name in _UNIQUE and any(map(_has_zeros, values)),
        "which of 0.0 and -0.0 is kept depends on the order of sorting",
    ),
    (
        lambda name, values, line: (
            name in ("maximum", "minimum", "clip") and line.startswith("wrong: float") and any(map(_has_zeros, values))
        ),
        "0.0 and -0.0 are equal: either is the greater one",
    ),
    (
        lambda name, values, line: name == "arange" and any(map(_is_wide, values)),
        "PyTorch has no unsigned ranges, so that array_api_compat makes them of floats; here integers are counted",
    ),
    (
        lambda name, values, line: (
            name in _NUMBERS and any(map(_is_wide, values)) and "int64_t without overflow" in line
        ),
        "Python's integers have no upper limit",
    ),
    (
        lambda name, values, line: name == "astype" and any(map(_is_not_finite, values)) and "uint" in line,
        "infinities and NaN have no integer; what C makes of them is undefined",
    ),
    (
        lambda name, values, line: name in _PRODUCTS and line.startswith("wrong: ") and any(map(_is_large, values)),
        "large numbers that cancel leave what the order of the steps leaves",
    ),
    (
        lambda name, values, line: name == "clip" and any(map(_is_wide, values)),
        "PyTorch makes uint64 tensors of integers alone",
    ),
]


def reason(text: str, args: list[Any], kwargs: dict[str, Any], line: str) -> str | None:
    """Why a difference is meant; None: it is not."""
    values = list(_leaves([*args, *kwargs.values()]))
    name = text.partition("(")[0]
    return next((why for applies, why in _KNOWN if applies(name, values, line)), None)
