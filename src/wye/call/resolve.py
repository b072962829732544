"""Which kernel the Python dispatcher takes for a key: registered ones and Python rules together, cached per operator.

Warm: runs once per operator and key; calls under the Python dispatcher read the cache.
In: an operator and a runtime key.  Out: the key whose kernel to run, or the Python function to call.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Final

from wye.call.guards import is_excluded
from wye.call.py_impl import OperatorBase, mode_rule
from wye.errors import AmbiguousKernelError, NoKernelError
from wye.keys import DispatchKey, as_key
from wye.registry.introspect import has_backend_fallback
from wye.registry.table import Why, choose

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from wye.call.op import OpOverload

__all__ = ["Hooks", "add_cached_op", "get_cached_ops", "get_dispatch", "hooks", "reset_cached_ops", "resolve_key"]

K: Final = DispatchKey


class Hooks:
    """Callbacks that higher layers give to the Python dispatcher; None while they are not loaded.

    Attributes:
        current_mode: The active mode that handles a call first, or None.
        pop_mode: A context in which that mode is off the stack; yields the mode.
        pre_dispatch: Asked for an operator that arrives at PreDispatch: what to call, or None to continue below.
        crossref: Asked for an operator that arrives at Functionalize and the key it resolves to: what to call instead.
    """

    __slots__ = ("crossref", "current_mode", "pop_mode", "pre_dispatch")

    def __init__(self) -> None:
        self.current_mode: Callable[[], Any] | None = None
        self.pop_mode: Callable[[], AbstractContextManager[Any]] | None = None
        self.pre_dispatch: Callable[[OpOverload], Callable[..., Any] | None] | None = None
        self.crossref: Callable[[OpOverload, DispatchKey], Callable[..., Any]] | None = None


hooks: Final = Hooks()


def resolve_key(op: OperatorBase, key: DispatchKey | int | str) -> DispatchKey:
    """The key whose kernel, registered or a Python rule, serves ``key``.  See Note [Table precedence].

    Raises:
        AmbiguousKernelError: at AutogradOther, a backend kernel and a composite one both apply.
        NoKernelError: nothing does.
    """
    found = as_key(key)
    fallbacks = (found,) if has_backend_fallback(found) else ()
    source, why = choose(found, op.registered_keys(), fallbacks, nested_yields=True)
    if source is not None:
        return source
    if why is Why.AMBIGUOUS:
        raise AmbiguousKernelError(
            "ambiguous autogradother kernel",
            fix=f"{op.name()} has a composite kernel and one of a backend without autograd key of its own: "
            "register the composite at CompositeExplicitAutograd, or an Autograd kernel",
        )
    raise NoKernelError(
        f"could not find kernel for {op} at dispatch key {found}",
        op=op.name(),
        key=found.name,
        fix=f"to add one: op.py_impl({found.name!r})(fn), or register a kernel in a library",
    )


def get_dispatch(op: OpOverload, key: DispatchKey) -> DispatchKey | Callable[..., Any]:
    """What the Python dispatcher does with ``op`` at ``key``: run a key's kernel, or call a function.

    Answers are kept in ``op._dispatch_cache``, but for PreDispatch, where they depend on the active modes.
    """
    cache = op._dispatch_cache  # a registration meanwhile drops the cache, and with it outdated answers
    known: DispatchKey | Callable[..., Any] | None = cache.get(key)
    if known is not None:
        return known
    if key == K.PreDispatch:
        handler = None if hooks.pre_dispatch is None or is_excluded(K.Python) else hooks.pre_dispatch(op)
        return handler or _answer(op, resolve_key(op, key))
    answer: DispatchKey | Callable[..., Any]
    if key == K.Python:
        answer = _for_modes(op) if op.python_key_table and hooks.current_mode is not None else key
    elif key == K.Functionalize and hooks.crossref is not None:
        answer = hooks.crossref(op, resolve_key(op, key))
    else:
        answer = _answer(op, resolve_key(op, key))
    cache[key] = answer
    add_cached_op(op)
    return answer


def _answer(op: OpOverload, final: DispatchKey) -> DispatchKey | Callable[..., Any]:
    return op.py_kernels.get(final, final)


def _for_modes(op: OpOverload) -> Callable[..., Any]:
    """A handler that prefers the rule for the active mode's class over the mode's own method."""
    current_mode, pop_mode = hooks.current_mode, hooks.pop_mode
    assert current_mode is not None
    assert pop_mode is not None

    def handle(*args: Any, **kwargs: Any) -> Any:
        rule = mode_rule(op, current_mode())
        if rule is None:
            return op._op_dk(K.Python, *args, **kwargs)
        with pop_mode() as mode:
            return rule(mode, *args, **kwargs)

    return handle


_cached_ops: Final[weakref.WeakSet[OpOverload]] = weakref.WeakSet()


def add_cached_op(op: OpOverload) -> None:
    """Note that ``op`` has something in its dispatch cache."""
    _cached_ops.add(op)


def get_cached_ops() -> set[OpOverload]:
    """The operators that something was cached for since the last reset."""
    return set(_cached_ops)


def reset_cached_ops() -> None:
    """Forget which operators have something in their caches."""
    _cached_ops.clear()
