"""`torch.testing._internal.optests.autograd_registration`: where gradients are registered.  Aliases only."""

from __future__ import annotations

from wye.testing.operator_checks.registration import autograd_registration_check

__all__ = ["autograd_registration_check"]
