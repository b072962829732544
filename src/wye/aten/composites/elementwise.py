"""Composites: elementwise operators written over others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.aten.declare import Rules, forward_to
from wye.aten.metadata import dtype_of, is_complex, is_floating, reuse
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import DTYPES, MEMORY_FORMATS
from wye.tensors.dtypes import get_default_dtype, title_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_PRESERVE = MEMORY_FORMATS["preserve_format"]

# Numbers that a tensor operator takes unchanged.
_OF_NUMBERS: Final = {
    "add.Scalar": "add.Tensor", "sub.Scalar": "sub.Tensor", "mul.Scalar": "mul.Tensor", "div.Scalar": "div.Tensor",
    "div.Scalar_mode": "div.Tensor_mode", "floor_divide.Scalar": "floor_divide",
}  # fmt: skip
_SHIFTS: Final = {
    "__ilshift__.Tensor": "bitwise_left_shift_.Tensor",
    "__ilshift__.Scalar": "bitwise_left_shift_.Tensor_Scalar",
    "__irshift__.Tensor": "bitwise_right_shift_.Tensor",
    "__irshift__.Scalar": "bitwise_right_shift_.Tensor_Scalar",
}


def _counted(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that writes through another operator; the write was counted by its own call."""

    def write(*args: Any, **kwargs: Any) -> Any:
        with below_ad_inplace_or_view():
            return rule(*args, **kwargs)

    return write


for _name, _target in _OF_NUMBERS.items():
    EXPLICIT[_name] = forward_to(_target)
for _name, _target in _SHIFTS.items():
    EXPLICIT[_name] = _counted(forward_to(_target))


@IMPLICIT("positive")
def positive(self: Any) -> Any:
    """The tensor itself."""
    if dtype_of(self) is DTYPES["bool"]:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return self


# ---- tests ----


@IMPLICIT("isfinite")
def isfinite(self: Any) -> Any:
    """Which elements are neither infinite nor NaN."""
    if is_complex(self):
        real, imag = aten.isfinite.default(aten.real.default(self)), aten.isfinite.default(aten.imag.default(self))
        return reuse(real, "bitwise_and").Tensor(real, imag)
    if not is_floating(self):
        return aten.ones_like.default(self, dtype=DTYPES["bool"], memory_format=_PRESERVE)
    finite = aten.ne.Scalar(aten.abs.default(self), float("inf"))
    return aten.mul.Tensor(aten.eq.Tensor(self, self), finite)


@IMPLICIT("isclose")
def isclose(self: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
    """Is the difference at most ``atol + rtol * |other|``?"""
    if dtype_of(self) is not dtype_of(other):
        raise RuntimeError(f"{title_of(dtype_of(self))} did not match {title_of(dtype_of(other))}; convert one of them")
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {tolerance}")
    close = aten.eq.Tensor(self, other)
    if equal_nan and (is_floating(self) or is_complex(self)):
        nans = aten.bitwise_and.Tensor(aten.isnan.default(self), aten.isnan.default(other))
        close = reuse(close, "bitwise_or").Tensor(close, nans)
    if rtol == 0 and atol == 0:
        return close
    if not is_floating(self) and not is_complex(self):
        if dtype_of(self) is DTYPES["bool"]:
            self = aten.to.dtype(self, get_default_dtype())
        other = aten.to.dtype(other, get_default_dtype())
    allowed = aten.add.Scalar(aten.abs.default(aten.mul.Scalar(other, rtol)), atol)
    error = aten.abs.default(aten.sub.Tensor(self, other))
    near = aten.isfinite.default(error)
    near = reuse(near, "bitwise_and").Tensor(near, aten.le.Tensor(error, allowed))
    return reuse(close, "bitwise_or").Tensor(close, near)


@EXPLICIT("allclose")
def allclose(self: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Are all differences at most ``atol + rtol * |other|``?"""
    return bool(aten.item.default(aten.all.default(aten.isclose.default(self, other, rtol, atol, equal_nan))))


@IMPLICIT("isreal")
def isreal(self: Any) -> Any:
    """Which elements have no imaginary part."""
    if not is_complex(self):
        return aten.ones_like.default(self, dtype=DTYPES["bool"], memory_format=_PRESERVE)
    return aten.eq.Scalar(aten.imag.default(self), 0)
