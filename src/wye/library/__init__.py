"""Layer 5: library. May import: call, registry, schema, keys, the engine, errors.

library (what is taken back together) -> functions (the same by name) -> custom_op (a function becomes an operator);
rules (what features keep per operator), features (autograd, vmap, autocast), fake_context, aliasing, lifetimes.
"""

from __future__ import annotations

from wye.library.aliasing import set_storage_test
from wye.library.custom_ops import CustomOpDef, custom_op
from wye.library.fake_context import FakeContext, get_ctx
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
from wye.library.rules import Rule, find_rule, rules_of, watch
from wye.schema.infer import infer_schema

__all__ = [
    "CustomOpDef",
    "FakeContext",
    "KernelFunction",
    "Library",
    "Rule",
    "custom_op",
    "define",
    "fallthrough_kernel",
    "find_rule",
    "get_ctx",
    "get_kernel",
    "impl",
    "impl_abstract",
    "infer_schema",
    "register_autocast",
    "register_autograd",
    "register_dispatch_rule",
    "register_fake",
    "register_kernel",
    "register_vmap",
    "rules_of",
    "set_storage_test",
    "watch",
]

_scoped_library = Library  # with Library(...) as lib: destroyed at the end of the block
