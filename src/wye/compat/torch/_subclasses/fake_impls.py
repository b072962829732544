"""`torch._subclasses.fake_impls`: operators that fake tensors handle apart.  Aliases only."""

from __future__ import annotations

from wye.fake.comparing import has_meta
from wye.fake.special import deregister_op_impl as _deregister_op_impl
from wye.fake.special import op_implementations as op_implementations_checks
from wye.fake.special import register_op_impl

__all__ = ["_deregister_op_impl", "has_meta", "op_implementations_checks", "register_op_impl"]
