"""`torch._library.simple_registry`: what was registered for an operator beside its kernels.  Aliases only."""

from __future__ import annotations

from wye.library.records import OperatorRecord as SimpleOperatorEntry
from wye.library.records import Records as SimpleLibraryRegistry
from wye.library.records import RuleRecord as GenericTorchDispatchRuleHolder
from wye.library.records import find_dispatch_rule as find_torch_dispatch_rule

__all__ = [
    "GenericTorchDispatchRuleHolder",
    "SimpleLibraryRegistry",
    "SimpleOperatorEntry",
    "find_torch_dispatch_rule",
    "singleton",
]

singleton = SimpleLibraryRegistry()
