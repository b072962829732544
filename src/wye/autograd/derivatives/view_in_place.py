"""Derivatives of what changes how a tensor lies in its memory."""

from __future__ import annotations

from wye.autograd.derivatives.view import spread_out
from wye.autograd.rules import Derivative, derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "as_strided": derivative(self=spread_out, forward="joint"),
}
