"""Random tensors for tests: `make_tensor`."""

from __future__ import annotations

import warnings
from math import ceil, isinf, isnan, prod
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.aten.functions import function
from wye.schema.values import DTYPES
from wye.tensors.limits import finfo, iinfo
from wye.testing.surroundings import noncontiguous_like

if TYPE_CHECKING:
    from wye.schema.values import device as device_type
    from wye.schema.values import dtype as dtype_type
    from wye.tensors import Tensor

__all__ = ["make_tensor", "mask_not_all_zeros"]

_USUAL: Final = (-9, 9)  # where no bounds are given; one more for integers, whose upper bound is exclusive


def make_tensor(
    *shape: Any,
    dtype: dtype_type,
    device: str | device_type = "cpu",
    low: float | None = None,
    high: float | None = None,
    requires_grad: bool = False,
    noncontiguous: bool = False,
    exclude_zero: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """A tensor of random numbers between ``low`` and ``high``, by default between -9 and 9.

    Args:
        shape: Its size, as numbers or as one sequence.
        dtype: Its dtype.
        device: Where it is made.
        low: The smallest number.
        high: A number that all are below.
        requires_grad: As in `wye.ones`.
        noncontiguous: Make the tensor not contiguous.
        exclude_zero: Make zeros the smallest number above.
        memory_format: The order of its elements.

    Raises:
        ValueError: ``low`` is not below ``high``, one of them is NaN, or no number of the dtype lies between; gradients
            of integers or both orders of elements are asked for.
    """
    size = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
    if noncontiguous and memory_format is not None:
        raise ValueError(
            f"The parameters `noncontiguous` and `memory_format` are mutually exclusive, "
            f"but got {noncontiguous=} and {memory_format=}"
        )
    counts = not dtype.is_floating_point and not dtype.is_complex
    if requires_grad and counts:
        raise ValueError(
            f"`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype={dtype}"
        )
    made: Tensor = _random(size, dtype, *_bounds(low, high, dtype)).to(device)
    if noncontiguous and prod(size) > 1:
        made = noncontiguous_like(made)
    elif memory_format is not None:
        made = made.clone(memory_format=memory_format)
    if exclude_zero:
        made[made == 0] = 1 if counts else finfo(dtype).tiny
    return made.requires_grad_() if requires_grad else made


def _bounds(low: float | None, high: float | None, dtype: dtype_type) -> tuple[float, float]:
    """The bounds that are meant, inside of what the dtype can hold; those of integers are integers."""
    counts = not dtype.is_floating_point and not dtype.is_complex
    least, limit = _range_of(dtype)
    bottom, top = (_USUAL[0] if low is None else low), (_USUAL[1] + counts if high is None else high)
    if dtype.name == "bool":
        bottom, top = (0 if low is None else low), (2 if high is None else high)
    if any(isinstance(bound, float) and isnan(bound) for bound in (bottom, top)):
        raise ValueError(f"`low` and `high` cannot be NaN, but got low={bottom} and high={top}")
    if bottom == top and not counts:
        warnings.warn(
            f"Passing `low==high` to `{shown.package}.testing.make_tensor` for floating or complex types is deprecated "
            f"since 2.1 and will be removed in 2.3. Use `{shown.package}.full(...)` instead.",
            FutureWarning,
            stacklevel=3,
        )
    elif bottom >= top:
        raise ValueError(f"`low` must be less than `high`, but got {bottom} >= {top}")
    elif top < least or bottom >= limit:
        raise ValueError(
            f"The value interval specified by `low` and `high` is [{bottom}, {top}), but {dtype} only supports "
            f"[{least}, {limit})"
        )
    bottom, top = min(max(bottom, least), limit), min(max(top, least), limit)
    return (ceil(bottom), ceil(top)) if counts else (bottom, top)


def _range_of(dtype: dtype_type) -> tuple[float, float]:
    if dtype.is_floating_point or dtype.is_complex:
        return finfo(dtype).min, finfo(dtype).max
    if dtype.name == "bool":
        return 0, 2
    # random integers have bounds of 64 bits: the largest of them is never drawn
    return iinfo(dtype).min, min(iinfo(dtype).max + 1, iinfo(DTYPES["int64"]).max)


def _random(size: tuple[int, ...], dtype: dtype_type, low: float, high: float) -> Any:
    if dtype.is_complex:
        part = dtype.to_real()
        return function("complex")(_random(size, part, low, high), _random(size, part, low, high)).to(dtype)
    if dtype.is_floating_point:
        drawn = function("rand")(size, dtype=DTYPES["float64"])
        if isinf(high - low):
            made = ((drawn * (high / 2 - low / 2) + low / 2) * 2).to(dtype)
        else:
            made = (drawn * (high - low) + low).to(dtype)
        return made if low == high else function("where")(made < high, made, low).to(dtype)  # not rounded up to it
    return function("randint")(low, high, size).to(dtype)


def mask_not_all_zeros(shape: Any) -> Any:
    """A random tensor of booleans, at least one of which is true.

    Raises:
        AssertionError: it would have no elements.
    """
    if not prod(shape):
        raise AssertionError("a mask without elements is false everywhere")
    made = function("rand")(shape) > 0.5
    made.view(-1)[int(function("randint")(0, made.numel(), (1,)))] = True
    return made
