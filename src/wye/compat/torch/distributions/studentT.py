"""`torch.distributions.studentT`.  Aliases only."""

from __future__ import annotations

from wye.distributions.location_scale import StudentT

__all__ = [
    "StudentT",
]
