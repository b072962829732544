"""Limits of dtypes: `finfo` for floats, `iinfo` for integers; and type promotion of dtypes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import wye.shown as shown
from wye.schema.values import dtype as dtype_type
from wye.tensors import promotion
from wye.tensors.dense import Tensor
from wye.tensors.dtypes import from_numpy_dtype, get_default_dtype, to_numpy_dtype
from wye.tensors.seen_members import dtype_of

if TYPE_CHECKING:
    from typing import Self

__all__ = ["can_cast", "finfo", "iinfo", "promote_types", "result_type"]


class _Limits:
    """The limits of one dtype; equal for equal dtypes."""

    __slots__ = ("_of", "bits", "dtype", "max", "min")
    _of: dtype_type
    bits: int  # of one number
    dtype: str  # its name
    max: Any
    min: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._of is other._of

    def __hash__(self) -> int:
        return hash((type(self), self._of))

    def __reduce__(self) -> tuple[type[Self], tuple[dtype_type]]:
        return type(self), (self._of,)


def _checked(value: object, name: str) -> dtype_type:
    if not isinstance(value, dtype_type):
        raise TypeError(f"{name}(): argument 'type' must be {shown.package}.dtype, not {type(value).__name__}")
    return value


_integers: dict[Any, tuple[Any, ...]] = {}  # limits that were asked for


class iinfo(_Limits):  # noqa: N801 - PyTorch's name
    """The least and the greatest number of an integer dtype.

    >>> import wye
    >>> iinfo(wye.int8).max
    127
    """

    __slots__ = ()

    def __init__(self, type: dtype_type) -> None:
        known = _integers.get(type) if _checked(type, "iinfo") is type else None
        if known is not None:
            self._of, self.bits, self.dtype, self.min, self.max = known
            return
        of = _checked(type, "iinfo")
        if of.is_floating_point or of.is_complex:
            raise TypeError(f"{shown.package}.iinfo() requires an integer input type. Use finfo to handle '{of}'")
        if not of.name.startswith(("int", "uint")):
            raise TypeError(f"{of} is not supported by {shown.package}.iinfo")
        self._of, self.bits, self.dtype = of, 8 * of.itemsize, of.name
        self.min = -(1 << self.bits - 1) if of.is_signed else 0
        self.max = (1 << self.bits - of.is_signed) - 1
        _integers[of] = of, self.bits, self.dtype, self.min, self.max

    def __repr__(self) -> str:
        return f"iinfo(min={float(self.min):g}, max={float(self.max):g}, dtype={self.dtype})"


class finfo(_Limits):  # noqa: N801 - PyTorch's name
    """The limits of a floating dtype, or of the parts of a complex one; the default dtype's without an argument.

    Attributes:
        eps: The step from 1 to the next number.
        smallest_normal: The least positive number with full precision; ``tiny`` too.
        resolution: Ten to the minus number of decimal digits that are kept.

    >>> import wye
    >>> finfo(wye.float16).max
    65504.0
    """

    __slots__ = ("eps", "resolution", "smallest_normal", "tiny")

    def __init__(self, type: dtype_type | None = None) -> None:
        of = get_default_dtype() if type is None else _checked(type, "finfo")
        if not (of.is_floating_point or of.is_complex):
            raise TypeError(f"{shown.package}.finfo() requires a floating point input type. Use iinfo to handle '{of}'")
        part = of.to_real()
        self._of, self.bits, self.dtype = part, 8 * part.itemsize, part.name
        self.min, self.max, self.eps, self.smallest_normal, self.resolution = _numbers_of(part)
        self.tiny = self.smallest_normal

    def __repr__(self) -> str:
        names = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        numbers = ", ".join(f"{name}={getattr(self, name):g}" for name in names)
        return f"finfo({numbers}, dtype={self.dtype})"


@cache
def _numbers_of(of: dtype_type) -> tuple[float, float, float, float, float]:
    """Least, greatest, step, smallest normal and resolution of a floating dtype."""
    import ml_dtypes  # here: few programs ask, and it knows NumPy's floats too

    known: Any = ml_dtypes.finfo(to_numpy_dtype(of))  # type: ignore[no-untyped-call]  # it has none
    digits = int(known.nmant * 0.30102999566398120)  # log10(2): decimal digits that survive a round trip
    return float(known.min), float(known.max), float(known.eps), float(known.smallest_normal), 10.0**-digits


def _check_dtypes(function: str, **given: object) -> None:
    for at, (place, value) in enumerate(given.items(), 1):
        if not isinstance(value, dtype_type):
            raise TypeError(
                f"{function}(): argument '{place}' (position {at}) must be {shown.package}.dtype, "
                f"not {type(value).__name__}"
            )


def promote_types(type1: dtype_type, type2: dtype_type) -> dtype_type:
    """The dtype that both are promoted to.

    Raises:
        RuntimeError: PyTorch has no rule for the pair.
    """
    if not type(type1) is type(type2) is dtype_type:
        _check_dtypes("promote_types", type1=type1, type2=type2)
    return _promoted(type1, type2)


@cache
def _promoted(type1: dtype_type, type2: dtype_type) -> dtype_type:
    return from_numpy_dtype(promotion.promote(to_numpy_dtype(type1), to_numpy_dtype(type2)))


def can_cast(from_: dtype_type, to: dtype_type) -> bool:
    """May a result of one dtype be stored in the other?"""
    if not type(from_) is type(to) is dtype_type:
        _check_dtypes("can_cast", from_=from_, to=to)
    return _can_cast(from_, to)


@cache
def _can_cast(from_: dtype_type, to: dtype_type) -> bool:
    return promotion.can_cast(to_numpy_dtype(from_), to_numpy_dtype(to))


def result_type(tensor1: Any, tensor2: Any) -> dtype_type:
    """The dtype in which an operator with these two, tensors or numbers, computes."""
    if type(tensor1) is type(tensor2) is Tensor and tensor1._data.dtype is tensor2._data.dtype:
        return dtype_of(tensor1)
    operands = [value._data if isinstance(value, Tensor) else value for value in (tensor1, tensor2)]
    for value in operands:
        if not isinstance(value, (bool, int, float, complex)) and not hasattr(value, "dtype"):
            raise TypeError(f"result_type() takes tensors and numbers, not {type(value).__name__}")
    return from_numpy_dtype(promotion.result_type(*operands))
