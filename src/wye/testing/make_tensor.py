"""Random tensors for tests: `make_tensor`."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

from wye.aten.functions import function
from wye.schema.values import DTYPES
from wye.tensors.limits import finfo
from wye.testing.surroundings import noncontiguous_like

if TYPE_CHECKING:
    from wye.schema.values import device as device_type
    from wye.schema.values import dtype as dtype_type
    from wye.tensors import Tensor

__all__ = ["make_tensor", "mask_not_all_zeros"]

_LIMITS: Final = {"uint8": (0, 10), "bool": (0, 2)}  # where no bounds are given; else -9 to 9


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
        ValueError: ``low`` is not below ``high``.
    """
    size = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
    usual = _LIMITS.get(dtype.name, (-9, 10 if not dtype.is_floating_point and not dtype.is_complex else 9))
    bottom, top = (usual[0] if low is None else low), (usual[1] if high is None else high)
    if not bottom < top:
        raise ValueError(f"`low` must be less than `high`, but got {bottom} >= {top}")
    made: Tensor = _random(size, dtype, bottom, top).to(device)
    if exclude_zero:
        made[made == 0] = 1 if not dtype.is_floating_point and not dtype.is_complex else finfo(dtype).tiny
    if noncontiguous:
        made = noncontiguous_like(made)
    if memory_format is not None:
        made = made.contiguous(memory_format=memory_format)
    return made.requires_grad_() if requires_grad else made


def _random(size: tuple[int, ...], dtype: dtype_type, low: float, high: float) -> Any:
    if dtype.is_complex:
        part = dtype.to_real()
        return function("complex")(_random(size, part, low, high), _random(size, part, low, high)).to(dtype)
    if dtype.is_floating_point:
        return (function("rand")(size, dtype=DTYPES["float64"]) * (high - low) + low).to(dtype)
    return function("randint")(int(low), int(high), size).to(dtype)


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
