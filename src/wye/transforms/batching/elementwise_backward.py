"""Gradients of elementwise functions."""

from __future__ import annotations

from wye.transforms.rules.pointwise import pointwise_family

__all__ = ["BATCHING"]

BATCHING = pointwise_family("elementwise_backward")
