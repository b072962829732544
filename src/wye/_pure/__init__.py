"""The hot path in plain Python: the reference that `wye._hot` (csrc/) must equal.

Hot path when there is no C extension or `WYE_PURE=1` is set; otherwise only the tests run it.
In: finished tables, pushed by registration.  Out: calls of kernels.
It knows bits, slots and callables, never names: whatever needs words is asked of the hooks given to `configure`.

See Note [The key word], Note [Table slots], Note [Argument kinds].
"""

from __future__ import annotations

from wye._pure.arrays import data_ptr, restride, shares_memory, view, wrap
from wye._pure.bits import KeyBits
from wye._pure.op import Forward, Function, Op
from wye._pure.plan import (
    ARRAYS,
    BOXED,
    ERROR,
    FALLTHROUGH,
    KEYSET,
    KIND_ANY,
    KIND_EXACT,
    KIND_FLOAT,
    KIND_OPERAND,
    KIND_PYTHON,
    KIND_SCALAR,
    KIND_TENSOR,
    LIST,
    MAX_ARGS,
    OPTIONAL,
    OPTIONAL_ELEMENT,
    PASS,
    PLAIN,
    RETURNS_DETACHED,
    RETURNS_FRESH,
    RETURNS_SAME,
    RETURNS_VALUE,
    RETURNS_VIEW,
    SINGLE,
    Kernel,
    Layout,
    Signature,
)
from wye._pure.shortcuts import member, shortcut
from wye._pure.state import StateGuard, TensorBase, Version, configure, forget_types, get_state, keys_of, set_state
from wye._pure.storage import Storage

__all__ = [
    "ARRAYS",
    "BOXED",
    "ERROR",
    "FALLTHROUGH",
    "KEYSET",
    "KIND_ANY",
    "KIND_EXACT",
    "KIND_FLOAT",
    "KIND_OPERAND",
    "KIND_PYTHON",
    "KIND_SCALAR",
    "KIND_TENSOR",
    "LIST",
    "MAX_ARGS",
    "OPTIONAL",
    "OPTIONAL_ELEMENT",
    "PASS",
    "PLAIN",
    "RETURNS_DETACHED",
    "RETURNS_FRESH",
    "RETURNS_SAME",
    "RETURNS_VALUE",
    "RETURNS_VIEW",
    "SINGLE",
    "Forward",
    "Function",
    "Kernel",
    "KeyBits",
    "Layout",
    "Op",
    "Signature",
    "StateGuard",
    "Storage",
    "TensorBase",
    "Version",
    "configure",
    "data_ptr",
    "forget_types",
    "get_state",
    "keys_of",
    "member",
    "restride",
    "set_state",
    "shares_memory",
    "shortcut",
    "view",
    "wrap",
]
