"""Checks and interpretation of the arguments of random operators.

Pure functions of shapes, dtypes and parameters, shared by NumPy kernels and fake kernels.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.reduction import is_float8, is_integral
from wye.schema.dtype_table import ROWS
from wye.schema.symbolic import expected
from wye.schema.values import DTYPES
from wye.tensors.dtypes import (
    c_name_of,
    from_numpy_dtype,
    get_default_dtype,
    name_of,
    not_implemented,
    title_of,
    to_numpy_dtype,
)
from wye.tensors.layout import contiguous_strides, permuted_strides, strides_like
from wye.tensors.limits import finfo

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "check_countable", "check_dropout", "check_float", "check_multinomial", "check_normal", "check_positive",
    "check_probability", "check_uniform", "integer_range", "like_strides", "new_dtype", "new_shape",
]  # fmt: skip

_DIGITS: Final = {row.name: row.digits for row in ROWS.values() if row.digits}  # bits of an exact integer


def new_dtype(dtype: Any) -> Any:
    """The NumPy dtype of a new tensor; None is the default dtype."""
    if isinstance(dtype, str):
        dtype = DTYPES[dtype]
    return to_numpy_dtype(get_default_dtype() if dtype is None else dtype)


def new_shape(size: Sequence[int]) -> tuple[int, ...]:
    """The shape of a new tensor."""
    for extent in size:
        if not expected(extent >= 0):
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {extent}: {list(size)}; sizes start at 0"
            )
    return tuple(size)


def like_strides(array: Any, itemsize: int, memory_format: Any) -> tuple[int, ...]:
    """The strides of a new array like another one, in a memory format if one is wanted."""
    wanted = None if memory_format is None else memory_format.name
    if wanted == "contiguous_format":
        return contiguous_strides(array.shape, itemsize)
    if wanted in ("channels_last", "channels_last_3d"):
        rank = 4 if wanted == "channels_last" else 5
        if array.ndim != rank:
            raise RuntimeError(f"required rank {rank} tensor to use {wanted} format")
        return permuted_strides(array.shape, (1, *range(rank - 1, 1, -1), 0), itemsize)
    return strides_like(array, itemsize)


def check_float(kernel: str, dtype: Any, *, complex_too: bool = False) -> None:
    """Refuse dtypes that are not floating-point."""
    if is_integral(dtype) or is_float8(dtype) or (dtype.kind == "c" and not complex_too):
        raise not_implemented(kernel, dtype)


def check_uniform(dtype: Any, low: float, high: float) -> None:
    """Refuse invalid ranges."""
    check_float("check_uniform_bounds", dtype, complex_too=True)
    if low <= high and high - low > float(finfo(from_numpy_dtype(dtype)).max):
        raise RuntimeError(
            "uniform_ expects to-from <= std::numeric_limits<Float>::max(), but found "
            f"to={high:g} and from={low:g} which result in to-from to exceed the limit"
        )
    if not low <= high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")


def check_normal(self: Any, std: float) -> None:
    """Refuse negative deviations and integers."""
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if self.size:
        check_float("normal_kernel_cpu", self.dtype, complex_too=True)


def check_positive(name: str, argument: str, value: float) -> None:
    """Refuse parameters that must be greater than zero."""
    if not value > 0:
        raise RuntimeError(f"{name} expects {argument} > 0.0, but found {argument}={value:g}")


def check_probability(p: Any) -> None:
    """Refuse values outside [0, 1]; ``p`` is a number or an array of them."""
    if isinstance(p, (int, float)):
        low = high = p
    else:
        low, high = (np.minimum.reduce(p, None), np.maximum.reduce(p, None)) if p.size else (0, 0)
    if not (low >= 0 and high <= 1):
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={low if not low >= 0 else high:g}")


def check_dropout(self: Any) -> None:
    """Refuse integers, which cannot be scaled."""
    if is_integral(self.dtype):
        raise RuntimeError(f"result type Float can't be cast to the desired output type {title_of(self.dtype)}")


def integer_range(dtype: Any, low: int, high: int | None) -> tuple[int, int]:
    """The first of the integers to draw from, and how many there are; no end: all that the dtype has exactly.

    Raises:
        RuntimeError: there are none, or the dtype does not have them.
    """
    if dtype.kind == "c" or is_float8(dtype):
        raise not_implemented("random_", dtype)
    least, greatest = _exact_integers(dtype)
    last = greatest if high is None else high - 1
    if low > last:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={last + 1}")
    for name, value in (("from", low), ("to - 1", last)):
        if is_integral(dtype) and not least <= value <= greatest:
            raise RuntimeError(f"{name} is out of bounds for {title_of(dtype)}; choose a wider dtype")
    if not is_integral(dtype) and high is not None:
        low, last = _rounded_range(dtype, low, high)
    return low, last - low + 1


def _rounded_range(dtype: Any, low: int, high: int) -> tuple[int, int]:
    """The first and the last integer to draw, so that the dtype, which does not have all, rounds none out of range."""
    digits = _DIGITS[name_of(dtype)]
    most = 1 << digits
    if -most <= low <= most and -most < high <= most + 1:
        return low, high - 1  # it has all of these
    for name, value in (("from", low), ("to - 1", high - 1)):
        if abs(value) > most:
            warnings.warn(
                f"{name} is out of bounds [-(2^{digits}), 2^{digits}]. Due to precision limitations "
                f"{c_name_of(dtype)} can support discrete uniform distribution only within this range. "
                "This warning will become an error in version 1.7 release, please fix the code in advance",
                stacklevel=2,
            )
    after, last = (int(np.array(value).astype(dtype).astype(np.float64)) for value in (low + 1, high - 1))
    if after < low:
        low = after + (1 << (abs(low + 1).bit_length() - digits))
    if last >= high:
        high = last - (1 << (abs(high - 1).bit_length() - digits))
    return low, high - 1


def _exact_integers(dtype: Any) -> tuple[int, int]:
    if dtype.kind == "b":
        return 0, 1
    if is_integral(dtype):
        bounds = np.iinfo(dtype)
        return int(bounds.min), int(bounds.max)
    return -(1 << _DIGITS[name_of(dtype)]), 1 << _DIGITS[name_of(dtype)]


# The number of integers that a float has, beginning with 0, and one more: PyTorch allows it.
_COUNTABLE: Final = {"float16": 2**11 + 1, "float32": 2**24 + 1, "float64": 2**53 + 1}


def check_countable(n: int, dtype: Any) -> None:
    """Refuse dtypes that do not have all integers below ``n``."""
    if is_integral(dtype):
        if n - 1 > np.iinfo(dtype).max:
            name = ROWS[from_numpy_dtype(dtype).name].scalar_name
            raise RuntimeError(f"value cannot be converted to type {name} without overflow")
    elif n > _COUNTABLE.get(dtype.name, n):
        bits = np.finfo(dtype).nmant + 1
        most = f"2^{bits}+1" if bits > 11 else str(2**bits + 1)
        raise RuntimeError(f"n cannot be greater than {most} for {title_of(dtype)} type.")


def check_multinomial(self: Any, num_samples: int, replacement: bool) -> None:
    """Refuse weights and numbers of samples that do not fit each other."""
    if self.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if is_integral(self.dtype) or self.dtype.kind == "c" or is_float8(self.dtype):
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {title_of(self.dtype)}")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > self.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
