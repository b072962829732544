"""`torch._utils_internal`: paths of files beside tests.  Aliases only."""

from __future__ import annotations

from os.path import join as get_file_path
from os.path import join as get_file_path_2

__all__ = ["get_file_path", "get_file_path_2"]
