"""A harness in the manner of PyTorch's test_dispatch.py: every order of adding and removing registrations.

The state of the registry depends on what is registered, never on the path to it.  `SeenStates` keeps, for each set of
live registrations, the first state seen, and compares every later visit with it.  Only kernels at the same key and
priority have an order among themselves, the newest first: a set knows it through `Step.stack`.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import permutations
from typing import NamedTuple

import wye
from wye import dispatch
from wye.errors import WyeError
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import registry, runtime_keys
from wye.registry.table import slot_of

NS = "perm"
PROBES = [
    DispatchKeySet(getattr(DispatchKey, name))
    for name in ("CPU", "AutogradCPU", "Vulkan", "AutogradOther", "NestedTensorCPU", "Undefined")
]
SLOTS = [slot_of(key) for key in runtime_keys()]
ARGUMENT = wye.tensor([1.0])


class Step(NamedTuple):
    """One registration, and how to make it."""

    name: str
    register: Callable[[dispatch.Library], object]
    kind: str = "FRAGMENT"
    ns: str = NS
    stack: str = ""  # steps with the same stack have an order among themselves

    def add(self) -> dispatch.Library:
        """Register it, in a library of its own; resetting that removes it."""
        library = dispatch.library(self.kind, self.ns, location=self.name)
        try:
            self.register(library)
        except BaseException:
            library.reset()
            raise
        return library


def define(schema: str, name: str = "", **options: object) -> Step:
    return Step(name or f"def {schema}", lambda lib: lib.define(schema, replace=False, **options))


def impl(op: str, key: str, label: str, **options: object) -> Step:
    """A kernel that returns its label."""
    stack = f"{op} {key} {options.get('priority', 0)}"
    return Step(label, lambda lib: lib.impl(op, lambda *args: label, key, debug=label, **options), "IMPL", stack=stack)


def fallthrough(op: str, key: str) -> Step:
    stack = f"{op} {key} 0"
    return Step(f"fallthrough {key}", lambda lib: lib.fallthrough(op, key), "IMPL", stack=stack)


def fallback(key: str, label: str) -> Step:
    return Step(label, lambda lib: lib.fallback(lambda op, keyset, args, kwargs: label, key), "IMPL", "_")


def fallback_fallthrough(key: str) -> Step:
    return Step(f"fallback fallthrough {key}", lambda lib: lib.fallback(dispatch.fallthrough, key), "IMPL", "_")


class SeenStates:
    """What the operators of a test looked like for each set of registrations."""

    def __init__(self, ops: Iterable[str]) -> None:
        self.ops = [f"{NS}::{op}" for op in ops]
        self.states = {}

    def check(self, live: Iterable[Step]) -> None:
        """The first visit records, later visits compare."""
        live = list(live)
        stacks = sorted(((step.stack, step.name) for step in live if step.stack), key=lambda pair: pair[0])
        visited = frozenset(step.name for step in live), tuple(stacks)
        now = [state_of(name) for name in self.ops]
        if visited not in self.states:
            self.states[visited] = now
            dispatch.check_all_invariants()  # later visits find the same kernels, so it holds there too
        assert now == self.states[visited], f"the state of {[step.name for step in live]} depends on the path to it"


def state_of(name: str) -> object:
    """What is registered for an operator, what is installed in its table, and what calling it gives."""
    entry = registry.find(name)
    if entry is None:
        return None
    kernels = [entry.op.kernel_at(slot) for slot in SLOTS]
    return (
        dispatch.dump(name),
        [kernel and kernel.debug for kernel in kernels],
        [outcome(entry.op.redispatch, keyset, ARGUMENT) for keyset in PROBES],
        outcome(entry.op, ARGUMENT),
    )


def outcome(call: Callable[..., object], *args: object) -> object:
    try:
        return call(*args)
    except WyeError as error:
        return type(error).__name__


def snapshot() -> dict[str, object]:
    """The whole registry, by the identity of what is in it."""
    return {
        "entries": {
            name: (entry, entry.definition, {key: list(kernels) for key, kernels in entry.kernels.items()})
            for name, entry in registry.entries.items()
        },
        "installed": {name: [kernel for _, kernel, _ in dispatch.table_rows(name)] for name in registry.entries},
        "fallbacks": dict(registry.fallbacks.kernels),
        "libraries": dict(registry.def_libraries),
        "dumps": {name: dispatch.dump(name) + dispatch.dump_table(name) for name in registry.entries},
    }


def check_every_order(steps: list[Step], ops: Iterable[str] = ("f",)) -> SeenStates:
    """Add the steps in every order and, after each, remove them in every order.

    A step may fail, as a second definition does: then it leaves no trace and is not among those to be removed.
    """
    before = snapshot()
    seen = SeenStates(ops)
    for adding in permutations(steps):
        for number, removing in enumerate(permutations(steps)):
            live = _add(adding, seen if number == 0 else None)
            for step in removing:
                if step in live:
                    live.pop(step).reset()
                    seen.check(live)
    assert snapshot() == before
    return seen


def _add(steps: tuple[Step, ...], seen: SeenStates | None) -> dict[Step, dispatch.Library]:
    live: dict[Step, dispatch.Library] = {}
    for step in steps:
        with suppress(WyeError):
            live[step] = step.add()
        if seen is not None:
            seen.check(live)
    return live
