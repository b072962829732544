"""`torch._guards`: what tools that trace programs share.  Aliases only."""

from __future__ import annotations

from wye.fake.finding import active_fake_mode, detect_fake_mode
from wye.fake.tracing_context import TracingContext, tracing

__all__ = ["TracingContext", "active_fake_mode", "detect_fake_mode", "tracing"]
