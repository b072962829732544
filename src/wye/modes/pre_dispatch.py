"""The pre-dispatch stack: proxy, functional and schema-check modes that see calls before autograd.

Three places, one mode each. The key PreDispatch is included exactly while one of them is taken; ordinary calls are
shown to these modes only under the Python dispatcher, as in PyTorch.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import ModePlaceError
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes.stack import ModeKey
from wye.registry import registry

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Places",
    "count",
    "current_mode",
    "get_mode",
    "is_active",
    "places",
    "pop_mode",
    "set_mode",
    "temporarily_popped",
    "thread",
    "unset_mode",
]

_KEY: Final = DispatchKeySet("PreDispatch")
_NAMES: Final = {ModeKey.PROXY: "ProxyTorchDispatchMode", ModeKey.FUNCTIONAL: "FunctionalTensorMode"}


class _Thread(threading.local):
    schema_check: Any = None
    proxy: Any = None
    functional: Any = None
    is_active: bool = False  # is there one?


_thread: Final = _Thread()
thread: Final = _thread
_PLACES: Final = {ModeKey.PROXY: "proxy", ModeKey.FUNCTIONAL: "functional"}
_FROM_TOP: Final = ("schema_check", "functional", "proxy")


def count() -> int:
    """How many modes are active."""
    return sum(getattr(_thread, place) is not None for place in _FROM_TOP)


def is_active(mode: Any) -> bool:
    """Is this mode in one of the places of this thread?"""
    return any(getattr(_thread, place) is mode for place in _FROM_TOP)


def current_mode() -> Any:
    """The mode that sees a call first, or None."""
    return next((mode for mode in (getattr(_thread, place) for place in _FROM_TOP) if mode is not None), None)


def _put(place: str, mode: Any) -> None:
    setattr(_thread, place, mode)
    _thread.is_active = count() > 0
    included, excluded = engine.get_state()
    engine.set_state(included | _KEY if count() else included - _KEY, excluded)


def set_mode(mode: Any) -> None:
    """Put a mode in its place.

    Raises:
        ModePlaceError: it has none here, its place is taken, or a schema-check mode would not be alone.
    """
    if getattr(mode, "is_schema_check", False):
        if count():
            raise ModePlaceError(
                "SchemaCheckMode for pre-dispatch must be used exclusively, found other modes on the stack"
            )
        _put("schema_check", mode)
        return
    key = getattr(mode, "_mode_key", None)
    if key not in _PLACES:
        raise ModePlaceError(
            f"mode must be FunctionalTensorMode, ProxyTorchDispatchMode, or SchemaCheckMode, got {type(mode)}"
        )
    taken = getattr(_thread, _PLACES[key])
    if taken is not None:
        raise ModePlaceError(f"{_NAMES[key]} slot already occupied by {taken!r}")
    _put(_PLACES[key], mode)


def get_mode(key: ModeKey) -> Any:
    """The mode in this place, or None.

    Raises:
        ModePlaceError: there is no such place.
    """
    if key not in _PLACES:
        raise ModePlaceError(f"mode_key must be PROXY or FUNCTIONAL, got {key}")
    return getattr(_thread, _PLACES[key])


def unset_mode(key: ModeKey | None, *, schema_check: bool = False) -> Any:
    """Remove the mode from this place and return it, or None.

    Raises:
        ModePlaceError: there is no such place.
    """
    if key is not None and key not in _PLACES:
        places = ", ".join(repr(place) for place in _PLACES)
        raise ModePlaceError(f"mode_key must be None or one of ({places}), got {key}")
    if schema_check and key is not None:
        raise ModePlaceError("mode_key must be None when schema_check is True")
    place = "schema_check" if key is None else _PLACES[key]
    mode = getattr(_thread, place)
    _put(place, None)
    return mode


def pop_mode() -> Any:
    """Take the mode that sees calls first out of its place.

    Raises:
        ModePlaceError: there is none.
    """
    for place in _FROM_TOP:
        mode = getattr(_thread, place)
        if mode is not None:
            _put(place, None)
            return mode
    raise ModePlaceError("Trying to pop empty mode stack")


@contextmanager
def temporarily_popped() -> Iterator[Any]:
    """The first mode is out of its place inside; yields that mode."""
    mode = pop_mode()
    try:
        yield mode
    finally:
        set_mode(mode)


class Places:
    """The places of this thread's pre-dispatch modes, by number: 0 proxy, 1 functional; PyTorch's view of them."""

    _BY_NUMBER: Final = (ModeKey.PROXY, ModeKey.FUNCTIONAL)

    def set(self, index: int, mode: Any) -> None:
        """Put a mode in a place, replacing any other."""
        _put(_PLACES[self._BY_NUMBER[index]], mode)

    def get(self, index: int) -> Any:
        """The mode in a place, or None."""
        return get_mode(self._BY_NUMBER[index])

    def count(self) -> int:
        """How many modes are active."""
        return count()

    @property
    def _schema_check_mode(self) -> Any:
        return _thread.schema_check

    @_schema_check_mode.setter
    def _schema_check_mode(self, mode: Any) -> None:
        _put("schema_check", mode)


def places() -> Places:
    """The places of this thread's modes."""
    return Places()


registry.give_engine(DispatchKey.PreDispatch, None)
