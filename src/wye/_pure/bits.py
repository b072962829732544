"""Key words, their slots, and the base of Tensor.  Twin: carrier.c, and the inline parts of hot.h and objects.h."""

from __future__ import annotations

from typing import Final, Self, TypeVar

# Note [The key word]
# A key set is 128 bits. The low 64 are PyTorch's word: bits 0..15 the built-in backends, bit 16+v-1 the functionality
# of value v. The high 64 are the named backends, in the order they were registered. So the low word of any set of
# built-in keys equals PyTorch's raw representation, and named backends outrank built-in ones.
# Guarded by: tests/unit/keys/test_golden.py

# Note [The grad bit]
# Bit 63 of the low word is not a key. Tensors that autograd follows have it: those that require grad
# (`TensorBase._requires_grad`), and those that have only a tangent of forward mode (`TensorBase._is_dual`). A call ors
# it together with the keys of its arguments, and learns by one bit test whether some argument requires grad. A kernel
# with a `Pass` is passed by where the bit is not there: an autograd kernel then costs plain calls nothing, and
# `no_grad` is this bit among the thread's excluded ones. The bit belongs to the thread's state and to the word of a
# running call alone: tables have no slot for it, masks and passes keep it, and the key sets that kernels, `_keys` and
# `keys_of` give do not show it. So a redispatch, which is given such a set, reads it from the arguments again.
# Broken by: giving out a word of a call without taking the bit away, or writing `_bits` of a tensor without keeping it.
# Guarded by: tests/parity/test_grad_bit.py

# Note [Table slots]
# Slot v, below 48, belongs to functionality v when it is not per backend; slot 48 + 6*b + i to the i-th per-backend
# functionality on backend b, which is built in below 16 and named from there on. A new named backend appends six slots
# and moves none. A per-backend functionality without any backend bit uses backend 0, as PyTorch's table does.
# Guarded by: tests/parity/test_slots.py

_BACKENDS_LOW: Final = 0xFFFF
_WORD: Final = (1 << 64) - 1
_ALL: Final = (1 << 128) - 1
REQUIRES_GRAD: Final = 1 << 63
_FUNCTIONALITY: Final = _WORD & ~_BACKENDS_LOW  # and the grad bit: what `-` and excluded sets take away
_KEYED: Final = _FUNCTIONALITY & ~REQUIRES_GRAD  # what has slots
_BACKENDS: Final = _ALL & ~_FUNCTIONALITY
columns: Final = [-1] * 48  # functionality -> its place among the per-backend ones, or -1


def _backend(bits: int) -> int:
    named = bits >> 64
    return named.bit_length() + 15 if named else max((bits & _BACKENDS_LOW).bit_length() - 1, 0)


def _slot(bits: int) -> int:
    top = ((bits & _KEYED) >> 16).bit_length()
    column = columns[top]
    return top if column < 0 else 48 + 6 * _backend(bits) + column


class KeyBits:
    """An immutable set of keys in one 128-bit word; `wye.DispatchKeySet` gives the bits their names."""

    __slots__ = ("bits",)
    bits: int

    def __new__(cls, bits: int = 0) -> KeyBits:
        return _make(cls, _checked_bits(bits))

    @classmethod
    def raw(cls, bits: int, /) -> Self:
        """The set with exactly these bits."""
        return _make(cls, _checked_bits(bits))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __or__(self, other: object) -> Self:
        return _make(type(self), self.bits | other.bits) if isinstance(other, KeyBits) else NotImplemented

    def __and__(self, other: object) -> Self:
        return _make(type(self), self.bits & other.bits) if isinstance(other, KeyBits) else NotImplemented

    def __xor__(self, other: object) -> Self:
        return _make(type(self), self.bits ^ other.bits) if isinstance(other, KeyBits) else NotImplemented

    def __sub__(self, other: object) -> Self:
        """The keys of ``self`` less the functionalities of ``other``; backend bits stay, as in PyTorch."""
        if not isinstance(other, KeyBits):
            return NotImplemented
        return _make(type(self), self.bits & ~(other.bits & _FUNCTIONALITY))

    def __eq__(self, other: object) -> bool:
        return self.bits == other.bits if isinstance(other, KeyBits) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.bits)

    def __bool__(self) -> bool:
        return self.bits != 0

    def slot(self) -> int:
        """The table slot of the highest key."""
        return _slot(self.bits)


def _checked_bits(bits: int) -> int:
    if not isinstance(bits, int):
        raise TypeError(f"bits must be an int, not {type(bits).__name__}")
    bits = int.__index__(bits)  # of a subclass, the number itself
    if not 0 <= bits <= _ALL:
        raise OverflowError("bits must fit into 128 bits")
    return bits


_KeySet = TypeVar("_KeySet", bound=KeyBits)


def _make(cls: type[_KeySet], bits: int) -> _KeySet:
    """A key set without its class's own constructor, which takes keys and not bits."""
    made = object.__new__(cls)
    object.__setattr__(made, "bits", bits)
    return made


def _bits_in(keys: KeyBits, name: str) -> int:
    if not isinstance(keys, KeyBits):
        raise TypeError(f"{name} must be a key set, not {type(keys).__name__}")
    return keys.bits
