"""`torch._inductor`: its configuration, as far as it is about operators that write.  Aliases only."""

from __future__ import annotations

from wye.compat.torch._inductor import config

__all__ = ["config"]
