"""Rules: functions that features register per operator beside its kernels, kept on the operator's entry.

Cold path.  In: an operator, the name of a feature, a function.  Out: a handle that takes the rule back.
A feature that does not exist yet may have rules already: it reads them once it exists; `watch` tells of new ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.registry.entry import entry_of
from wye.registry.kernel import shown_source
from wye.registry.operators import Registration, registry

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from wye._engine import engine
    from wye.registry.entry import OperatorEntry
    from wye.registry.kernel import Place

__all__ = ["Rule", "add_rule", "find_rule", "rules_of", "watch"]

# Note [Rules live on the entry]
# `entry.rules[kind][key]` is a list of rules, the newest first: the first one counts, removing it brings the next back.
# kind is the feature's name; key tells several rules of a feature apart, and is None where there is one:
#   "fake"      None          the function for tensors without data
#   "autograd"  None          `Rule.fn` is the backward, `Rule.more["setup_context"]` or None
#   "vmap"      None          fn(info, in_dims, *args, **kwargs) -> (output, out_dims)
#   "autocast"  device type   `Rule.more["dtype"]`; fn is the kernel at the Autocast key
#   "dispatch"  a class       fn(mode, func, types, args, kwargs) for a mode; the class comes first for a tensor class
# The set is open: a new feature takes a new name, and nothing here changes.
# Operators of the built-in set have the same rules in the same place: a column of the grid (`wye.aten.columns`) is a
# kind, and its rules come with `Rule.is_built_in` set.  A rule that a program registers overrides a built-in one.
# Broken by: a second table of the same facts somewhere else.
# Guarded by: tests/unit/registry/test_rules.py


class Rule:
    """One function that a feature uses for an operator.

    Attributes:
        fn: What to call.
        source: Where it was registered.
        more: Further options of the feature.
        is_built_in: Does it come with the operator, from a column of the grid?
    """

    __slots__ = ("fn", "is_built_in", "more", "source")

    def __init__(self, fn: Callable[..., Any], source: Place | str, *, is_built_in: bool = False, **more: Any) -> None:
        self.fn, self.source, self.more, self.is_built_in = fn, source, more, is_built_in

    @property
    def debug(self) -> str:
        """Where it was registered, as text."""
        return shown_source(self.source)

    def __repr__(self) -> str:
        return f"<Rule {getattr(self.fn, '__qualname__', self.fn)} {self.debug}>"


_watchers: dict[str, list[Callable[[OperatorEntry], None]]] = {}


def _changed(entry: OperatorEntry, kind: str) -> None:
    for tell in list(_watchers.get(kind, ())):
        tell(entry)


def watch(kind: str, tell: Callable[[OperatorEntry], None]) -> Registration:
    """Call a function for every entry that has rules of one kind, now and whenever they change."""
    with registry.lock:
        _watchers.setdefault(kind, []).append(tell)
        known = [entry for entry in registry.entries.made() if kind in entry.rules]
    for entry in known:
        tell(entry)
    return Registration(lambda _: _watchers[kind].remove(tell))


def add_rule(entry: OperatorEntry, kind: str, rule: Rule, *, key: Hashable = None) -> Registration:
    """Give an operator a rule; the handle removes it, in any order."""
    with registry.lock:
        by_key = entry.rules.setdefault(kind, {})
        others = by_key.get(key, ())
        by_key[key] = [*others, rule] if rule.is_built_in else [rule, *others]

    def undo(_: Registration) -> None:
        with registry.lock:
            found = entry.rules.get(kind, {})
            rest = [other for other in found.get(key, ()) if other is not rule]
            if rest:
                found[key] = rest
            else:
                found.pop(key, None)
            if not found:
                entry.rules.pop(kind, None)
        _changed(entry, kind)

    handle = Registration(undo, entry)
    _changed(entry, kind)
    return handle


def find_rule(op: engine.Op, kind: str, key: Hashable = None) -> Rule | None:
    """The rule that counts, or None."""
    found: list[Rule] = entry_of(op).rules.get(kind, {}).get(key, [])
    return found[0] if found else None


def rules_of(op: engine.Op, kind: str) -> dict[Hashable, Rule]:
    """All rules of one kind that count, by their keys."""
    return {key: rules[0] for key, rules in entry_of(op).rules.get(kind, {}).items()}
