"""`torch.utils.deterministic`: one setting that is an attribute.  Aliases only."""

from __future__ import annotations

import sys

from wye.process_settings import DeterministicModule

sys.modules[__name__].__class__ = DeterministicModule
