"""`torch.fx.experimental._config`: another name of the module `wye.symbolic.config`."""

from __future__ import annotations

import sys

import wye.symbolic.config as config

sys.modules[__name__] = config
