"""`torch._subclasses.fake_impls`: operators that fake tensors handle apart.  Aliases only."""

from __future__ import annotations

from wye.fake.comparing import has_meta
from wye.fake.special import deregister_op_impl as _deregister_op_impl
from wye.fake.special import fast_implementations as get_fast_op_impls
from wye.fake.special import op_implementations as op_implementations_checks
from wye.fake.special import register_fast_op_impl, register_op_impl
from wye.tensors.layout import broadcast_shapes as infer_size

__all__ = [
    "_deregister_op_impl",
    "get_fast_op_impls",
    "has_meta",
    "infer_size",
    "op_implementations_checks",
    "register_fast_op_impl",
    "register_op_impl",
]
