"""Operators: arguments -> keys -> slot -> kernel, and what forwards to them.

Twin: csrc/op*.c, hops.c, bind.c, forward.c.  Calls that are recorded are in `call_log`.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final, Self

from wye._pure.arrays import bump_versions, call_arrays, shares_memory
from wye._pure.bits import _BACKENDS, _FUNCTIONALITY, _KEYED, REQUIRES_GRAD, KeyBits, _backend, _make, _slot
from wye._pure.call_log import begin_call, end_call, logs
from wye._pure.plan import (
    _BASE,
    ARRAYS,
    BOXED,
    ERROR,
    FALLTHROUGH,
    HOP_ERROR,
    HOP_FELL_THROUGH,
    HOP_MISSING,
    HOP_PASSED,
    HOP_RAN,
    KEYSET,
    KIND_ANY,
    KIND_EXACT,
    KIND_FLOAT,
    KIND_OPERAND,
    KIND_SCALAR,
    KIND_SYMINT,
    KIND_TENSOR,
    LIST,
    MAX_ARGS,
    OPTIONAL,
    OPTIONAL_ELEMENT,
    PASS,
    PLAIN,
    RESULT_FRESH,
    RESULT_UNCHECKED,
    SINGLE,
    ArrayCall,
    Kernel,
    Layout,
    Pass,
    Signature,
)
from wye._pure.state import _bits_of, _hooks, _state

if TYPE_CHECKING:
    from collections.abc import Callable

_SCALARS: Final = frozenset((int, float, bool, complex))


class _Refused(Exception):  # noqa: N818 - a signal inside this module, never seen by a user
    """An argument that its kind does not accept without conversion."""


def _accept_one(kind: int, exact: type | None, value: Any) -> Any:
    base, cls = kind & _BASE, type(value)
    if base == KIND_FLOAT and cls is int and -(1 << 53) <= value <= 1 << 53:
        return float(value)
    fits = (
        base == KIND_ANY
        or (base in (KIND_TENSOR, KIND_OPERAND) and _bits_of(value) is not None)
        or (base == KIND_OPERAND and cls in _SCALARS)
        or (base == KIND_EXACT and cls is exact)
        or (base == KIND_SCALAR and cls in _SCALARS)
        or (base == KIND_FLOAT and cls is float)
        or (base == KIND_SYMINT and (cls is int or _is_symint(cls)))
    )
    if fits:
        return value
    raise _Refused


def _is_symint(cls: type) -> bool:
    return _hooks.symint_type is not None and _hooks.symint_type in cls.__mro__


def _accept(kind: int, exact: type | None, value: Any) -> Any:
    """``value`` as the kernel gets it; raises _Refused for the `bind` hook to decide."""
    if value is None and kind & OPTIONAL:
        return None
    if not kind & LIST:
        return _accept_one(kind, exact, value)
    if not isinstance(value, (list, tuple)):
        if not kind & SINGLE:
            raise _Refused
        value = (value,)
    seen = [None if item is None and kind & OPTIONAL_ELEMENT else _accept_one(kind, exact, item) for item in value]
    unchanged = type(value) is list and all(map(_is, seen, value))
    return value if unchanged else seen


def _is(a: object, b: object) -> bool:
    return a is b


class Op:
    """A callable operator: arguments -> keys -> slot -> kernel."""

    __slots__ = ("__weakref__", "_batching", "_forward", "_functional", "_levels", "_plan")
    _batching: Any  # its plan under vmap, or the function of a composite: only C reads it
    _forward: Any  # how the tangents of its results are found: only C reads it
    _functional: Any  # what functionalize does with its calls: only C reads it
    _levels: int  # what function transforms may do with its calls in C
    _plan: tuple[Signature, Layout, tuple[Kernel, ...]] | None

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        self = object.__new__(cls)
        self._plan = None
        self._levels = 0
        self._batching = self._forward = self._functional = None
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
        self._levels, self._functional = 0, None

    def uninstall(self) -> None:
        """Remove the plan: every call now fails, as the operator is not defined any more."""
        self._plan = None

    def kernel_at(self, slot: int, /) -> Kernel | None:
        """The kernel in ``slot``, or None."""
        slot = index(slot)
        return None if self._plan is None else _kernel_in_slot(self._plan, slot)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        plan = self._plan
        if plan is None:
            raise _hooks.explain_undefined(self)
        found = _normalise(self, plan[0], args, kwargs)
        if len(found) == 1:
            return found[0](self, args, kwargs)
        args, kwargs = found
        bits = _with_thread_state(_argument_bits(plan[0], args, kwargs))
        return _run(self, plan, _masked(plan[1], bits), args, kwargs)

    def redispatch(self, keyset: KeyBits, /, *args: Any, **kwargs: Any) -> Any:
        """Run the kernel of the highest key in ``keyset``; the thread's state is not read again."""
        if not isinstance(keyset, KeyBits):
            raise TypeError(f"redispatch() takes a DispatchKeySet first, not {type(keyset).__name__}")
        return _run_from(self, keyset, None, args, kwargs)

    def run_kernel(self, kernel: Kernel, keyset: KeyBits, /, *args: Any, **kwargs: Any) -> Any:
        """Run a kernel, whether or not a slot holds it, as the engine would run it with this key set."""
        if not isinstance(kernel, Kernel) or not isinstance(keyset, KeyBits):
            raise TypeError("run_kernel() takes a Kernel and a DispatchKeySet first")
        return _run_from(self, keyset, kernel, args, kwargs)


_Plan = tuple[Signature, Layout, tuple[Kernel, ...]]


def _run_from(op: Op, keyset: KeyBits, kernel: Kernel | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Begin a call at keys or a kernel that were given."""
    plan = op._plan
    if plan is None:
        raise _hooks.explain_undefined(op)
    found = _normalise(op, plan[0], args, kwargs)
    if len(found) == 1:
        return found[0](op, args, kwargs)
    args, kwargs = found
    # Key sets do not show whether an argument requires grad: the arguments do.
    grad = _argument_bits(plan[0], args, kwargs) & REQUIRES_GRAD & ~_state.exclude
    return _run(op, plan, keyset.bits & ~REQUIRES_GRAD | grad, args, kwargs, kernel, is_call=False)


def _with_thread_state(bits: int) -> int:
    return (bits | _state.include) & ~(_state.exclude & _FUNCTIONALITY)


def _run_with_bits(op: Op, bits: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call with arguments that fit and their keys, thread state included."""
    plan = op._plan
    if plan is None:
        raise _hooks.explain_undefined(op)
    return _run(op, plan, _masked(plan[1], bits), args, kwargs)


def _masked(layout: Layout, bits: int) -> int:
    masks = layout.masks
    if masks is None:
        mask = layout.mask
    else:
        backend = _backend(bits)
        mask = masks[backend] if backend < len(masks) else layout.mask
    return bits & (_BACKENDS | REQUIRES_GRAD | mask << 16)


def keys_of_call(op: Op, args: tuple[Any, ...], kwargs: dict[str, Any], masked: bool = True, /) -> KeyBits:
    """The keys with which a call begins in this thread, the grad bit included; nothing runs.

    Args:
        op: The operator.
        args: The arguments; they are bound as the call binds them.
        kwargs: Those given by name.
        masked: Without the keys that fall through.
    """
    if not isinstance(op, Op) or not isinstance(args, tuple) or not isinstance(kwargs, dict):
        raise TypeError("keys_of_call() takes an operator, a tuple and a dict")
    wants_mask = bool(masked)
    plan = op._plan
    if plan is None:
        raise _hooks.explain_undefined(op)
    if not all(isinstance(name, str) for name in kwargs):
        raise TypeError("keywords must be strings")
    found = _normalise(op, plan[0], args, kwargs)
    # Without a dict: a class of one of the arguments handles the call, and no kernel.
    bits = _hooks.function_keys if len(found) == 1 else _argument_bits(plan[0], *found)
    bits = _with_thread_state(bits)
    return _make(_hooks.keyset_type, _masked(plan[1], bits) if wants_mask else bits)


def hops(op: Op, keys: KeyBits, /) -> list[tuple[KeyBits, int, Kernel | None, int]]:
    """What a call that has these keys does at each of them, as (keys, slot, kernel, what); nothing runs."""
    if not isinstance(op, Op) or not isinstance(keys, KeyBits):
        raise TypeError("hops() takes an operator and a key set")
    plan = op._plan
    if plan is None:
        raise _hooks.explain_undefined(op)
    return _walk_hops(plan, None, keys.bits)


def _walk_hops(plan: _Plan, first: Kernel | None, bits: int) -> list[tuple[KeyBits, int, Kernel | None, int]]:
    """The hops of a call that begins at these keys, with the kernel ``first`` or that of the highest key."""
    found: list[tuple[KeyBits, int, Kernel | None, int]] = []
    what = HOP_PASSED
    while what in (HOP_PASSED, HOP_FELL_THROUGH):
        what, left = _append_hop(found, plan, bits, first=None if found else first)
        bits &= ~_top_bit(bits)
        while what == HOP_FELL_THROUGH and _top_bit(bits) > _top_bit(left):  # all of them at once
            _append_hop(found, plan, bits, what)
            bits &= ~_top_bit(bits)
        bits = left
    return found


def _append_hop(
    found: list[Any], plan: _Plan, bits: int, what: int | None = None, first: Kernel | None = None
) -> tuple[int, int]:
    slot = _slot(bits)
    kernel = _kernel_in_slot(plan, slot) if first is None else first
    is_what, left = _hop(plan[1], kernel, bits)
    is_what = is_what if what is None else what
    found.append((_make(_hooks.keyset_type, bits & ~REQUIRES_GRAD), slot, kernel, is_what))
    return is_what, left


def _top_bit(bits: int) -> int:
    keyed = bits & _KEYED
    return 1 << keyed.bit_length() - 1 if keyed else 0


def _kernel_in_slot(plan: _Plan, slot: int) -> Kernel | None:
    _, layout, kernels = plan
    number = layout._indices[slot] if 0 <= slot < len(layout._indices) else 0
    return kernels[number - 1] if number else None


def _hop(layout: Layout, kernel: Kernel | None, bits: int) -> tuple[int, int]:
    """What a kernel does to a call that arrives there with these keys, and the keys that are left."""
    if kernel is None:
        return HOP_MISSING, bits
    kind, how = kernel.kind, kernel.how
    if kind == FALLTHROUGH:
        left = _masked(layout, bits)
        return HOP_MISSING if left == bits or not left & _KEYED else HOP_FELL_THROUGH, left
    if type(how) is Pass and (kind == PASS or not bits & REQUIRES_GRAD):
        left = bits & (how.bits | REQUIRES_GRAD)
        return HOP_MISSING if left == bits else HOP_PASSED, left
    return HOP_ERROR if kind == ERROR else HOP_RAN, bits


def _normalise(
    op: Op, sig: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]] | tuple[Callable[..., Any]]:
    """Arguments as kernels get them: positional ones first, kwarg-only ones by name, nothing filled in behind.

    A function in a tuple: the `bind` hook says that the operator and its arguments go to it, and to no kernel.
    """
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
    n = min(len(args), sig.n_positional)
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
    op: Op,
    plan: _Plan,
    bits: int,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    first: Kernel | None = None,
    is_call: bool = True,
) -> Any:
    """Run the kernel of the highest key, or of the first one that does not pass the call on."""
    if not logs:
        return _run_unlogged(op, plan, bits, args, kwargs, first)
    token = begin_call(op, bits, _walk_hops(plan, first, bits), is_call, args, kwargs)
    error: type[BaseException] | None = None
    try:
        return _run_unlogged(op, plan, bits, args, kwargs, first)
    except BaseException as raised:
        error = type(raised)
        raise
    finally:
        end_call(token, error)


def _run_unlogged(
    op: Op, plan: _Plan, bits: int, args: tuple[Any, ...], kwargs: dict[str, Any], first: Kernel | None
) -> Any:
    sig, layout, _ = plan
    writes = 0
    kernel = _kernel_in_slot(plan, _slot(bits)) if first is None else first
    while True:
        what, left = _hop(layout, kernel, bits)
        if what == HOP_MISSING:
            raise _hooks.explain_miss(op, _make(_hooks.keyset_type, bits & ~REQUIRES_GRAD), args, kwargs)
        assert kernel is not None
        if what in (HOP_RAN, HOP_ERROR):
            break
        if isinstance(kernel.how, Pass) and what == HOP_PASSED:
            writes |= kernel.how.writes
        bits = left
        kernel = _kernel_in_slot(plan, _slot(bits))
    result = _call(op, kernel, sig, bits & ~REQUIRES_GRAD, args, kwargs)
    if kernel.result == RESULT_FRESH and any(
        result is value or shares_memory(value, result) for value in (*args, *kwargs.values())
    ):
        raise _hooks.explain_alias(op, result, args, kwargs)
    if writes:
        bump_versions(sig, writes, args, kwargs)
    return result if kernel.result == RESULT_UNCHECKED else _checked(op, sig, result)


def _call(op: Op, kernel: Kernel, sig: Signature, bits: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    kind, fn = kernel.kind, kernel.fn
    assert fn is not None
    if kind == ARRAYS:
        return _call_arrays(op, kernel, sig, args, kwargs)
    try:
        if kind == PLAIN:
            return fn(*args, **kwargs)
        keyset = _make(_hooks.keyset_type, bits)
        if kind == KEYSET:
            return fn(keyset, *args, **kwargs)
        if kind == BOXED:
            return fn(op, keyset, args, kwargs)
    except TypeError as error:
        explain = getattr(_hooks, "explain_failure", None)
        if explain is None or error.__traceback__ is None or error.__traceback__.tb_next is not None:
            raise  # from inside of the kernel
        raise explain(op, error) from None
    raise fn(op, keyset)


def _call_arrays(op: Op, kernel: Kernel, sig: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    assert kernel.fn is not None
    assert isinstance(kernel.how, ArrayCall)
    try:
        return call_arrays(kernel.fn, kernel.how, sig, args, kwargs)
    except (
        OverflowError,
        MemoryError,
        ValueError,
    ) as error:  # an error about the kernel's internals: Python makes one about the call
        explain = getattr(_hooks, "explain_failure", None)
        if explain is None:
            raise
        made = explain(op, error)
        if made is error:
            raise
        raise made from error


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
                if result[i] is None and kinds[i] == KIND_TENSOR:
                    continue  # a result that was not requested: gradients under an output_mask
                if _accept(kinds[i], sig.return_exact[i], result[i]) is not result[i]:
                    raise _Refused
            return result
    except _Refused:
        pass
    return _hooks.check_return(op, result)


class Forward:
    """A callable that forwards to another one, which may be replaced."""

    __slots__ = ("__weakref__", "_first", "_target")
    _target: Callable[..., Any] | None
    _first: Op | None

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        self = object.__new__(cls)
        self._target = self._first = None
        return self

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if self._first is not None and _fits_as_it_is(self._first, args, kwargs):
            return self._first(*args, **kwargs)
        if self._target is None:
            raise TypeError(f"this {type(self).__name__} has nothing to call")
        return self._target(*args, **kwargs)

    def forward_to(self, target: Callable[..., Any], first: Op | None = None, /) -> None:
        """From now on, call this; or the operator ``first`` where the arguments fit it without conversion."""
        if not callable(target):
            raise TypeError(f"forward_to() takes a callable, not {type(target).__name__}")
        if first is not None and not isinstance(first, Op):
            raise TypeError(f"forward_to() takes an operator to try first, not {type(first).__name__}")
        self._target, self._first = target, first


def _fits_as_it_is(op: Op, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Do the arguments fit, and does no class among them handle calls of functions?  It gets what was called."""
    if op._plan is None or type(op).__call__ is not Op.__call__:
        return False
    try:
        found = _place(op._plan[0], args, kwargs)
    except _Refused:
        return False
    return not _argument_bits(op._plan[0], *found) & _hooks.function_keys
