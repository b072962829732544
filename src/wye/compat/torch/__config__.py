"""`torch.__config__`: what the library was built with.  Aliases only."""

from __future__ import annotations

from wye.build_information import cxx_flags as _cxx_flags
from wye.build_information import parallel_info, show

__all__ = ["_cxx_flags", "parallel_info", "show"]
