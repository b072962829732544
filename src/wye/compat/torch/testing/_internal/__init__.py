"""`torch.testing._internal`, as far as dispatcher tests use it."""

from __future__ import annotations

from wye.compat.modules import names_of

__getattr__ = names_of(__name__)
