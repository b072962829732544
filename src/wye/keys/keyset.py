"""DispatchKeySet: a value type for sets of keys, with PyTorch's algebra.

Hot where kernels receive and mask key sets: the algebra itself is in the engine, names are here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

from wye._engine import engine
from wye.errors import UnknownKeyError
from wye.keys.key import DispatchKey, all_backends, key_name, parse_key
from wye.keys.names import BACKENDS, FIRST_RUNTIME, FUNCTIONALITIES, PER_BACKEND

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["AUTOCAST", "DEFAULT_INCLUDED", "FUNCTION", "NO_KEYS", "DispatchKeySet", "as_key", "as_keyset"]

_BUILT_IN_BACKENDS: Final = 0xFFFF
_NAMED_BACKENDS: Final = ((1 << 64) - 1) << 64
_ALL_BACKENDS: Final = _BUILT_IN_BACKENDS | _NAMED_BACKENDS
_ALL_BUILT_IN: Final = (1 << 62) - 1
_LOW_WORD: Final = (1 << 64) - 1
_KEYED: Final = _LOW_WORD & ~engine.REQUIRES_GRAD
_COLUMN: Final = {value: column for column, (value, _, _) in enumerate(PER_BACKEND)}


def as_key(key: DispatchKey | int | str) -> DispatchKey:
    """``key`` as a DispatchKey, from its name or value."""
    if type(key) is DispatchKey:
        return key
    if isinstance(key, str):
        return parse_key(key)
    if not isinstance(key, int):
        raise UnknownKeyError(f"a dispatch key is named by a string or a DispatchKey, not by {key!r}")
    return DispatchKey(key)


class DispatchKeySet(engine.KeyBits):
    """An immutable set of dispatch keys; higher keys run first.

    One runtime key of a per-backend functionality is a functionality bit and a backend bit, so a set may hold keys
    that none of its parts held: {SparseCPU} | {CUDA} holds SparseCUDA.  See Note [The key word].

    >>> (DispatchKeySet("CPU") | DispatchKeySet("AutogradCPU")).highest_priority()
    <DispatchKey.AutogradCPU: 134>
    >>> DispatchKeySet("CPU", "AutogradCPU")
    DispatchKeySet(CPU, AutogradCPU)
    """

    __slots__ = ()

    def __new__(cls, *keys: DispatchKey | int | str) -> Self:
        """The set of these keys."""
        bits = 0
        for key in keys:
            bits |= as_key(key).bits
        return cls.raw(bits)

    @classmethod
    def full(cls) -> Self:
        """Every functionality on every backend."""
        return cls.raw(_ALL_BUILT_IN | _NAMED_BACKENDS)

    @classmethod
    def full_after(cls, key: DispatchKey | int | str) -> Self:
        """The keys that may still run after ``key`` has handled a call, and PythonDispatcher."""
        below = (1 << (15 + as_key(key)._functionality)) - 1
        return cls.raw(below | _NAMED_BACKENDS | DispatchKey.PythonDispatcher.bits)

    @classmethod
    def from_raw_repr(cls, bits: int) -> Self:
        """The set with PyTorch's 64-bit representation ``bits``."""
        return cls.raw(bits)

    def raw_repr(self) -> int:
        """PyTorch's 64-bit representation; named backends have no place in it."""
        return self.bits & _LOW_WORD

    def has(self, key: DispatchKey | int | str) -> bool:
        """Are all bits of ``key`` here?  So true for Undefined and alias keys, which have none."""
        bits = as_key(key).bits
        return self.bits & bits == bits

    __contains__ = has

    def has_any(self, other: engine.KeyBits) -> bool:
        """Do the sets share a bit?"""
        return self.bits & other.bits != 0

    def has_all(self, other: engine.KeyBits) -> bool:
        """Are all bits of ``other`` here?"""
        return self.bits & other.bits == other.bits

    def add(self, key: DispatchKey | int | str) -> Self:
        """The set with ``key``."""
        return self.raw(self.bits | as_key(key).bits)

    def remove(self, key: DispatchKey | int | str) -> Self:
        """The set without the functionality of ``key``; backend bits stay, as in PyTorch."""
        return self.raw(self.bits & ~(as_key(key).bits & ~_ALL_BACKENDS))

    def backend_index(self) -> int:
        """The place of the highest backend; 0 when there is none."""
        named = self.bits >> 64
        if named:
            return len(BACKENDS) + named.bit_length() - 1
        return max((self.bits & _BUILT_IN_BACKENDS).bit_length() - 1, 0)

    def highest_priority(self) -> DispatchKey:
        """The key that runs first; Undefined for an empty set."""
        top = ((self.bits & _KEYED) >> 16).bit_length()
        if top not in _COLUMN:
            return DispatchKey(top)
        if not self.bits & _ALL_BACKENDS:
            return DispatchKey(FIRST_RUNTIME + (len(BACKENDS) + 1) * _COLUMN[top])
        return _runtime_key(top, self.backend_index())

    highestPriorityTypeId = highest_priority  # noqa: N815 - PyTorch's name for it

    def _low_to_high(self) -> Iterator[DispatchKey]:
        backends = [b for b in range(len(all_backends())) if self.bits >> (b if b < 16 else b + 48) & 1]
        for value in range(1, len(FUNCTIONALITIES) - 1):
            if not self.bits >> (15 + value) & 1:
                continue
            if value in _COLUMN:
                for backend in backends:
                    yield _runtime_key(value, backend)
            else:
                yield DispatchKey(value)
        if self.bits >> 62 & 1 and self.bits & _ALL_BUILT_IN & ~_BUILT_IN_BACKENDS:
            yield DispatchKey.EndOfFunctionalityKeys  # not a key; PyTorch shows its bit beside real ones

    def __iter__(self) -> Iterator[DispatchKey]:
        return reversed(list(self._low_to_high()))

    def __len__(self) -> int:
        return sum(1 for _ in self._low_to_high())

    def __bool__(self) -> bool:
        return self.bits != 0

    def __repr__(self) -> str:
        # A set that holds every named backend means "all backends": naming each would bury the rest.
        shown = self.raw(self.bits & _LOW_WORD) if self.bits >> 64 == _LOW_WORD else self
        return f"DispatchKeySet({', '.join(key_name(key) for key in shown._low_to_high())})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.bits & _NAMED_BACKENDS:  # their places may differ in the process that loads it
            return (_unpickle, (self.raw_repr(), [k.name for k in self if k >= 256]))
        return (type(self).raw, (self.bits,))


def _runtime_key(functionality: int, backend: int) -> DispatchKey:
    """The key of a per-backend functionality on the ``backend``-th backend."""
    column = _COLUMN[functionality]
    if backend < len(BACKENDS):
        return DispatchKey(FIRST_RUNTIME + (len(BACKENDS) + 1) * column + 1 + backend)
    return DispatchKey(256 + len(PER_BACKEND) * (backend - len(BACKENDS)) + column)


def _unpickle(raw: int, named: list[str]) -> DispatchKeySet:
    from wye.keys.key import _unpickle as load_key  # here: only for sets with named backends

    keys = DispatchKeySet.raw(raw)
    for name in named:
        keys = keys.add(load_key(name))
    return keys


def as_keyset(keys: object) -> DispatchKeySet:
    """A set from a set, a key, a name, or several of them."""
    if isinstance(keys, DispatchKeySet):
        return keys
    if isinstance(keys, (int, str)):
        return DispatchKeySet(keys)
    if isinstance(keys, (list, tuple, set, frozenset)):
        return DispatchKeySet(*keys)
    raise TypeError(f"expected dispatch keys, not {type(keys).__name__}")


# Note [The function bit]
# Functions may be overridden above every key: by function modes and by `__wye_function__` of tensor subclasses. PyTorch
# looks for them in Python before it dispatches. Here they are the bit above the highest key, whose slot every operator
# has: a call without them pays nothing. It is not a key: `included_keys`, `Tensor.keys` and tables do not show it.
# Guarded by: tests/unit/modes/test_function_modes.py
FUNCTION: Final = DispatchKeySet.raw(DispatchKey.EndOfFunctionalityKeys.bits)

# What the thread's state holds besides keys: the function bit and the grad bit.  See Note [The grad bit] (_pure).
NO_KEYS: Final = FUNCTION | DispatchKeySet.raw(engine.REQUIRES_GRAD)

AUTOCAST: Final = DispatchKeySet(*(name for name in FUNCTIONALITIES if name.startswith("Autocast")))
DEFAULT_INCLUDED: Final = DispatchKeySet("BackendSelect", "ADInplaceOrView")  # of a thread; AUTOCAST is excluded

engine.configure(
    per_backend=tuple(value for value, _, _ in PER_BACKEND),
    keyset_type=DispatchKeySet,
    include=DEFAULT_INCLUDED.bits,
    exclude=AUTOCAST.bits,
)
