"""Layer 5: library. May import: call, registry, schema, keys, the engine, errors.

library (registrations that are removed together) -> functions (by name) -> custom_op (operators from functions);
opaque_types (classes whose objects are arguments), fake_objects (fakes of them); rules (what features keep
per operator), features (autograd, vmap, autocast), fake_context, aliasing, lifetimes.
"""

from __future__ import annotations

from typing import Any

from wye import late_names
from wye.library.custom_ops import CustomOpDef, custom_op
from wye.library.fake_context import FakeContext, get_ctx
from wye.library.fake_objects import (
    deregister_fake_class,
    find_fake_class,
    has_fake_class,
    maybe_to_fake_obj,
    register_fake_class,
)
from wye.library.functions import (
    KernelFunction,
    define,
    get_kernel,
    impl,
    impl_abstract,
    register_autocast,
    register_autograd,
    register_dispatch_rule,
    register_fake,
    register_kernel,
    register_vmap,
)
from wye.library.library import Library, fallthrough_kernel
from wye.library.opaque_types import (
    MemberType,
    OpaqueBase,
    deregister_opaque_class,
    deregister_opaque_type,
    is_opaque_type,
    is_opaque_value,
    register_opaque_class,
    register_opaque_type,
)
from wye.registry.rules import Rule, find_rule, rules_of, watch
from wye.schema.infer import infer_schema

__all__ = [
    "CustomOpDef",
    "FakeContext",
    "KernelFunction",
    "Library",
    "MemberType",
    "OpaqueBase",
    "Rule",
    "custom_op",
    "define",
    "deregister_fake_class",
    "deregister_opaque_class",
    "deregister_opaque_type",
    "fallthrough_kernel",
    "find_fake_class",
    "find_rule",
    "get_ctx",
    "get_kernel",
    "has_fake_class",
    "impl",
    "impl_abstract",
    "infer_schema",
    "is_opaque_type",
    "is_opaque_value",
    "maybe_to_fake_obj",
    "register_autocast",
    "register_autograd",
    "register_dispatch_rule",
    "register_fake",
    "register_fake_class",
    "register_kernel",
    "register_opaque_class",
    "register_opaque_type",
    "register_vmap",
    "rules_of",
    "watch",
]

_scoped_library = Library  # with Library(...) as lib: destroyed at the end of the block


def __getattr__(name: str) -> Any:
    return late_names.find(__name__, name)  # `opcheck`, which stands above all layers
