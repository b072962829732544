"""`torch.testing._internal.optests.make_fx`: a function beside its graph.  Aliases only."""

from __future__ import annotations

from wye.testing.operator_checks.aot import make_fx_check

__all__ = ["make_fx_check"]
