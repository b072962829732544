"""`torch.nn.modules.conv`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.conv import *  # noqa: F403 - one module under two names
from wye.nn.modules.conv import __all__ as __all__
from wye.nn.modules.lazy import LazyConv1d as LazyConv1d
from wye.nn.modules.lazy import LazyConv2d as LazyConv2d
from wye.nn.modules.lazy import LazyConv3d as LazyConv3d
from wye.nn.modules.lazy import LazyConvTranspose1d as LazyConvTranspose1d
from wye.nn.modules.lazy import LazyConvTranspose2d as LazyConvTranspose2d
from wye.nn.modules.lazy import LazyConvTranspose3d as LazyConvTranspose3d
