"""`torch.distributions.constraint_registry`.  Aliases only."""

from __future__ import annotations

from wye.distributions.constraint_registry import ConstraintRegistry, biject_to, transform_to

__all__ = [
    "ConstraintRegistry",
    "biject_to",
    "transform_to",
]
