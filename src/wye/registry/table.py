"""Choose one kernel for every runtime key of an operator.

Cold path: runs at registration, never during a call.
In: at which keys an operator and the fallbacks have kernels, and which of them fall through.
Out: a `TableLayout` for the engine, shared by all operators registered at the same keys.
Pure: reads no globals but the list of keys, mutates nothing, so tests need no setup.

See Note [Table precedence], Note [Keys only go down].
"""

from __future__ import annotations

import array
import enum
from functools import cache, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from wye._engine import engine
from wye.keys import (
    DispatchKey,
    DispatchKeySet,
    all_backends,
    autogradother_backends,
    backend_keyset_from_autograd,
    is_included_in_alias,
)
from wye.keys.names import FUNCTIONALITIES, PER_BACKEND

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

__all__ = [
    "Candidate",
    "Choice",
    "TableLayout",
    "Verdict",
    "Why",
    "choose",
    "choose_all",
    "compute",
    "precedence",
    "runtime_keys",
    "slot_of",
    "weigh",
]

# Note [Table precedence]
# For a runtime key the first of these that exists is taken:
#   its own kernel
#   CompositeExplicitAutogradNonFunctional, CompositeExplicitAutograd     for backends
#   CompositeImplicitAutogradNestedTensor                                 for nested tensors
#   CompositeImplicitAutograd    unless a backend the key stands over has a kernel of its own, which autograd must not
#                                bypass; at AutogradOther, shared by many backends, such a clash is an error kernel
#   Autograd                     for autograd keys
#   FuncTorchBatchedDecomposition
#   the backend fallback
# Undefined, the key of calls without tensors, takes part in the three Composite aliases that run anywhere.
# The Python dispatcher, to which a Python rule counts like a registered kernel, differs in one place, as in PyTorch:
# there the nested-tensor alias, too, applies only while no backend under the key has a kernel of its own.
# Guarded by: tests/unit/registry/test_golden_tables.py, tests/unit/call/test_resolve_key.py

# Note [Keys only go down]
# A kernel continues a call through `redispatch` with a key set from which its own key is gone. So the top key falls at
# every hop and each call ends. Calling an operator inside a kernel is a new call and may start at the top again.
# Broken by: redispatching with the key set one was given, or one built by hand.
# Guarded by: tests/unit/call/test_redispatch.py::test_the_top_key_falls_at_every_hop


class Why(enum.Enum):
    """Why a slot got its kernel; the value is what tables print."""

    DIRECT = "kernel"
    DEFAULT_BACKEND = "default backend kernel"
    NESTED = "nested kernel"
    MATH = "math kernel"
    AMBIGUOUS = "ambiguous autogradother"
    AUTOGRAD = "autograd kernel"
    BATCHED = "batched kernel"
    FALLBACK = "backend fallback"
    MISSING = "missing"


_SHARED: Final = (Why.FALLBACK, Why.AMBIGUOUS)  # not the operator's own kernels


class Choice(NamedTuple):
    """From where a runtime key gets its kernel, and why; source None is no kernel or an error kernel."""

    source: DispatchKey | None
    why: Why


K: Final = DispatchKey
_FUNCTION: Final = DispatchKey.EndOfFunctionalityKeys
_UNDEFINED: Final = K.Undefined
_EXPLICIT: Final = K.CompositeExplicitAutograd
_ALIASES: Final = (  # in this order.  See Note [Table precedence]
    Choice(K.CompositeExplicitAutogradNonFunctional, Why.DEFAULT_BACKEND),
    Choice(_EXPLICIT, Why.DEFAULT_BACKEND),
    Choice(K.CompositeImplicitAutogradNestedTensor, Why.NESTED),
    Choice(K.CompositeImplicitAutograd, Why.MATH),
    Choice(K.Autograd, Why.AUTOGRAD),
    Choice(K.FuncTorchBatchedDecomposition, Why.BATCHED),
)
_ANYWHERE: Final = (Why.DEFAULT_BACKEND, Why.MATH)  # also where there are no tensors
_MISSING: Final = Choice(None, Why.MISSING)
_AMBIGUOUS: Final = Choice(None, Why.AMBIGUOUS)


@cache
def _candidates(key: DispatchKey) -> tuple[Choice, ...]:
    """From where a key may get its kernel, the first that is registered first."""
    found = [Choice(key, Why.DIRECT)]
    for alias in _ALIASES:
        assert alias.source is not None
        if is_included_in_alias(key, alias.source) or (key == _UNDEFINED and alias.why in _ANYWHERE):
            found.append(alias)
    return tuple(found)


@cache
def _fallback(key: DispatchKey) -> Choice:
    return Choice(key, Why.FALLBACK)


def choose(
    key: DispatchKey,
    registered: Collection[DispatchKey],
    fallbacks: Collection[DispatchKey],
    *,
    nested_yields: bool = False,
) -> Choice:
    """Pick the kernel for one runtime ``key``.  See Note [Table precedence].

    Args:
        key: The key of a call.
        registered: Keys, alias keys among them, at which the operator has kernels.
        fallbacks: Keys with a backend fallback.
        nested_yields: The alias for nested tensors yields to a backend's own kernel.
    """
    for choice in _candidates(key):
        if choice.source in registered:
            verdict = _verdict(choice, key, registered, nested_yields)
            if verdict is not Verdict.YIELDS:
                return choice if verdict is Verdict.TAKEN else _AMBIGUOUS
    return _fallback(key) if key in fallbacks else _MISSING


class Verdict(enum.Enum):
    """What becomes of one candidate for a slot; the value says why it is not taken."""

    TAKEN = "taken"
    ABSENT = "nothing is registered there"
    YIELDS = "it would bypass a kernel that a backend under the key has"
    AMBIGUOUS = "backends that share AutogradOther have kernels of their own, so neither can be preferred"
    LATER = "it comes later in the order of precedence"


def _verdict(
    choice: Choice, key: DispatchKey, registered: Collection[DispatchKey], nested_yields: bool = False
) -> Verdict:
    """What becomes of a candidate that is registered, where none before it was taken."""
    if choice.why is Why.MATH and key == K.AutogradOther and _any_in(registered, autogradother_backends()):
        return Verdict.AMBIGUOUS
    yields = choice.why is Why.MATH or (choice.why is Why.NESTED and nested_yields)
    return Verdict.YIELDS if yields and _bypasses(key, registered) else Verdict.TAKEN


def weigh(
    key: DispatchKey, registered: Collection[DispatchKey], fallbacks: Collection[DispatchKey]
) -> list[tuple[Choice, Verdict]]:
    """Every candidate for one runtime key, in the order of precedence, and what becomes of it.

    For those who ask why; `choose` gives the same answer, which is the first that is taken or ambiguous.
    """
    found: list[tuple[Choice, Verdict]] = []
    decided = False
    for choice in (*_candidates(key), _fallback(key)):
        present = choice.source in (fallbacks if choice.why is Why.FALLBACK else registered)
        verdict = Verdict.ABSENT if not present else Verdict.LATER if decided else _verdict(choice, key, registered)
        decided = decided or verdict in (Verdict.TAKEN, Verdict.AMBIGUOUS)
        found.append((choice, verdict))
    return found


def _bypasses(key: DispatchKey, registered: Collection[DispatchKey]) -> bool:
    """Would a composite kernel at this key bypass a kernel that a backend under it has?"""
    return _EXPLICIT in registered or _any_in(registered, _backends_under(key))


_backends_under: Final = cache(backend_keyset_from_autograd)


def _any_in(registered: Iterable[DispatchKey], keyset: DispatchKeySet) -> bool:
    bits = keyset.bits
    return bool(bits) and any(not key.is_alias and key.bits & bits == key.bits for key in registered)


class Candidate(NamedTuple):
    """One line of a key's precedence, as data.

    Attributes:
        choice: What is taken if a kernel is registered at its source.
        ambiguous_with: Keys; with a kernel at one of them, too, the slot gets the error kernel for ambiguity.
        yields_to: Keys; with a kernel at one of them, too, the lines that follow decide.
    """

    choice: Choice
    ambiguous_with: frozenset[DispatchKey]
    yields_to: frozenset[DispatchKey]


def precedence(key: DispatchKey) -> list[Candidate]:
    """What `choose` does for a key, as data: the first line that applies, then the backend fallback.

    For tools that show why, or compute tables elsewhere.
    """
    lines = []
    others = list(DispatchKey)
    for choice in _candidates(key):
        is_math = choice.why is Why.MATH
        clashes = autogradother_backends() if is_math and key == K.AutogradOther else DispatchKeySet()
        ambiguous_with = frozenset(other for other in others if _any_in((other,), clashes))
        yields_to = frozenset(other for other in others if is_math and _bypasses(key, (other,)))
        lines.append(Candidate(choice, ambiguous_with, yields_to - ambiguous_with))
    return lines


def runtime_keys(backends: int | None = None) -> list[DispatchKey]:
    """Undefined and every key that has a slot, in the order of PyTorch's tables.

    Args:
        backends: Only the first ``backends`` backends; 16 gives PyTorch's own keys.
    """
    return list(_runtime_keys(all_backends()[:backends]))


@cache
def _runtime_keys(names: tuple[str, ...]) -> list[DispatchKey]:
    keys = [_UNDEFINED]
    prefixes = {value: prefix for value, prefix, _ in PER_BACKEND}
    for value in range(1, len(FUNCTIONALITIES) - 1):
        if value in prefixes:
            keys.extend(getattr(K, prefixes[value] + name) for name in names)
        else:
            keys.append(K(value))
    return keys


@cache
def slot_of(key: DispatchKey) -> int:
    """The slot in which a runtime key's kernel stands.  See Note [Table slots] (_pure)."""
    return DispatchKeySet(key).slot()


class TableLayout(engine.Layout):
    """A layout with its reasons.

    Kernel indices, from 1, count first the shared sources, then the operator's own ones.

    Attributes:
        shared: Keys whose backend fallback is used, and None for the error kernel for ambiguity.
        own: Keys of the operator's own kernels that are used.
        pick: Gives the operator's kernels at these keys, out of a dictionary.
        choices: The choice made for each runtime key.
    """

    __slots__ = ("choices", "own", "pick", "shared")
    shared: tuple[DispatchKey | None, ...]
    own: tuple[DispatchKey, ...]
    pick: Callable[[Mapping[DispatchKey, Any]], tuple[Any, ...]]
    choices: dict[DispatchKey, Choice]

    @classmethod
    def make(
        cls,
        choices: dict[DispatchKey, Choice],
        fallthrough: Collection[DispatchKey],
        fallback_fallthrough: Collection[DispatchKey],
    ) -> Self:
        """Lay out the choices; functionalities whose kernel falls through are masked."""
        used = {id(choice): choice for choice in choices.values() if choice.why is not Why.MISSING}  # few for many keys
        by_source = dict.fromkeys((source, why in _SHARED) for source, why in used.values())
        numbers = {source: i for i, source in enumerate(sorted(by_source, key=lambda s: not s[1]), 1)}
        index = {at: numbers[choice.source, choice.why in _SHARED] for at, choice in used.items()}
        falls = {
            at for at, choice in used.items()
            if choice.source in (fallback_fallthrough if choice.why is Why.FALLBACK else fallthrough)
        }  # fmt: skip
        slots = array.array("H", bytes(2 * (48 + 6 * len(all_backends()))))
        masked = []
        for key, choice in choices.items():
            at = id(choice)
            if at in index:
                slots[slot_of(key)] = index[at]
                if at in falls:
                    masked.append(key)
        self = cls(slots.tobytes(), *_masks(masked))
        self.shared = tuple([source for source, is_shared in numbers if is_shared])
        self.own = tuple([source for source, is_shared in numbers if not is_shared and source is not None])
        self.pick = _picker(self.own)
        self.choices = choices
        return self


def _picker(keys: tuple[DispatchKey, ...]) -> Callable[[Mapping[DispatchKey, Any]], tuple[Any, ...]]:
    if len(keys) > 1:
        return itemgetter(*keys)  # the quickest, on the path of every registration
    if not keys:
        return lambda kernels: ()
    key = keys[0]
    return lambda kernels: (kernels[key],)


def _masks(masked: Iterable[DispatchKey]) -> tuple[int, tuple[int, ...] | None]:
    """One mask over functionalities for all backends, or one for each where they differ."""
    everywhere = (1 << 48) - 1
    backends = all_backends()
    per_backend: dict[str, int] = dict.fromkeys(backends, 0)
    for key in masked:
        bit = 1 << (key.functionality - 1) if key else 0
        if key.backend is None:
            everywhere &= ~bit
        else:
            per_backend[key.backend] |= bit
    differences = set(per_backend.values())
    if len(differences) == 1:
        return everywhere & ~differences.pop(), None
    return everywhere, tuple(everywhere & ~per_backend[name] for name in backends)


def choose_all(registered: Collection[DispatchKey], fallbacks: Collection[DispatchKey]) -> dict[DispatchKey, Choice]:
    """`choose` for every runtime key."""
    backends = all_backends()
    choices = _choose_fallbacks(frozenset(fallbacks), backends).copy()
    for key in {key for source in registered for key in _served_by(source, backends)}:
        choices[key] = choose(key, registered, fallbacks)
    return choices


@lru_cache(16)
def _choose_fallbacks(fallbacks: frozenset[DispatchKey], backends: tuple[str, ...]) -> dict[DispatchKey, Choice]:
    """The choices for an operator without kernels."""
    choices = {key: choose(key, (), fallbacks) for key in _runtime_keys(backends)}
    if _FUNCTION in fallbacks:  # not a key, but it has a slot: see Note [The function bit] (keys/keyset.py)
        choices[_FUNCTION] = _fallback(_FUNCTION)
    return choices


@cache
def _served_by(source: DispatchKey, backends: tuple[str, ...]) -> list[DispatchKey]:
    """The runtime keys that may get the kernel that is registered at a key."""
    return [key for key in _runtime_keys(backends) if any(choice.source == source for choice in _candidates(key))]


def compute(
    registered: Collection[DispatchKey],
    fallthrough: Collection[DispatchKey],
    fallbacks: Collection[DispatchKey],
    fallback_fallthrough: Collection[DispatchKey],
) -> TableLayout:
    """The whole table of an operator.

    Args:
        registered: Keys, alias keys among them, at which the operator has kernels.
        fallthrough: Those of them whose kernel falls through.
        fallbacks: Keys with a backend fallback.
        fallback_fallthrough: Those of them that fall through.
    """
    return TableLayout.make(choose_all(registered, fallbacks), fallthrough, fallback_fallthrough)
