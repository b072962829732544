"""Formulas of elementwise operators on arrays: the engine runs each as one loop, where nothing sees the operators.

Cold path: read when an operator's plan is made.  See Note [Fused formulas].
"""

from __future__ import annotations

from functools import partial
from inspect import signature
from math import pi, sqrt
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema import FunctionSchema

__all__ = ["FUSED", "program_of"]

# Note [Fused formulas]
# A formula of `wye.autograd.derivatives` is a text in operators, which modes, traces and higher derivatives see.  A
# pass that nothing sees needs their numbers alone: here the same formula stands on real arrays, and the engine runs it
# as a list of NumPy's loops, piece by piece, without an array for each step.  The steps are those of the operators, in
# their order, so the results are the same, bit by bit; parameters have the formula's names and order.
# What a program does not take (other dtypes, shapes that differ in unusual ways) the formula computes.
# Broken by: a formula that is changed in one of the two places.
# Guarded by: tests/unit/autograd/test_fused.py


def _larger(grad: Any, self: Any, other: Any) -> Any:
    import numpy as np  # here: plans are made before arrays are needed

    return np.where(np.less(self, other), 0.0, np.where(np.equal(self, other), grad / 2, grad))


def _smaller(grad: Any, self: Any, other: Any) -> Any:
    import numpy as np

    return np.where(np.greater(self, other), 0.0, np.where(np.equal(self, other), grad / 2, grad))


def _kept(question: str, larger: bool) -> Callable[..., Any]:
    """Gradients of the larger or smaller of two, where NaN counts only beside NaN: ``question`` is who is asking."""

    def of(grad: Any, self: Any, other: Any) -> Any:
        import numpy as np

        wins = np.greater_equal(self, other) if larger else np.less_equal(self, other)
        is_first = np.logical_or(wins, np.isnan(other))
        return np.where(is_first, grad, 0.0) if question == "self" else np.where(is_first, 0.0, grad)

    return of


def _inside(grad: Any, self: Any, min: Any, max: Any) -> Any:
    import numpy as np

    return np.where(np.logical_and(np.greater_equal(self, min), np.less_equal(self, max)), grad, 0.0)


def _below(grad: Any, self: Any, min: Any, max: Any) -> Any:
    import numpy as np

    return np.where(np.logical_and(np.less(self, min), np.less(min, max)), grad, 0.0)


def _above(grad: Any, self: Any, min: Any, max: Any) -> Any:
    import numpy as np

    return np.where(np.logical_or(np.greater(self, max), np.less(max, min)), grad, 0.0)


def _atanh(grad: Any, self: Any) -> Any:
    import numpy as np

    return grad * 1 / (1 - np.square(self))


def _ndtri(grad: Any, result: Any) -> Any:
    import numpy as np

    return grad * sqrt(2 * pi) * np.exp(result * result / 2)


def _gamma_density(grad: Any, self: Any, other: Any) -> Any:
    import numpy as np

    from wye.aten.kernels.elementwise_special import FUNCTIONS  # here: it loads NumPy

    return grad * np.exp((self - 1) * np.log(other) - other - FUNCTIONS["lgamma"](self))


def _sin(grad: Any, self: Any) -> Any:
    import numpy as np

    return grad * np.cos(self)


def _cos(grad: Any, self: Any) -> Any:
    import numpy as np

    return grad * -np.sin(self)


def _squared(grad: Any, self: Any, exponent: Any) -> Any:
    return grad * (self * 2.0)


# By operator and argument.
FUSED: Final[dict[tuple[str, str], Callable[..., Any]]] = {
    ("mul.Tensor", "self"): lambda grad, other: grad * other,
    ("mul.Tensor", "other"): lambda grad, self: grad * self,
    ("mul.Scalar", "self"): lambda grad, other: grad * other,
    ("div.Tensor", "self"): lambda grad, other: grad / other,
    ("div.Tensor", "other"): lambda grad, self, other: -grad * ((self / other) / other),
    ("div.Scalar", "self"): lambda grad, other: grad / other,
    ("neg", "self"): lambda grad: -grad,
    ("reciprocal", "self"): lambda grad, result: -grad * (result * result),
    ("sqrt", "self"): lambda grad, result: grad / (result * 2),
    ("exp", "self"): lambda grad, result: grad * result,
    ("expm1", "self"): lambda grad, result: grad * (result + 1),
    ("log", "self"): lambda grad, self: grad / self,
    ("log1p", "self"): lambda grad, self: grad / (self + 1),
    ("atan", "self"): lambda grad, self: grad / (self * self + 1),
    ("tanh", "self"): lambda grad, result: grad * (1 - result * result),
    ("sigmoid", "self"): lambda grad, result: grad * ((1 - result) * result),
    ("sin", "self"): _sin,
    ("cos", "self"): _cos,
    ("maximum", "self"): _larger,
    ("maximum", "other"): _smaller,
    ("minimum", "self"): _smaller,
    ("minimum", "other"): _larger,
    ("pow.Tensor_Scalar", "self"): _squared,
    ("fmax", "self"): _kept("self", True),
    ("fmax", "other"): _kept("other", True),
    ("fmin", "self"): _kept("self", False),
    ("fmin", "other"): _kept("other", False),
    ("clamp.Tensor", "self"): _inside,
    ("clamp.Tensor", "min"): _below,
    ("clamp.Tensor", "max"): _above,
    ("atanh", "self"): _atanh,
    ("special_ndtri", "self"): _ndtri,
    ("igamma", "other"): _gamma_density,
    ("igammac", "other"): lambda grad, self, other: -_gamma_density(grad, self, other),
}
_RANGES: Final = {"exponent": (2.0, 2.0)}  # of numbers, where the text above holds for these alone
_NUMBERS: Final = {"mul.Scalar": "other", "div.Scalar": "other", "pow.Tensor_Scalar": "exponent"}


class _SameType:
    """Results have the dtype of the operands."""

    @staticmethod
    def of(dtype: Any) -> tuple[Any, Any]:
        return dtype, dtype


def program_of(schema: FunctionSchema, argument: str) -> Any:
    """What the engine runs instead of the formula of an operator's argument; None: nothing."""
    namespace, _, operator = schema.name.partition("::")
    operator += f".{schema.overload_name}" if schema.overload_name else ""
    fn = FUSED.get((operator, argument)) if namespace == "aten" else None
    return None if fn is None else engine.program(_operands(operator, fn), partial(_traced, fn), False, None)


def _operands(operator: str, fn: Callable[..., Any]) -> tuple[Any, ...]:
    number, nan, inf = _NUMBERS.get(operator), float("nan"), float("inf")
    return tuple(
        (name, nan, *_RANGES.get(name, (-inf, inf))) if name == number else (name,) for name in signature(fn).parameters
    )


def _traced(fn: Callable[..., Any], letter: str) -> Any:
    from wye.aten.arrays.programs import Program, traced  # here: it loads NumPy

    return traced(Program(fn, (_SameType,), tuple(signature(fn).parameters)), letter)  # type: ignore[arg-type]  # as `Typing`
