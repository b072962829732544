"""Composites: elementwise operators written over others, and other names of operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, is_complex, is_floating
from wye.aten.schemas import elementwise, elementwise_special, elementwise_ternary
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import DTYPES
from wye.tensors.dtypes import get_default_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

# ---- other names ----

_ALIASES: Final = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctanh": "atanh", "arctan2": "atan2", "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div",
    "negative": "neg", "fix": "trunc", "clip": "clamp", "not_equal": "ne", "less": "lt", "less_equal": "le",
    "greater": "gt", "greater_equal": "ge", "__and__": "bitwise_and", "__or__": "bitwise_or", "__xor__": "bitwise_xor",
    "__iand__": "bitwise_and_", "__ior__": "bitwise_or_", "__ixor__": "bitwise_xor_",
    "special_erf": "erf", "special_erfc": "erfc", "special_expit": "sigmoid", "special_expm1": "expm1",
    "special_exp2": "exp2", "special_erfinv": "erfinv", "special_gammaln": "lgamma", "special_digamma": "digamma",
    "special_psi": "digamma", "special_logit": "logit", "special_xlogy": "xlogy", "special_sinc": "sinc",
    "special_log1p": "log1p",
}  # fmt: skip
# Overloads whose names differ too.
_OVERLOADS: Final = {
    "special_xlogy": "xlogy.Tensor",
    "special_xlogy.other_scalar": "xlogy.Scalar_Other",
    "special_xlogy.self_scalar": "xlogy.Scalar_Self",
    "special_xlogy.out": "xlogy.OutTensor",
    "special_xlogy.self_scalar_out": "xlogy.OutScalar_Self",
    "special_xlogy.other_scalar_out": "xlogy.OutScalar_Other",
}
# Numbers that a tensor operator takes as they are.
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


def _forward(target: str) -> Callable[..., Any]:
    """A rule that calls another operator with the same arguments."""
    name, _, overload = target.partition(".")
    op: Any = None

    def forward(*args: Any, **kwargs: Any) -> Any:
        nonlocal op
        if op is None:  # at the first call: there are no operators yet when this file is read
            op = getattr(getattr(ops.aten, name), overload or "default")
        return op(*args, **kwargs)

    return forward


def _counted(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that writes through another operator; its own call has counted that already."""

    def write(*args: Any, **kwargs: Any) -> Any:
        with below_ad_inplace_or_view():
            return rule(*args, **kwargs)

    return write


def _aliases() -> dict[str, str]:
    """All overloads and variants that only have another name, with the operators that they are."""
    found: dict[str, str] = {}
    text = elementwise.SCHEMAS + elementwise_special.SCHEMAS + elementwise_ternary.SCHEMAS
    for line in text.strip().splitlines():
        name = line.partition("(")[0]
        base, dot, overload = name.partition(".")
        if name in _OVERLOADS:
            found[name] = _OVERLOADS[name]
        elif base in _ALIASES:
            found[name] = _ALIASES[base] + dot + overload
        elif base.endswith("_") and base[:-1] in _ALIASES:
            found[name] = f"{_ALIASES[base[:-1]]}_{dot}{overload}"
    return found


for _name, _target in _aliases().items():
    IMPLICIT[_name] = _forward(_target)
for _name, _target in _OF_NUMBERS.items():
    EXPLICIT[_name] = _forward(_target)
for _name, _target in _SHIFTS.items():
    EXPLICIT[_name] = _counted(_forward(_target))


@IMPLICIT("positive")
def positive(self: Any) -> Any:
    """The tensor itself."""
    if dtype_of(self) is DTYPES["bool"]:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return self


@IMPLICIT("special_round")
def special_round(self: Any, *, decimals: int = 0) -> Any:
    """Round half to even."""
    return aten.round.decimals(self, decimals=decimals)


# ---- tests ----


@IMPLICIT("isfinite")
def isfinite(self: Any) -> Any:
    """Neither infinite nor a NaN."""
    if not is_floating(self) and not is_complex(self):
        return aten.ones_like(self, dtype=DTYPES["bool"])
    return aten.logical_and(aten.eq.Tensor(self, self), aten.ne.Scalar(aten.abs(self), float("inf")))


@IMPLICIT("isclose")
def isclose(self: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
    """Is the difference at most ``atol + rtol * |other|``?"""
    if dtype_of(self) is not dtype_of(other):
        raise RuntimeError(f"{dtype_of(self)} did not match {dtype_of(other)}; convert one of the tensors with .to()")
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {tolerance}")
    close = aten.eq(self, other)
    if equal_nan and (is_floating(self) or is_complex(self)):
        close = aten.logical_or.default(close, aten.logical_and.default(aten.ne(self, self), aten.ne(other, other)))
    if rtol == 0 and atol == 0:
        return close
    if not is_floating(self) and not is_complex(self):
        if dtype_of(self) is DTYPES["bool"]:
            self = aten.to.dtype(self, get_default_dtype())
        other = aten.to.dtype(other, get_default_dtype())
    error = aten.abs.default(aten.sub(self, other))
    return aten.logical_or.default(
        close,
        aten.logical_and.default(
            aten.isfinite.default(error), aten.le(error, aten.add(aten.abs.default(aten.mul(other, rtol)), atol))
        ),
    )


@EXPLICIT("allclose")
def allclose(self: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Are all differences at most ``atol + rtol * |other|``?"""
    return bool(aten.item.default(aten.all(aten.isclose(self, other, rtol, atol, equal_nan))))
