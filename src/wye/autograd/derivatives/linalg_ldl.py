"""Factors of symmetric matrices have no formula, nor what is solved with them."""

from __future__ import annotations

from wye.autograd.rules import NO_FORMULA, Derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {"linalg_ldl_factor_ex": NO_FORMULA, "linalg_ldl_solve": NO_FORMULA}
