"""`torch._library.simple_registry`: what was registered for an operator beside its kernels.  Aliases only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.library.records import OperatorRecord as SimpleOperatorEntry
from wye.library.records import RuleRecord as GenericTorchDispatchRuleHolder
from wye.library.records import record_of
from wye.registry import registry as _registry

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "GenericTorchDispatchRuleHolder",
    "SimpleLibraryRegistry",
    "SimpleOperatorEntry",
    "find_torch_dispatch_rule",
    "singleton",
]


class SimpleLibraryRegistry:
    def find(self, qualname: str) -> SimpleOperatorEntry:
        return record_of(qualname)

    def get(self, qualname: str) -> SimpleOperatorEntry | None:
        return None if _registry.find(qualname) is None else record_of(qualname)


singleton = SimpleLibraryRegistry()


def find_torch_dispatch_rule(op: Any, torch_dispatch_class: type) -> Callable[..., Any] | None:
    return record_of(op.name()).torch_dispatch_rules.find(torch_dispatch_class)
