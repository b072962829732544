"""Derivatives of views that only set a bit."""

from __future__ import annotations

from wye.autograd.rules import Derivative, derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "_conj": derivative(self=lambda grad: grad.conj(), forward="joint"),
    "_conj_copy": derivative(self=lambda grad: grad.conj(), forward="joint"),
    "_neg_view_copy": derivative(self=lambda grad: -grad, forward="joint"),
    "_neg_view": derivative(self=lambda grad: -grad, forward="joint"),
}
