"""`torch.testing._internal.common_quantization`: tests that need what is not there are skipped.  Aliases only."""

from __future__ import annotations

import unittest

from wye.compat.modules import names_of

__all__ = ["skipIfNoDynamoSupport"]

skipIfNoDynamoSupport = unittest.skip("there is no compiler of Python's frames")  # noqa: N816 - PyTorch's name
__getattr__ = names_of(__name__)
