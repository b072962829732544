"""Fake kernels: elementwise operators with three operands or bounds."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import infer
from wye.aten.kernels.elementwise_ternary import check_bounds, check_factor, check_lerp, typing_of_clamp
from wye.aten.pointwise import TYPINGS
from wye.tensors.promotion import result_type

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("clamp")
def clamp(self: Any, min: Any = None, max: Any = None) -> Any:
    """Clamp elements to two bounds."""
    return infer(TYPINGS["clamp"], self, also=check_bounds(self, min, max))


@FAKES("clamp_min")
def clamp_min(self: Any, min: Any) -> Any:
    """Clamp elements to a lower bound."""
    return clamp(self, min, None)


@FAKES("clamp_max")
def clamp_max(self: Any, max: Any) -> Any:
    """Clamp elements to an upper bound."""
    return clamp(self, None, max)


@FAKES("clamp.Tensor")
def clamp_tensor(self: Any, min: Any = None, max: Any = None) -> Any:
    """Clamp elements to bounds given by two tensors."""
    bounds = check_bounds(self, min, max)
    return infer(typing_of_clamp(bounds), self, *bounds)


@FAKES("clamp_min.Tensor")
def clamp_min_tensor(self: Any, min: Any) -> Any:
    """Clamp elements to lower bounds given by a tensor."""
    return clamp_tensor(self, min, None)


@FAKES("clamp_max.Tensor")
def clamp_max_tensor(self: Any, max: Any) -> Any:
    """Clamp elements to upper bounds given by a tensor."""
    return clamp_tensor(self, None, max)


@FAKES("lerp.Scalar")
def lerp_scalar(self: Any, end: Any, weight: Any) -> Any:
    """``self + weight * (end - self)`` for a number ``weight``."""
    check_lerp(self, end, weight)
    return infer(TYPINGS["lerp"], self, end)


@FAKES("lerp.Tensor")
def lerp_tensor(self: Any, end: Any, weight: Any) -> Any:
    """``self + weight * (end - self)``."""
    check_lerp(self, end, weight)
    return infer(TYPINGS["lerp"], self, end, weight)


@FAKES("addcmul")
def addcmul(self: Any, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Any:
    """``self + value * tensor1 * tensor2``."""
    check_factor("addcmul", value, self, tensor1, tensor2)
    return infer(TYPINGS["addcmul"], self, tensor1, tensor2)


@FAKES("addcdiv")
def addcdiv(self: Any, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Any:
    """``self + value * tensor1 / tensor2``."""
    TYPINGS["addcdiv"].of(result_type(tensor1, tensor2))
    check_factor("addcdiv", value, self, tensor1, tensor2)
    return infer(TYPINGS["addcdiv"], self, tensor1, tensor2)
