"""DispatchKey: one key, a named integer; and the named backends that may be added to the built-in ones.

Cold path: keys are made at import and by `register_backend`; calls see only bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

from wye.errors import KeyClashError, UnknownKeyError
from wye.forking import Rank, fork_safe_lock
from wye.keys.names import (
    ALIASES,
    BACKENDS,
    FIRST_ALIAS,
    FIRST_RUNTIME,
    FUNCTIONALITIES,
    PER_BACKEND,
    TEXT_KEYS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "DispatchKey",
    "all_backends",
    "key_name",
    "named_backends",
    "on_new_backend",
    "parse_key",
    "register_backend",
]

_N_BUILT_IN: Final = len(BACKENDS)
_MAX_NAMED: Final = 64  # one bit each, see Note [The key word] (_pure)
_FIRST_NAMED: Final = 256  # value of the first key of the first named backend
_by_name: dict[str, DispatchKey] = {}
_by_value: dict[int, DispatchKey] = {}
_named: list[str] = []
_listeners: list[Callable[[int], None]] = []
_lock = fork_safe_lock(Rank.KEYS)


class _Keys(type):
    """Lets `DispatchKey.CPU` find keys that are added while the program runs."""

    def __getattr__(cls, name: str) -> DispatchKey:
        try:
            return _by_name[name]
        except KeyError:
            raise AttributeError(f"there is no dispatch key {name!r}") from None

    def __iter__(cls) -> Iterator[DispatchKey]:
        return iter(dict.fromkeys(_by_name.values()))

    def __dir__(cls) -> list[str]:
        return list({*super().__dir__(), *_by_name})

    @property
    def __members__(cls) -> dict[str, DispatchKey]:
        return dict(_by_name)


class DispatchKey(int, metaclass=_Keys):
    """A dispatch key.

    ``bits`` is what it contributes to a key set, ``functionality`` and ``backend`` what it is made of.

    >>> DispatchKey.AutogradCPU.functionality.name
    'AutogradFunctionality'
    >>> DispatchKey("CPU") is DispatchKey.CPU
    True
    """

    name: str
    bits: int
    backend: str | None
    is_alias: bool
    is_runtime: bool
    mark: int  # two bits of its own, for sets of keys that also say which fall through
    _functionality: int

    def __new__(cls, key: int | str) -> Self:
        """The key with this value or name."""
        if isinstance(key, str):
            return parse_key(key)  # type: ignore[return-value]  # DispatchKey has no subclasses
        try:
            return _by_value[key]  # type: ignore[return-value]
        except KeyError:
            raise UnknownKeyError(f"{key} is not the value of a dispatch key") from None

    @property
    def value(self) -> int:
        """The key as a plain number; for built-in keys the one PyTorch uses."""
        return int(self)

    @property
    def functionality(self) -> DispatchKey:
        """The functionality of a per-backend key; any other key itself, an alias key Undefined."""
        return _by_value[self._functionality]

    def __repr__(self) -> str:
        return f"<DispatchKey.{self.name}: {int(self)}>"

    def __str__(self) -> str:
        return f"DispatchKey.{self.name}"

    __format__ = object.__format__

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickle, (self.name,))

    def __copy__(self) -> DispatchKey:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> DispatchKey:
        return self


def _unpickle(name: str) -> DispatchKey:
    """Find a key in the process that loads it, where named backends may have other numbers."""
    for _, prefix, _ in reversed(PER_BACKEND):
        if name not in _by_name and name.startswith(prefix):
            register_backend(name[len(prefix) :])
    return _by_name[name]


def _add(
    name: str, value: int, bits: int, functionality: int, backend: str | None = None, *, runtime: bool = True
) -> None:
    key = int.__new__(DispatchKey, value)
    key.name, key.bits, key._functionality, key.backend = name, bits, functionality, backend
    key.mark = 1 << 2 * value
    key.is_alias, key.is_runtime = FIRST_ALIAS <= value < _FIRST_NAMED, runtime
    _by_value[value] = _by_name[name] = key


def _add_built_in() -> None:
    per_backend = {value for value, _, _ in PER_BACKEND}
    last = len(FUNCTIONALITIES) - 1
    for value, name in enumerate(FUNCTIONALITIES):
        bits = 1 << (15 + value) if value else 0
        _add(name, value, bits, value, runtime=value not in per_backend and 0 < value < last)
    value = FIRST_RUNTIME
    for functionality, prefix, range_name in PER_BACKEND:
        bits = 1 << (15 + functionality)
        _add(f"StartOf{range_name}Backends", value, bits, functionality, runtime=False)
        for i, backend in enumerate(BACKENDS, 1):
            _add(prefix + backend, value + i, bits | 1 << (i - 1), functionality, backend)
        value += len(BACKENDS) + 1
        _by_name[f"EndOf{range_name}Backends"] = _by_value[value - 1]
    _by_name["EndOfRuntimeBackendKeys"] = _by_value[value - 1]
    for i, name in enumerate(ALIASES):
        _add(name, FIRST_ALIAS + i, 0, 0, runtime=False)


_add_built_in()
for _name, _key in _by_name.items():
    setattr(DispatchKey, _name, _key)  # found without `__getattr__`; names of backends that programs add may clash


def key_name(key: int) -> str:
    """The name PyTorch prints for a key, which for the start of a range is not the name of the key.

    >>> key_name(DispatchKey.StartOfSparseBackends)
    'SparseUndefined'
    """
    found = _by_value.get(int(key))
    if found is None or found == FIRST_RUNTIME - 1:
        return "UnknownUnknown"
    if found.name.startswith("StartOf"):
        return next(p for v, p, _ in PER_BACKEND if v == found._functionality) + "Undefined"
    return found.name


def parse_key(name: str) -> DispatchKey:
    """The key called ``name``.

    Raises:
        UnknownKeyError: there is none, or it is one of the built-in per-backend keys that PyTorch does not parse from
            text; a note lists the nearest names.
    """
    key = _by_name.get(name)
    if key is not None and key.name == name and _is_text_key(key):
        return key
    raise _unknown(name, key)


def _is_text_key(key: DispatchKey) -> bool:
    if key.backend is not None and key < _FIRST_NAMED:
        return key.name in TEXT_KEYS
    return not key.name.startswith(("StartOf", "EndOf"))


def _unknown(name: str, key: DispatchKey | None) -> UnknownKeyError:
    if key is not None:
        fix = f"this key has no spelling in text: pass wye.DispatchKey.{name} itself"
    else:
        from difflib import get_close_matches  # here: the import costs a millisecond, needed for errors alone

        near = [key for key in _by_name if key.lower() == str(name).lower()]
        near = near or get_close_matches(str(name), _by_name, n=3, cutoff=0.5)
        fix = f"did you mean {' or '.join(near)}?" if near else "wye.DispatchKey lists them all"
    return UnknownKeyError(f"could not parse dispatch key: {name}", fix=fix)


def register_backend(name: str) -> DispatchKey:
    """Add a named backend and return its key; a second call returns the same key.

    The backend gets all its runtime keys (``Dask``, ``AutogradDask``, ``SparseDask``, ...), the alias keys cover it,
    and its name in lower case is a device type.

    Raises:
        KeyClashError: the name, or a key or device type made from it, exists already.

    Example:
        >>> register_backend("Doctest") is DispatchKey.Doctest
        True
    """
    if not (isinstance(name, str) and name.isidentifier()):
        raise KeyClashError(f"a backend's name must be an identifier, not {name!r}", fix='for example "Dask"')
    with _lock:
        if name in _named:
            return _by_name[name]
        for _, prefix, _ in PER_BACKEND:
            if prefix + name in _by_name:
                raise KeyClashError(
                    f"backend {name!r} clashes with the dispatch key {prefix + name}", fix="choose another name"
                )
        taken = [
            b
            for b in (*BACKENDS, *_named, "FPGA", "Vulkan", "Metal", "MkldnnCPU", "privateuseone")
            if b.lower() == name.lower()
        ]
        if taken:
            raise KeyClashError(
                f"backend {name!r} clashes with the device type of {taken[0]}", fix="choose another name"
            )
        index = len(_named)
        if index == _MAX_NAMED:
            raise KeyClashError(f"no room for backend {name!r}: {_MAX_NAMED} named backends are the most there can be")
        for column, (functionality, prefix, _) in enumerate(PER_BACKEND):
            bits = 1 << (15 + functionality) | 1 << (64 + index)
            _add(prefix + name, _FIRST_NAMED + len(PER_BACKEND) * index + column, bits, functionality, name)
        _named.append(name)
        for listener in _listeners:
            listener(_N_BUILT_IN + index)
        return _by_name[name]


def on_new_backend(listener: Callable[[int], None]) -> None:
    """Call ``listener`` with the place of every backend that is registered from now on."""
    _listeners.append(listener)


def named_backends() -> tuple[str, ...]:
    """The named backends, in the order they were registered."""
    return tuple(_named)


def all_backends() -> tuple[str, ...]:
    """Built-in and named backends, in the order of their bits."""
    return (*BACKENDS, *_named)
