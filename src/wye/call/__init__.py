"""Layer 4: call. May import: registry, schema, keys, the engine, errors.

op (the callable operator), handle (a found one) -> explain_miss (words for calls that found no kernel)
-> arrays (types of other libraries) -> guards (thread state).
"""

from __future__ import annotations

from wye.call import explain_miss as _explain_miss  # noqa: F401 - gives the engine its words
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
from wye.call.op import OpOverload, call_with_key
from wye.call.packets import OpOverloadPacket, ops

__all__ = [
    "Held",
    "OpOverload",
    "OpOverloadPacket",
    "OperatorHandle",
    "ThreadState",
    "below_ad_inplace_or_view",
    "below_autograd",
    "call_with_key",
    "capture_state",
    "exclude",
    "excluded_keys",
    "find_schema_or_throw",
    "force",
    "hermetic",
    "include",
    "included_keys",
    "is_excluded",
    "is_included",
    "no_dispatch",
    "ops",
    "preserve",
    "register_array_type",
    "set_exclude",
    "set_excluded",
    "set_include",
    "set_included",
]
