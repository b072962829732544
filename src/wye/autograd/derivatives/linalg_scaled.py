"""Products of scaled and grouped matrices, and those that end with an activation, have no formula."""

from __future__ import annotations

from wye.autograd.rules import NO_FORMULA, Derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "_addmm_activation": NO_FORMULA,
    "_int_mm": NO_FORMULA,
    "_grouped_mm": NO_FORMULA,
    "_scaled_mm": NO_FORMULA,
    "_scaled_mm_v2": NO_FORMULA,
    "_scaled_grouped_mm_v2": NO_FORMULA,
}
