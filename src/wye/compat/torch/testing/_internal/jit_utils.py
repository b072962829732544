"""`torch.testing._internal.jit_utils`: the class of tests of TorchScript is that of all tests.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing import TestCase as JitTestCase

__all__ = ["JitTestCase"]

__getattr__: Any = names_of(__name__)
