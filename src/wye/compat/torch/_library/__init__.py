"""`torch._library`: the internals of `torch.library`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch._library import custom_ops, fake_impl, infer_schema, simple_registry, utils
from wye.library.fake_objects import register_fake_class

__all__ = ["custom_ops", "fake_impl", "infer_schema", "register_fake_class", "simple_registry", "utils"]

__getattr__ = names_of(__name__)
