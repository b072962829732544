"""Derivatives of checks: they have none."""

from __future__ import annotations

from wye.autograd.rules import NOT_DIFFERENTIABLE, Derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "_assert_async": NOT_DIFFERENTIABLE,
    "_assert_async.msg": NOT_DIFFERENTIABLE,
    "_functional_assert_async.msg": NOT_DIFFERENTIABLE,
    "_assert_scalar": NOT_DIFFERENTIABLE,
    "_functional_assert_scalar": NOT_DIFFERENTIABLE,
    "sym_constrain_range": NOT_DIFFERENTIABLE,
    "sym_constrain_range_for_size": NOT_DIFFERENTIABLE,
    "_assert_tensor_metadata": NOT_DIFFERENTIABLE,
}
