"""`torch._subclasses.meta_utils`: tensors without data made of real ones.  Aliases only."""

from __future__ import annotations

from wye.fake.converter import MetaConverter

__all__ = ["MetaConverter"]
