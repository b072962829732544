"""`torch.version`: what the library was built for: no accelerator."""

from __future__ import annotations

__all__ = ["__version__", "cuda", "debug", "git_version", "hip", "rocm", "xpu"]

__version__ = "2.13.0"
debug = False
cuda = git_version = hip = rocm = xpu = None
