"""Layer 3: registry. May import: schema, keys, the engine, errors.

kernel -> table (pure) -> fallbacks -> providers -> entry (one operator) -> operators (the one registry) ->
low_level_library (what users register through) -> introspect (descriptions of what is registered).
"""

from __future__ import annotations

from wye.registry.entry import entry_of
from wye.registry.kernel import Kernel, fallthrough
from wye.registry.low_level_library import Library, library
from wye.registry.operators import Registration, registry
from wye.registry.table import Choice, Why, choose, runtime_keys

__all__ = [
    "Choice",
    "Kernel",
    "Library",
    "Registration",
    "Why",
    "choose",
    "entry_of",
    "fallthrough",
    "library",
    "registry",
    "runtime_keys",
]
