"""`torch.testing._internal.optests.aot_autograd`: a function beside its forward and backward graphs.  Aliases only."""

from __future__ import annotations

from wye.testing.operator_checks.aot import aot_autograd_check, assert_raises_regex

__all__ = ["aot_autograd_check", "assert_raises_regex"]
