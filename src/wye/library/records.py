"""Records of what was registered for an operator beside its kernels, by name: fake kernels and dispatch rules.

Cold path.  Views of the operator's one entry: see Note [Rules live on the entry].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from wye.registry import registry
from wye.registry.kernel import line_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.registry.rules import Rule

__all__ = ["FakeRecord", "OperatorRecord", "RecordedKernel", "RuleRecord", "record_of"]


class RecordedKernel(NamedTuple):
    """A function and the line that registered it."""

    func: Callable[..., Any]
    source: str

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function."""
        return self.func(*args, **kwargs)


class _View:
    __slots__ = ("qualname",)

    def __init__(self, qualname: str) -> None:
        self.qualname = qualname

    def _rules(self, kind: str) -> dict[Any, list[Rule]]:
        entry = registry.find(self.qualname)
        return {} if entry is None else entry.rules.get(kind, {})


class FakeRecord(_View):
    """The fake kernels of an operator."""

    __slots__ = ()

    @property
    def kernels(self) -> list[RecordedKernel]:
        """All that programs have registered, the newest last: it is the one that runs."""
        newest_first = [rule for rule in self._rules("fake").get(None, []) if not rule.is_built_in]
        return [RecordedKernel(rule.fn, line_of(rule.source)) for rule in reversed(newest_first)]

    @property
    def kernel(self) -> RecordedKernel | None:
        """The one that runs, or None."""
        return (self.kernels or [None])[-1]  # type: ignore[list-item]  # of kernels, or of one None


class RuleRecord(_View):
    """The rules of an operator for mode classes and tensor classes."""

    __slots__ = ()

    def find(self, cls: type) -> Callable[..., Any] | None:
        """The rule for a class, or None."""
        rules = self._rules("dispatch").get(cls, [])
        return rules[0].fn if rules else None


class OperatorRecord:
    """What was registered for one operator."""

    __slots__ = ("fake_impl", "qualname", "torch_dispatch_rules")

    def __init__(self, qualname: str) -> None:
        self.qualname = qualname
        self.fake_impl = FakeRecord(qualname)
        self.torch_dispatch_rules = RuleRecord(qualname)

    @property
    def abstract_impl(self) -> FakeRecord:
        """The old name of ``fake_impl``."""
        return self.fake_impl


def record_of(qualname: str) -> OperatorRecord:
    """The record of ``"namespace::name.overload"``, whether anything was registered or not."""
    return OperatorRecord(qualname)


class Records:
    """The records of all operators, by name."""

    def find(self, qualname: str) -> OperatorRecord:
        """What was registered for an operator."""
        return record_of(qualname)

    def get(self, qualname: str) -> OperatorRecord | None:
        """The same; None for a name that is not registered."""
        return None if registry.find(qualname) is None else record_of(qualname)


def find_dispatch_rule(op: Any, cls: type) -> Callable[..., Any] | None:
    """What was registered for an operator under a mode class or for a tensor class."""
    return record_of(op.name()).torch_dispatch_rules.find(cls)
