"""The hot path in plain Python: the reference that `wye._hot` (csrc/) must equal.

Hot path when there is no C extension or `WYE_PURE=1` is set; otherwise only the tests run it.
In: finished tables, pushed by registration.  Out: calls of kernels.
It knows bits, slots and callables, never names: whatever needs words is asked of the hooks given to `configure`.

See Note [The key word], Note [Table slots], Note [Argument kinds].
"""

from __future__ import annotations

import threading
from operator import index
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "BOXED", "ERROR", "FALLTHROUGH", "KEYSET", "KIND_ANY", "KIND_EXACT", "KIND_FLOAT", "KIND_PYTHON", "KIND_SCALAR",
    "KIND_TENSOR", "LIST", "MAX_ARGS", "OPTIONAL", "OPTIONAL_ELEMENT", "PASS", "PLAIN", "Kernel", "KeyBits", "Layout",
    "Op", "Signature", "StateGuard", "TensorBase", "configure", "forget_types", "get_state", "keys_of", "set_state",
]  # fmt: skip

# Note [The key word]
# A key set is 128 bits. The low 64 are PyTorch's word: bits 0..15 the built-in backends, bit 16+v-1 the functionality
# of value v. The high 64 are the named backends, in the order they were registered. So the low word of any set of
# built-in keys equals PyTorch's raw representation, and named backends outrank built-in ones.
# Guarded by: tests/unit/keys/test_golden.py

# Note [Table slots]
# Slot v, below 48, belongs to functionality v when it is not per backend; slot 48 + 6*b + i to the i-th per-backend
# functionality on backend b, which is built in below 16 and named from there on. A new named backend appends six slots
# and moves none. A per-backend functionality without any backend bit uses backend 0, as PyTorch's table does.
# Guarded by: tests/parity/test_slots.py

# Note [Argument kinds]
# One byte per argument tells how to check it without words: a base in the low four bits and flags above. A value that
# the byte does not accept is not yet wrong: the `bind` hook converts it or explains why it does not fit.
KIND_ANY: Final = 0  # never checked
KIND_TENSOR: Final = 1  # a carrier of keys: Tensor or a registered array type
KIND_EXACT: Final = 2  # exactly the type beside it
KIND_SCALAR: Final = 3  # int, float, bool or complex
KIND_PYTHON: Final = 4  # only the `bind` hook knows
KIND_FLOAT: Final = 5  # a float; an int becomes one
LIST: Final = 0x10
OPTIONAL: Final = 0x20
OPTIONAL_ELEMENT: Final = 0x40
_BASE: Final = 0x0F

# What to do with a kernel.
PLAIN: Final = 1  # fn(*args, **kwargs)
KEYSET: Final = 2  # fn(keyset, *args, **kwargs)
BOXED: Final = 3  # fn(op, keyset, args, kwargs)
PASS: Final = 4  # go on with keyset & pass_bits, no Python in between
FALLTHROUGH: Final = 5  # masked out before; skipped when a redispatch lands on it
ERROR: Final = 6  # raise fn(op, keyset)

MAX_ARGS: Final = 64

_BACKENDS_LOW: Final = 0xFFFF
_WORD: Final = (1 << 64) - 1
_ALL: Final = (1 << 128) - 1
_FUNCTIONALITY: Final = _WORD & ~_BACKENDS_LOW
_BACKENDS: Final = _ALL & ~_FUNCTIONALITY
_SCALARS: Final = frozenset((int, float, bool, complex))


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


class TensorBase:
    """Carries a key set; the base of `wye.Tensor`."""

    __slots__ = ("__weakref__", "_bits")
    _bits: int

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        self = object.__new__(cls)
        self._bits = 0
        return self

    def __init__(self, keys: KeyBits) -> None:
        self._keys = keys

    @property
    def _keys(self) -> KeyBits:
        """The keys this tensor brings to a call."""
        return _make(_hooks.keyset_type, self._bits)

    @_keys.setter
    def _keys(self, keys: KeyBits) -> None:
        self._bits = _bits_in(keys, "keys")


class Kernel:
    """What a slot runs: a callable and how to call it."""

    __slots__ = ("fn", "kind", "pass_bits")

    fn: Callable[..., Any] | None
    kind: int
    pass_bits: int

    def __new__(cls, kind: int, fn: Callable[..., Any] | None = None, pass_bits: int = 0) -> Self:
        if not PLAIN <= index(kind) <= ERROR:
            raise ValueError(f"no such kind of kernel: {kind}")
        if kind not in (PASS, FALLTHROUGH) and not callable(fn):
            raise TypeError("a kernel must be callable")
        self = object.__new__(cls)
        self.kind, self.fn, self.pass_bits = index(kind), fn, _checked_bits(pass_bits)
        return self


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
    """How the arguments of an operator are counted and checked, without any words but their names."""

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
        self.tensors = [i for i, kind in enumerate(kinds) if kind & _BASE == KIND_TENSOR]


class _Hooks:
    """What the hot path asks of the layers above it when something is out of the ordinary."""

    bind: Callable[..., tuple[tuple[Any, ...], dict[str, Any]]]
    check_return: Callable[..., Any]
    explain_miss: Callable[..., BaseException]
    explain_undefined: Callable[..., BaseException]
    resolve_type: Callable[[type], Any]
    keyset_type: type[KeyBits]
    plain_type: type[TensorBase]  # the type that C tries first; a hint, so nothing here reads it
    per_backend: list[int]


_hooks = _Hooks()
_hooks.keyset_type = KeyBits
_hooks.per_backend = [-1] * 48


class _State(threading.local):
    include: int = 0
    exclude: int = 0


_state = _State()
_types: dict[type, Any] = {}
_MAX_TYPES: Final = 256


def configure(
    *,
    per_backend: Sequence[int] | None = None,
    include: int | None = None,
    exclude: int | None = None,
    **hooks: Any,
) -> None:
    """Give the hot path its layout, its default thread state and its hooks; any subset at a time."""
    for name, hook in hooks.items():
        _check_hook(name, hook)
    if per_backend is not None:
        per_backend = tuple(per_backend)
        columns = {index(functionality): column for column, functionality in enumerate(per_backend)}
        if len(per_backend) > 6 or not all(0 <= functionality < 48 for functionality in columns):
            raise ValueError("per_backend names at most six functionalities below 48")
        _hooks.per_backend = [columns.get(functionality, -1) for functionality in range(48)]
    if include is not None:
        _State.include = _checked_bits(include)
    if exclude is not None:
        _State.exclude = _checked_bits(exclude)
    for name, hook in hooks.items():
        setattr(_hooks, name, hook)


def _check_hook(name: str, hook: object) -> None:
    bases: dict[str, type] = {"keyset_type": KeyBits, "plain_type": TensorBase}
    if name not in _Hooks.__annotations__:
        raise TypeError(f"configure() got an unexpected keyword argument {name!r}")
    if name not in bases and not callable(hook):
        raise TypeError(f"{name} must be callable")
    if name in bases and not (isinstance(hook, type) and issubclass(hook, bases[name])):
        raise TypeError(f"{name} must be a subclass of {bases[name].__name__}")


def get_state() -> tuple[KeyBits, KeyBits]:
    """The included and the excluded keys of this thread."""
    return _make(_hooks.keyset_type, _state.include), _make(_hooks.keyset_type, _state.exclude)


def set_state(include: KeyBits, exclude: KeyBits, /) -> None:
    """Install included and excluded keys in this thread."""
    _state.include, _state.exclude = _bits_in(include, "include"), _bits_in(exclude, "exclude")


class _Saved(NamedTuple):
    thread: int
    include: int
    exclude: int


class StateGuard:
    """Changes the thread's key state while entered, and restores what it saw.

    May be entered again before it is left; each exit restores what the matching enter saw.
    """

    __slots__ = ("_add_exclude", "_add_include", "_keep_exclude", "_keep_include", "_saved")

    def __init__(
        self,
        add_include: KeyBits,
        add_exclude: KeyBits,
        keep_include: KeyBits | None = None,
        keep_exclude: KeyBits | None = None,
    ) -> None:
        self._add_include = _bits_in(add_include, "add_include")
        self._add_exclude = _bits_in(add_exclude, "add_exclude")
        self._keep_include = _ALL if keep_include is None else _bits_in(keep_include, "keep_include")
        self._keep_exclude = _ALL if keep_exclude is None else _bits_in(keep_exclude, "keep_exclude")
        self._saved: list[_Saved] = []

    def __enter__(self) -> Self:
        self._saved.append(_Saved(threading.get_ident(), _state.include, _state.exclude))
        _state.include = _state.include & self._keep_include | self._add_include
        _state.exclude = _state.exclude & self._keep_exclude | self._add_exclude
        return self

    def __exit__(self, *exc: object) -> None:
        if not self._saved:
            raise RuntimeError("this guard was left without having been entered")
        if self._saved[-1].thread != threading.get_ident():
            raise RuntimeError("a guard must be left in the thread that entered it")
        _, _state.include, _state.exclude = self._saved.pop()


def forget_types() -> None:
    """Drop what is known about array types; the next call asks `resolve_type` again."""
    _types.clear()


def keys_of(value: object, /) -> KeyBits | None:
    """The keys that ``value`` brings to a call, or None when it is no tensor and no registered array."""
    bits = _bits_of(value)
    return None if bits is None else _make(_hooks.keyset_type, bits)


def _bits_of(value: object) -> int | None:
    if isinstance(value, TensorBase):
        return value._bits
    cls = type(value)
    try:
        how = _types[cls]
    except KeyError:
        how = _hooks.resolve_type(cls)
        if how is None:
            return None
        if len(_types) >= _MAX_TYPES:
            _types.clear()
        _types[cls] = how
    keys = how if isinstance(how, KeyBits) else how(value)
    if not isinstance(keys, KeyBits):
        raise TypeError(f"the key function of {cls.__name__} returned {type(keys).__name__}, not a DispatchKeySet")
    return keys.bits


def _backend(bits: int) -> int:
    named = bits >> 64
    return named.bit_length() + 15 if named else max((bits & _BACKENDS_LOW).bit_length() - 1, 0)


def _slot(bits: int) -> int:
    top = ((bits & _WORD) >> 16).bit_length()
    if top >= 48:
        return -1  # bit 63: no key lives there
    column = _hooks.per_backend[top]
    return top if column < 0 else 48 + 6 * _backend(bits) + column


class _Refused(Exception):  # noqa: N818 - a signal inside this module, never seen by a user
    """An argument that the kinds do not accept as it is."""


def _accept_one(kind: int, exact: type | None, value: Any) -> Any:
    base, cls = kind & _BASE, type(value)
    if base == KIND_FLOAT and cls is int and -(1 << 53) <= value <= 1 << 53:
        return float(value)
    fits = (
        base == KIND_ANY
        or (base == KIND_TENSOR and _bits_of(value) is not None)
        or (base == KIND_EXACT and cls is exact)
        or (base == KIND_SCALAR and cls in _SCALARS)
        or (base == KIND_FLOAT and cls is float)
    )
    if fits:
        return value
    raise _Refused


def _accept(kind: int, exact: type | None, value: Any) -> Any:
    """``value`` as the kernel gets it; raises _Refused for the `bind` hook to decide."""
    if value is None and kind & OPTIONAL:
        return None
    if not kind & LIST:
        return _accept_one(kind, exact, value)
    if type(value) is not list and type(value) is not tuple:
        raise _Refused
    seen = [None if item is None and kind & OPTIONAL_ELEMENT else _accept_one(kind, exact, item) for item in value]
    unchanged = type(value) is list and all(map(_is, seen, value))
    return value if unchanged else seen


def _is(a: object, b: object) -> bool:
    return a is b


class Op:
    """A callable operator: arguments -> keys -> slot -> kernel."""

    __slots__ = ("__weakref__", "_plan")
    _plan: tuple[Signature, Layout, tuple[Kernel, ...]] | None

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        self = object.__new__(cls)
        self._plan = None
        return self

    def install(self, signature: Signature, layout: Layout, kernels: tuple[Kernel, ...], /) -> None:
        """Swap in a finished table; calls that are running keep the kernel they have."""
        if not isinstance(signature, Signature) or not isinstance(layout, Layout):
            raise TypeError("install() takes a Signature, a Layout and a tuple of Kernels")
        if type(kernels) is not tuple or not all(isinstance(k, Kernel) for k in kernels):
            raise TypeError("install() takes a Signature, a Layout and a tuple of Kernels")
        if max(layout._indices, default=0) > len(kernels):
            raise ValueError("a slot names a kernel that is not there")
        self._plan = (signature, layout, kernels)

    def uninstall(self) -> None:
        """Make every call fail: the operator is not defined any more."""
        self._plan = None

    def kernel_at(self, slot: int, /) -> Kernel | None:
        """The kernel in ``slot``, or None."""
        slot = index(slot)
        if self._plan is None:
            return None
        _, layout, kernels = self._plan
        number = layout._indices[slot] if 0 <= slot < len(layout._indices) else 0
        return kernels[number - 1] if number else None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        plan = self._plan
        if plan is None:
            raise _hooks.explain_undefined(self)
        args, kwargs = _normalise(self, plan[0], args, kwargs)
        bits = (_argument_bits(plan[0], args, kwargs) | _state.include) & ~(_state.exclude & _FUNCTIONALITY)
        return _run(self, plan, _masked(plan[1], bits), args, kwargs)

    def redispatch(self, keyset: KeyBits, /, *args: Any, **kwargs: Any) -> Any:
        """Run the kernel of the highest key in ``keyset``; the thread's state is not read again."""
        if not isinstance(keyset, KeyBits):
            raise TypeError(f"redispatch() takes a DispatchKeySet first, not {type(keyset).__name__}")
        plan = self._plan
        if plan is None:
            raise _hooks.explain_undefined(self)
        args, kwargs = _normalise(self, plan[0], args, kwargs)
        return _run(self, plan, keyset.bits, args, kwargs)


def _masked(layout: Layout, bits: int) -> int:
    masks = layout.masks
    if masks is None:
        mask = layout.mask
    else:
        backend = _backend(bits)
        mask = masks[backend] if backend < len(masks) else layout.mask
    return bits & (_BACKENDS | mask << 16)


def _normalise(
    op: Op, sig: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Arguments as kernels get them: positional ones first, kwarg-only ones by name, nothing filled in behind."""
    try:
        return _place(sig, args, kwargs)
    except _Refused:
        return _hooks.bind(op, args, kwargs)


def _place(sig: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    n, n_names = len(args), len(sig.names)
    if n > sig.n_positional or n_names > MAX_ARGS:
        raise _Refused
    placed = [_accept(sig.kinds[i], sig.exact[i], value) for i, value in enumerate(args)]
    given = (1 << n) - 1
    by_name: dict[str, Any] = {}
    filled: dict[int, Any] = {}
    for name, value in kwargs.items():
        if name not in sig.names:
            raise _Refused
        i = sig.names.index(name)
        if given >> i & 1:
            raise _Refused
        given |= 1 << i
        accepted = _accept(sig.kinds[i], sig.exact[i], value)
        if i < sig.n_positional:
            filled[i] = accepted
        else:
            by_name[name] = accepted
    if sig.required & ~given:
        raise _Refused
    if filled:
        for i in range(n, max(filled) + 1):
            default = sig.defaults[i]
            placed.append(filled[i] if i in filled else list(default) if type(default) is list else default)
    return tuple(placed), by_name


def _argument_bits(sig: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
    bits = 0
    n = len(args)
    for i in sig.tensors:
        value = args[i] if i < n else kwargs.get(sig.names[i])
        if value is None:
            continue
        if sig.kinds[i] & LIST:
            for item in value if type(value) in (list, tuple) else ():
                if item is not None:
                    bits |= _bits_of(item) or 0
        else:
            bits |= _bits_of(value) or 0
    return bits


def _run(
    op: Op, plan: tuple[Signature, Layout, tuple[Kernel, ...]], bits: int, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    sig, layout, kernels = plan
    while True:
        slot = _slot(bits)
        number = layout._indices[slot] if 0 <= slot < len(layout._indices) else 0
        if not number:
            raise _hooks.explain_miss(op, _make(_hooks.keyset_type, bits), args, kwargs)
        kernel = kernels[number - 1]
        kind, fn = kernel.kind, kernel.fn
        if kind in (PASS, FALLTHROUGH):
            lower = bits & kernel.pass_bits if kind == PASS else _masked(layout, bits)
            if lower == bits or (kind == FALLTHROUGH and not lower & _FUNCTIONALITY):
                raise _hooks.explain_miss(op, _make(_hooks.keyset_type, bits), args, kwargs)
            bits = lower
            continue
        assert fn is not None
        if kind == PLAIN:
            result = fn(*args, **kwargs)
        elif kind == KEYSET:
            result = fn(_make(_hooks.keyset_type, bits), *args, **kwargs)
        elif kind == BOXED:
            result = fn(op, _make(_hooks.keyset_type, bits), args, kwargs)
        else:
            raise fn(op, _make(_hooks.keyset_type, bits))
        return _checked(op, sig, result)


def _checked(op: Op, sig: Signature, result: Any) -> Any:
    kinds = sig.return_kinds
    if kinds is None:
        return result
    n = len(kinds)
    try:
        if n == 1:
            return _accept(kinds[0], sig.return_exact[0], result)
        if n == 0:
            if result is None:
                return None
        elif type(result) is tuple and len(result) == n:
            for i in range(n):
                if _accept(kinds[i], sig.return_exact[i], result[i]) is not result[i]:
                    raise _Refused
            return result
    except _Refused:
        pass
    return _hooks.check_return(op, result)
