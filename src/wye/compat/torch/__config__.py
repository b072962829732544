"""`torch.__config__`: what the library was built with.  Aliases only."""

from __future__ import annotations

from wye.build_information import parallel_info, show

__all__ = ["parallel_info", "show"]
