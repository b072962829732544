"""`torch.library`: the registration API.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.higher_order.effects import register_effectful_op as _register_effectful_op
from wye.inspection.operators import checking_module as _check_pystubs_once
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
from wye.library.functions import NAMELESS_SCHEMA
from wye.library.functions import keep_alive as _keep_alive
from wye.library.registered import definitions as _defs
from wye.library.registered import forget as _del_library
from wye.library.registered import kernels as _impls
from wye.library.registered import key_of_device_type as _device_type_to_key
from wye.library.registered import reserved_namespaces as _reserved_namespaces

__all__ = [
    "NAMELESS_SCHEMA",
    "CustomOpDef",
    "Library",
    "_check_pystubs_once",
    "_defs",
    "_del_library",
    "_device_type_to_key",
    "_impls",
    "_keep_alive",
    "_register_effectful_op",
    "_reserved_namespaces",
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

__getattr__ = names_of(
    __name__,
    {
        "opcheck": "wye.testing.operator_checks",
        "triton_op": "wye.functionalization.open_operators",
        "wrap_triton": "wye.functionalization.open_operators",
    },
)
