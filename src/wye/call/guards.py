"""The thread's included and excluded keys: reading, setting, guards, and taking them to another thread.

Guards are the engine's: entering saves and sets two machine words, leaving restores what entering saw.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final, Self

from wye._engine import engine
from wye.keys import NO_KEYS, DispatchKey, DispatchKeySet, as_key, as_keyset

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Held",
    "ThreadState",
    "below_ad_inplace_or_view",
    "below_autograd",
    "capture_state",
    "exclude",
    "excluded_keys",
    "force",
    "held",
    "hermetic",
    "include",
    "included_keys",
    "is_excluded",
    "is_included",
    "no_dispatch",
    "preserve",
    "set_exclude",
    "set_excluded",
    "set_include",
    "set_included",
]

_Keys = DispatchKeySet | DispatchKey | int | str
Guard = engine.StateGuard
_NONE: Final = DispatchKeySet()
_ALL: Final = DispatchKeySet.raw((1 << 128) - 1)
_AUTOGRAD: Final = DispatchKeySet("AutogradOther", "AutogradFunctionality", "AutogradNestedTensor")
_BELOW_AD_INPLACE_OR_VIEW: Final = _AUTOGRAD | DispatchKeySet("ADInplaceOrView")


def included_keys() -> DispatchKeySet:
    """The keys that every call in this thread includes."""
    # The engine makes the type it was configured with; two of its bits are not keys.
    return engine.get_state()[0] - NO_KEYS  # type: ignore[return-value]


def excluded_keys() -> DispatchKeySet:
    """The keys that no call in this thread reaches."""
    return engine.get_state()[1] - NO_KEYS  # type: ignore[return-value]


def is_included(key: DispatchKey | int | str) -> bool:
    """Is ``key`` included in this thread?"""
    return included_keys().has(key)


def is_excluded(key: DispatchKey | int | str) -> bool:
    """Is ``key`` excluded in this thread?"""
    return excluded_keys().has(key)


def set_included(key: DispatchKey | int | str, value: bool) -> None:
    """Include ``key`` in this thread, or stop doing so; a guard is nearly always better."""
    included, excluded = engine.get_state()
    found = as_key(key)
    engine.set_state(_with(included, found, value), excluded)  # type: ignore[arg-type]


def set_excluded(key: DispatchKey | int | str, value: bool) -> None:
    """Exclude ``key`` in this thread, or stop doing so; a guard is nearly always better."""
    included, excluded = engine.get_state()
    found = as_key(key)
    engine.set_state(included, _with(excluded, found, value))  # type: ignore[arg-type]


def _with(keys: DispatchKeySet, key: DispatchKey, value: bool) -> DispatchKeySet:
    return keys.add(key) if value else keys.remove(key)


def include(*keys: _Keys) -> Guard:
    """A guard: every call includes these keys."""
    return Guard(_union(keys), _NONE)


def exclude(*keys: _Keys) -> Guard:
    """A guard: no call reaches these keys.

    >>> with exclude("AutogradCPU"):
    ...     is_excluded("AutogradCPU")
    True
    """
    return Guard(_NONE, _union(keys))


def force(included: _Keys, excluded: _Keys) -> Guard:
    """A guard: exactly these keys are included and excluded."""
    return Guard(as_keyset(included), as_keyset(excluded), NO_KEYS, NO_KEYS)


def set_exclude(key: DispatchKey | int | str, value: bool) -> Guard:
    """A guard: ``key`` is excluded, or with False explicitly not excluded."""
    keys = DispatchKeySet(as_key(key))
    return Guard(_NONE, keys) if value else Guard(_NONE, _NONE, None, _ALL - keys)


def set_include(key: DispatchKey | int | str, value: bool) -> Guard:
    """A guard: ``key`` is included, or with False explicitly not included."""
    keys = DispatchKeySet(as_key(key))
    return Guard(keys, _NONE) if value else Guard(_NONE, _NONE, _ALL - keys)


def preserve() -> Guard:
    """A guard that changes nothing on entry and restores the state on exit."""
    return Guard(_NONE, _NONE)


def below_autograd() -> Guard:
    """A guard: calls start below autograd."""
    return Guard(_NONE, _AUTOGRAD)


def below_ad_inplace_or_view() -> Guard:
    """A guard: calls start below autograd and below ADInplaceOrView."""
    return Guard(_NONE, _BELOW_AD_INPLACE_OR_VIEW)


def no_dispatch() -> Guard:
    """A guard: tensor subclasses and modes, pre-dispatch modes included, do not see calls."""
    return Guard(_NONE, DispatchKeySet("Python", "PythonTLSSnapshot", "PreDispatch"))


def hermetic() -> Guard:
    """A guard: Python's tensor subclasses and modes do not see calls."""
    return Guard(_NONE, DispatchKeySet("Python", "PythonTLSSnapshot"))


class Held:
    """A guard that is entered when it is made, and left when it is deleted, or at the end of a `with` over it."""

    __slots__ = ("_guard",)

    def __init__(self, guard: Guard) -> None:
        self._guard: Guard | None = guard
        guard.__enter__()

    def _leave(self) -> None:
        guard, self._guard = self._guard, None
        if guard is not None:
            guard.__exit__()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._leave()

    __del__ = _leave


def held(make: Callable[..., Guard]) -> Callable[..., Held]:
    """A function that makes a guard and enters it at once."""
    return lambda *keys: Held(make(*keys))


def _union(keys: tuple[_Keys, ...]) -> DispatchKeySet:
    union = _NONE
    for some in keys:
        union = union | as_keyset(some)
    return union


class _GuardOfThread(threading.local):
    """One guard for each thread that enters a state; threads enter and leave in any order."""

    def __init__(self, included: DispatchKeySet, excluded: DispatchKeySet) -> None:
        self.guard = force(included, excluded)


class ThreadState:
    """The key state of a thread, to be installed in another one, or in many at once.

    >>> state = capture_state()
    >>> with state:  # in whatever thread
    ...     included_keys() == state.included
    True
    """

    __slots__ = ("_guards", "excluded", "included")

    def __init__(self, included: DispatchKeySet, excluded: DispatchKeySet) -> None:
        self.included, self.excluded = included, excluded
        self._guards = _GuardOfThread(included, excluded)

    def install(self) -> None:
        """Make this the state of the current thread, for good."""
        included, excluded = engine.get_state()
        engine.set_state(self.included | included & NO_KEYS, self.excluded | excluded & NO_KEYS)

    def __enter__(self) -> Self:
        self._guards.guard.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._guards.guard.__exit__(*exc)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ThreadState) and (self.included, self.excluded) == (other.included, other.excluded)

    def __hash__(self) -> int:
        return hash((self.included, self.excluded))

    def __repr__(self) -> str:
        return f"ThreadState(included={self.included}, excluded={self.excluded})"


def capture_state() -> ThreadState:
    """The key state of this thread."""
    return ThreadState(included_keys(), excluded_keys())
