"""`torch._subclasses.meta_utils`: tensors without data, and descriptions of tensors.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.device_answers import never as is_sparse_any
from wye.fake.comparing import assert_eq, assert_metadata_eq
from wye.fake.converter import MetaConverter
from wye.inspection.descriptions import MetaStorageDesc, MetaTensorDesc, MetaTensorDescriber
from wye.wrappers import is_traceable_wrapper_subclass

__all__ = [
    "MetaConverter",
    "MetaStorageDesc",
    "MetaTensorDesc",
    "MetaTensorDescriber",
    "assert_eq",
    "assert_metadata_eq",
    "is_sparse_any",
    "is_traceable_wrapper_subclass",
]

__getattr__ = names_of(__name__)
