"""Activations."""

from __future__ import annotations

from wye.transforms.rules.along import along
from wye.transforms.rules.pointwise import pointwise_family
from wye.transforms.rules.random import unsupported

__all__ = ["BATCHING"]

BATCHING = pointwise_family("elementwise_activations", "glu", "rrelu_with_noise", "rrelu_with_noise_")
BATCHING["glu"] = along
for _name in ("rrelu", "rrelu_", "rrelu_with_noise", "rrelu_with_noise_"):
    BATCHING[_name] = unsupported
