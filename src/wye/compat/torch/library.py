"""`torch.library`: the registration API.  Aliases only."""

from __future__ import annotations

from wye.library import (
    CustomOpDef,
    Library,
    _scoped_library,
    custom_op,
    define,
    fallthrough_kernel,
    get_ctx,
    get_kernel,
    impl,
    impl_abstract,
    infer_schema,
    register_autocast,
    register_autograd,
    register_fake,
    register_kernel,
    register_vmap,
)
from wye.library import register_dispatch_rule as register_torch_dispatch

__all__ = [
    "CustomOpDef",
    "Library",
    "_scoped_library",
    "custom_op",
    "define",
    "fallthrough_kernel",
    "get_ctx",
    "get_kernel",
    "impl",
    "impl_abstract",
    "infer_schema",
    "register_autocast",
    "register_autograd",
    "register_fake",
    "register_kernel",
    "register_torch_dispatch",
    "register_vmap",
]
