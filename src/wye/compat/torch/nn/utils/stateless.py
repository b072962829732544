"""`torch.nn.utils.stateless`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.member_access import NamedMemberAccessor
from wye.nn.utils.stateless import call_with as _functional_call
from wye.nn.utils.stateless import functional_call
from wye.nn.utils.stateless import reparametrized as _reparametrize_module

__all__ = ["NamedMemberAccessor", "_functional_call", "_reparametrize_module", "functional_call"]
