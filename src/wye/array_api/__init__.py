"""The array-API standard, version 2024.12, over wye's arrays: what ``x.__array_namespace__()`` gives.

NumPy 2 follows the standard, and `wye.numpy` follows NumPy: most functions are that package's.  Here are those whose
arguments the standard has in another form, and questions about dtypes and devices.  ``linalg`` and ``fft`` are its
extensions.
"""

from __future__ import annotations

from typing import Any

from wye import numpy as wye_numpy
from wye.array_api import fft, linalg
from wye.array_api.creation import arange as arange
from wye.array_api.creation import asarray, empty, eye, from_dlpack, full, linspace, ones, zeros
from wye.array_api.inspection import Info, can_cast, finfo, iinfo, isdtype, of_version, result_type
from wye.array_api.inspection import astype as astype
from wye.array_api.ordering import argsort, sort

__array_api_version__ = "2024.12"
__array_namespace_info__ = Info

_TAKEN = (
    "abs", "acos", "acosh", "add", "all", "any", "argmax", "argmin", "asin", "asinh", "atan", "atan2", "atanh",
    "bitwise_and", "bitwise_invert", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "bool",
    "broadcast_arrays", "broadcast_shapes", "broadcast_to", "ceil", "clip", "complex128", "complex64", "concat",
    "conj", "copysign", "cos", "cosh", "count_nonzero", "cumulative_prod", "cumulative_sum", "diff", "divide", "e",
    "empty_like", "equal", "exp", "expand_dims", "expm1", "flip", "float32", "float64", "floor", "floor_divide",
    "full_like", "greater", "greater_equal", "hypot", "imag", "inf", "int16", "int32", "int64", "int8", "isfinite",
    "isin", "isinf", "isnan", "less", "less_equal", "log", "log10", "log1p", "log2", "logaddexp", "logical_and",
    "logical_not", "logical_or", "logical_xor", "matmul", "matrix_transpose", "max", "maximum", "mean", "meshgrid",
    "min", "minimum", "moveaxis", "multiply", "nan", "negative", "newaxis", "nextafter", "nonzero", "not_equal",
    "ones_like", "permute_dims", "pi", "positive", "pow", "prod", "real", "reciprocal", "remainder", "repeat",
    "reshape", "roll", "round", "searchsorted", "sign", "signbit", "sin", "sinh", "sqrt", "square", "squeeze",
    "stack", "std", "subtract", "sum", "take", "take_along_axis", "tan", "tanh", "tensordot", "tile", "tril", "triu",
    "trunc", "uint16", "uint32", "uint64", "uint8", "unique_all", "unique_counts", "unique_inverse", "unique_values",
    "unstack", "var", "vecdot", "where", "zeros_like",
)  # fmt: skip

__all__ = [
    "__array_api_version__", "__array_namespace_info__", "arange", "argsort", "asarray", "astype", "can_cast", "empty",
    "eye", "fft", "finfo", "from_dlpack", "full", "iinfo", "isdtype", "linalg", "linspace", "of_version", "ones",
    "result_type", "sort", "zeros",
]  # fmt: skip
__all__ += _TAKEN  # noqa: PLE0605 - names that `__getattr__` finds


def __getattr__(name: str) -> Any:
    if name not in _TAKEN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(wye_numpy, name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
