"""`torch.nn.utils._named_member_accessor`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.member_access import NamedMemberAccessor, set_tensor, swap_submodule, swap_tensor

__all__ = ["NamedMemberAccessor", "set_tensor", "swap_submodule", "swap_tensor"]
