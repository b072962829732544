"""`torch._functorch.config`: another name of the module `wye.fake.config`."""

from __future__ import annotations

import sys

import wye.fake.config as config

sys.modules[__name__] = config
