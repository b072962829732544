"""Derivatives of operators on lists: those of the operator of one tensor, which each item is recorded with."""

from __future__ import annotations

from wye.aten.lines import lines
from wye.autograd.rules import BY_PARTS, Derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    name: BY_PARTS for name, family in lines().families.items() if family == "foreach" and not name.endswith("out")
}
