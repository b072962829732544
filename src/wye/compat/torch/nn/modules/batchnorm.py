"""`torch.nn.modules.batchnorm`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.batchnorm import *  # noqa: F403 - one module under two names
from wye.nn.modules.batchnorm import __all__ as __all__
from wye.nn.modules.batchnorm import _BatchNorm as _BatchNorm
from wye.nn.modules.batchnorm import _NormBase as _NormBase
from wye.nn.modules.lazy import LazyBatchNorm1d as LazyBatchNorm1d
from wye.nn.modules.lazy import LazyBatchNorm2d as LazyBatchNorm2d
from wye.nn.modules.lazy import LazyBatchNorm3d as LazyBatchNorm3d
