"""Gradients of activations."""

from __future__ import annotations

from wye.transforms.rules.each import each
from wye.transforms.rules.pointwise import pointwise_family

__all__ = ["BATCHING"]

BATCHING = pointwise_family("elementwise_backward", "glu_backward", "elu_backward")
BATCHING["glu_backward"] = BATCHING["elu_backward"] = each
