"""`torch._subclasses.meta_utils`: tensors without data made of real ones.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fake.comparing import assert_eq, assert_metadata_eq
from wye.fake.converter import MetaConverter

__all__ = ["MetaConverter", "assert_eq", "assert_metadata_eq"]

__getattr__ = names_of(__name__)
