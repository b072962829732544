"""Derivatives of views."""

from __future__ import annotations

from wye.autograd.rules import NOT_DIFFERENTIABLE

__all__ = ["DERIVATIVES"]

DERIVATIVES = {
    "detach": NOT_DIFFERENTIABLE,
}
