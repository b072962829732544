"""Layer 4: call. May import: registry, schema, keys, the engine, errors.

guards (thread state), look (what a call would do) -> py_impl (rules that Python code puts on operators)
-> resolve (which of them serves a key)
-> python_dispatcher (calls that are resolved in Python) -> op (the callable operator), script_objects (one that takes
objects), handle (a found one) -> packets (operators by name), load (libraries that bring them); explain_miss (messages
for calls that found no kernel), explain_failure (for kernels that ran out of memory or got absurd numbers), arrays
(types of other libraries).
"""

from __future__ import annotations

from wye.call import explain_failure as _explain_failure  # noqa: F401 - configures the engine
from wye.call import explain_miss as _explain_miss  # noqa: F401 - configures the engine
from wye.call.arrays import register_array_type
from wye.call.guards import (
    Held,
    ThreadState,
    below_ad_inplace_or_view,
    below_autograd,
    capture_state,
    exclude,
    excluded_keys,
    force,
    hermetic,
    include,
    included_keys,
    is_excluded,
    is_included,
    no_dispatch,
    preserve,
    set_exclude,
    set_excluded,
    set_include,
    set_included,
)
from wye.call.handle import OperatorHandle, find_schema_or_throw
from wye.call.look import Hop, hops, keys_of_call
from wye.call.op import OpOverload, call_with_key
from wye.call.packets import OpOverloadPacket, ops
from wye.call.py_impl import FunctionalizeContext, FunctionalMode, OperatorBase, TransformType
from wye.call.python_dispatcher import enable_pre_dispatch, enable_python_dispatcher, no_python_dispatcher
from wye.call.resolve import get_cached_ops, reset_cached_ops, resolve_key
from wye.call.script_objects import FakeScriptObject, OpaqueOpOverload

__all__ = [
    "FakeScriptObject",
    "FunctionalMode",
    "FunctionalizeContext",
    "Held",
    "Hop",
    "OpOverload",
    "OpOverloadPacket",
    "OpaqueOpOverload",
    "OperatorBase",
    "OperatorHandle",
    "ThreadState",
    "TransformType",
    "below_ad_inplace_or_view",
    "below_autograd",
    "call_with_key",
    "capture_state",
    "enable_pre_dispatch",
    "enable_python_dispatcher",
    "exclude",
    "excluded_keys",
    "find_schema_or_throw",
    "force",
    "get_cached_ops",
    "hermetic",
    "hops",
    "include",
    "included_keys",
    "is_excluded",
    "is_included",
    "keys_of_call",
    "no_dispatch",
    "no_python_dispatcher",
    "ops",
    "preserve",
    "register_array_type",
    "reset_cached_ops",
    "resolve_key",
    "set_exclude",
    "set_excluded",
    "set_include",
    "set_included",
]
