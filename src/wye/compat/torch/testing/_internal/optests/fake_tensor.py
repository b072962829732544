"""`torch.testing._internal.optests.fake_tensor`: fake kernels beside real ones.  Aliases only."""

from __future__ import annotations

from wye.testing.operator_checks.fake import fake_check

__all__ = ["fake_check"]
