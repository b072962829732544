"""`torch._dynamo.testing`: helpers of tests.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing.patched_cases import strided as rand_strided
from wye.testing.patched_cases import with_settings as make_test_cls_with_patches

__all__ = ["make_test_cls_with_patches", "rand_strided"]

__getattr__ = names_of(__name__)
