"""Fake kernels: powers."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import infer
from wye.aten.kernels.elementwise_power import check_exponent
from wye.aten.pointwise import TYPINGS
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("pow.Tensor_Scalar")
def pow_scalar(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for a number."""
    check_exponent(self, exponent)
    return infer(TYPINGS["pow" if exponent not in (0, 1) else "pow.trivial"], self, also=(exponent,))


@FAKES("pow.Scalar")
def pow_of_scalar(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for a number ``self``."""
    trivial = self == 1 and not isinstance(self, bool)
    contiguous = MetaArray(exponent.shape, exponent.dtype)
    return infer(TYPINGS["pow.trivial" if trivial else "pow"], self, contiguous)


@FAKES("pow.Tensor_Tensor")
def pow_tensor(self: Any, exponent: Any) -> Any:
    """``self ** exponent``."""
    return infer(TYPINGS["pow"], self, exponent)
