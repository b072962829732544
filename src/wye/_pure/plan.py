"""What registration pushes: kernels, layouts and signatures.  Twin: csrc/plan.c."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final, Self

from wye._pure.bits import _WORD, _checked_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Note [Argument kinds]
# One byte per argument tells the engine how to check it: a base in the low four bits and flags above. A value that
# the byte does not accept is not yet wrong: the `bind` hook converts it or explains why it does not fit.
KIND_ANY: Final = 0  # never checked
KIND_TENSOR: Final = 1  # a carrier of keys: Tensor or a registered array type
KIND_EXACT: Final = 2  # exactly the type beside it
KIND_SCALAR: Final = 3  # int, float, bool or complex
KIND_PYTHON: Final = 4  # only the `bind` hook knows
KIND_FLOAT: Final = 5  # a float; an int becomes one
KIND_OPERAND: Final = 6  # a carrier of keys, or a number that stands for one
KIND_SYMINT: Final = 7  # an int, or an object of the class given to `configure(symint_type=...)`, which stands for one
LIST: Final = 0x10
OPTIONAL: Final = 0x20
OPTIONAL_ELEMENT: Final = 0x40
SINGLE: Final = 0x80  # of a list: one element may stand for a list of one
_BASE: Final = 0x0F

# What to do with a kernel.
PLAIN: Final = 1  # fn(*args, **kwargs)
KEYSET: Final = 2  # fn(keyset, *args, **kwargs)
BOXED: Final = 3  # fn(op, keyset, args, kwargs)
PASS: Final = 4  # continue with keyset & pass_bits, no Python in between
FALLTHROUGH: Final = 5  # masked out before; skipped when a redispatch lands on it
ERROR: Final = 6  # raise fn(op, keyset)
ARRAYS: Final = 7  # fn(*args, **kwargs) with the data of tensors; `returns` tells how its arrays become tensors

# What is done about a kernel's result.
RESULT_CHECKED: Final = 0  # it must fit the schema
RESULT_FRESH: Final = 1  # and may share no memory with an argument
RESULT_UNCHECKED: Final = 2  # nothing: the kernel stands for the caller, whose answer it is

# What a call does at one key: see `hops`.
HOP_RAN: Final = 0
HOP_PASSED: Final = 1
HOP_FELL_THROUGH: Final = 2
HOP_MISSING: Final = 3  # no kernel, or one that leaves no other key
HOP_ERROR: Final = 4

# What an ARRAYS kernel returns in one place.
RETURNS_VIEW: Final = 0x00  # a view of the argument with the number in the low six bits
RETURNS_SAME: Final = 0x40  # that argument itself
RETURNS_FRESH: Final = 0x80  # memory that no other tensor shares
RETURNS_VALUE: Final = 0x81  # no tensor
RETURNS_DETACHED: Final = 0xC0  # the same memory and version, but no view

MAX_ARGS: Final = 64


class Pass:
    """Where a call continues when it skips a kernel, and which writes that counts."""

    __slots__ = ("bits", "writes")
    bits: int  # the keys that are left
    writes: int  # the arguments whose versions the call bumps, a bit each

    def __new__(cls, bits: int, writes: int = 0) -> Self:
        bits = _checked_bits(bits)
        if not isinstance(writes, int):
            raise TypeError("writes must be an int with one bit per argument")
        if writes < 0:
            raise ValueError("writes has one bit per argument and is not negative")
        self = object.__new__(cls)
        self.bits, self.writes = bits, int(writes)
        return self


class ArrayCall:
    """How a kernel is called that computes on arrays."""

    __slots__ = ("direct", "in_place", "returns")
    returns: bytes  # one code per return
    direct: Any  # what C calls instead on plain floats, or a `shortcut`; the same result
    in_place: bool  # `direct` stores its result in the first argument

    def __new__(cls, returns: bytes, direct: Any = None, in_place: bool = False) -> Self:
        if not isinstance(returns, bytes):
            raise TypeError("a kernel of arrays must say what it returns")
        if direct is not None and not callable(direct):
            raise TypeError("`direct` must be callable")
        self = object.__new__(cls)
        self.returns, self.direct, self.in_place = returns, direct, bool(in_place)
        return self


class Kernel:
    """What a slot runs: a callable and how to call it.

    ``how`` belongs to the kind: a PASS kernel has a `Pass`, an ARRAYS kernel an `ArrayCall`; PLAIN, KEYSET and BOXED
    kernels have nothing, or a `Pass` if they are passed by where no argument requires grad.  See Note [The grad bit].
    """

    __slots__ = ("fn", "how", "kind", "result")

    fn: Callable[..., Any] | None
    how: Pass | ArrayCall | None
    kind: int
    result: int

    def __new__(
        cls,
        kind: int,
        fn: Callable[..., Any] | None = None,
        how: Pass | ArrayCall | None = None,
        result: int = RESULT_CHECKED,
    ) -> Self:
        if not PLAIN <= index(kind) <= ARRAYS:
            raise ValueError(f"no such kind of kernel: {kind}")
        if not RESULT_CHECKED <= index(result) <= RESULT_UNCHECKED:
            raise ValueError(f"no such treatment of results: {result}")
        if kind not in (PASS, FALLTHROUGH) and not callable(fn):
            raise TypeError("a kernel must be callable")
        _check_how(kind, how)
        self = object.__new__(cls)
        self.kind, self.fn, self.how, self.result = index(kind), fn, how, index(result)
        return self


def _check_how(kind: int, how: object) -> None:
    if kind == PASS and type(how) is not Pass:
        raise TypeError("a PASS kernel must say which keys it leaves: a Pass")
    if kind == ARRAYS and type(how) is not ArrayCall:
        raise TypeError("a kernel of arrays must say what it returns: an ArrayCall")
    may_pass = kind in (PLAIN, KEYSET, BOXED, PASS)
    if how is not None and kind != ARRAYS and not (may_pass and type(how) is Pass):
        raise TypeError(f"a kernel of this kind has no {type(how).__name__}")


class Layout:
    """Which kernel index each slot holds (0: none) and which functionalities do not fall through.

    Shared by every operator with registrations at the same keys. ``slots`` are 16-bit numbers in native order.
    """

    __slots__ = ("__weakref__", "_indices", "mask", "masks", "slots")
    slots: bytes
    mask: int
    masks: tuple[int, ...] | None
    _indices: memoryview

    def __new__(cls, slots: bytes, mask: int, masks: Sequence[int] | None = None) -> Self:
        if not isinstance(slots, bytes) or len(slots) % 2:
            raise TypeError("slots must be bytes of 16-bit numbers")
        self = object.__new__(cls)
        self.slots, self._indices = slots, memoryview(slots).cast("H")
        self.mask = index(mask) & _WORD
        self.masks = None if masks is None else tuple(index(m) & _WORD for m in masks)
        return self


class Signature:
    """How the arguments of an operator are counted and checked."""

    __slots__ = (
        "defaults", "exact", "kinds", "n_positional", "names", "required", "return_exact", "return_kinds", "tensors",
    )  # fmt: skip

    def __init__(
        self,
        names: tuple[str, ...],
        n_positional: int,
        kinds: bytes,
        exact: tuple[type | None, ...],
        defaults: tuple[Any, ...],
        required: int,
        return_kinds: bytes | None,
        return_exact: tuple[type | None, ...] = (),
    ) -> None:
        tuples = all(isinstance(given, tuple) for given in (names, exact, defaults, return_exact))
        if not tuples or not isinstance(kinds, bytes) or not isinstance(required, int):
            raise TypeError("names, types and defaults must be tuples, kinds bytes, `required` an int")
        if not len(names) == len(kinds) == len(exact) == len(defaults) or not 0 <= index(n_positional) <= len(names):
            raise ValueError("names, kinds, exact types and defaults must have one item per argument")
        if return_kinds is not None and (not isinstance(return_kinds, bytes) or len(return_kinds) != len(return_exact)):
            raise ValueError("return kinds and types must have one item per return")
        if not all(isinstance(name, str) for name in names):
            raise TypeError("argument names must be strings")
        self.names, self.n_positional = names, index(n_positional)
        self.kinds, self.exact, self.defaults, self.required = kinds, exact, defaults, required & _WORD
        self.return_kinds, self.return_exact = return_kinds, return_exact
        self.tensors = [i for i, kind in enumerate(kinds) if kind & _BASE in (KIND_TENSOR, KIND_OPERAND)]
