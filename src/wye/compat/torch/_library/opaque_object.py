"""`torch._library.opaque_object`: objects that operators take as black boxes.  Aliases only."""

from __future__ import annotations

from wye.library.fake_objects import FakeOpaqueObject
from wye.library.opaque_types import (
    MemberType,
    OpaqueBase,
    get_member_type,
    get_opaque_obj_info,
    get_opaque_obj_repr,
    get_opaque_type_name,
    get_reconstruct_fn,
    has_members,
    is_opaque_reference_type,
    is_opaque_type,
    is_opaque_value,
    is_opaque_value_type,
    register_opaque_type,
    should_hoist,
)

__all__ = [
    "FakeOpaqueObject",
    "MemberType",
    "OpaqueBase",
    "get_member_type",
    "get_opaque_obj_info",
    "get_opaque_obj_repr",
    "get_opaque_type_name",
    "get_reconstruct_fn",
    "has_members",
    "is_opaque_reference_type",
    "is_opaque_type",
    "is_opaque_value",
    "is_opaque_value_type",
    "register_opaque_type",
    "should_hoist",
]
