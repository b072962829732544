"""What a call would do: its keys, and the kernel at each of them.  Nothing runs.

The engine answers, by the same rules by which it calls; here its answers get their names.
In: an operator and arguments, or keys.  Out: a key set, or the hops of the call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye._engine import engine
from wye.keys import DispatchKey, DispatchKeySet, as_keyset
from wye.registry.providers import ProviderChain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.call.op import OpOverload
    from wye.registry import Kernel

__all__ = ["Hop", "hops", "keys_of_call", "keys_of_values"]

_OUTCOMES: Final = {
    engine.HOP_RAN: "ran",
    engine.HOP_PASSED: "passed",
    engine.HOP_FELL_THROUGH: "fell through",
    engine.HOP_MISSING: "missing",
    engine.HOP_ERROR: "error",
}
_GRAD: Final = DispatchKeySet.raw(engine.REQUIRES_GRAD)


class Hop(NamedTuple):
    """One key on the way of a call.

    Attributes:
        key: The highest key there.
        keys: The keys that the call has there.
        kernel: What the table holds for the key; None: nothing.
        outcome: ``"ran"``; ``"passed"`` to lower keys without leaving the engine; ``"fell through"``; ``"missing"``: no
            kernel, or one that falls through with no other key left; ``"error"``: a kernel that only raises.
        providers: The kernels among which predicates choose, in the order in which they are asked; empty for most keys.
        chosen: The one of them that accepts the arguments, where arguments were given.
    """

    key: DispatchKey
    keys: DispatchKeySet
    kernel: Kernel | None
    outcome: str
    providers: tuple[Kernel, ...] = ()
    chosen: Kernel | None = None


def keys_of_call(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any] | None = None) -> DispatchKeySet:
    """The keys with which a call begins in this thread.

    Those of the arguments, bound as the call binds them, with the thread's included ones, without its excluded ones
    and without those that fall through.

    Raises:
        ArgumentError: the arguments do not fit the operator.
        OperatorNotFoundError: the operator is not defined.
    """
    return DispatchKeySet.raw(engine.keys_of_call(op, args, kwargs or {}).bits) - _GRAD


def hops(
    op: OpOverload,
    keys: DispatchKeySet | DispatchKey | str,
    args: tuple[Any, ...] | None = None,
    kwargs: dict[str, Any] | None = None,
    *,
    requires_grad: bool = False,
) -> list[Hop]:
    """What a call that has these keys does at each of them, in order; the last hop is where it ends.

    Args:
        op: The operator.
        keys: The keys, say of `keys_of_call`.
        args: The arguments: where predicates choose among kernels, they are asked which would run.
        kwargs: Those given by name.
        requires_grad: Does autograd follow an argument?

    Raises:
        OperatorNotFoundError: the operator is not defined.

    Example:
        >>> from wye import dispatch
        >>> with dispatch.library("DEF", "doctest_hops") as lib:
        ...     op = lib.define("f(Tensor x) -> Tensor")
        ...     handle = lib.impl("f", lambda x: x, "CPU")
        ...     [(hop.key.name, hop.outcome) for hop in hops(op, DispatchKeySet("CPU", "AutogradCPU"))]
        [('AutogradCPU', 'passed'), ('CPU', 'ran')]
    """
    start = as_keyset(keys) | _GRAD if requires_grad else as_keyset(keys)
    return [_named(*found, args, kwargs or {}) for found in engine.hops(op, start)]


def _named(keys: Any, slot: int, kernel: Any, what: int, args: tuple[Any, ...] | None, kwargs: dict[str, Any]) -> Hop:
    chain = getattr(kernel, "fn", None)
    if not isinstance(chain, ProviderChain):
        return Hop(keys.highest_priority(), keys, kernel, _OUTCOMES[what])
    chosen = None if args is None else chain.choose(args, kwargs)
    return Hop(keys.highest_priority(), keys, kernel, _OUTCOMES[what], chain.kernels, chosen)


def keys_of_values(values: Iterable[object]) -> DispatchKeySet:
    """The keys of several values together, as a call in this thread would begin with them.

    For what has no schema: functions in Python and higher-order operators.
    """
    included, excluded = engine.get_state()
    bits = included.bits
    for value in values:
        keys = engine.keys_of(value)
        if keys is not None:
            bits |= keys.bits
    return DispatchKeySet.raw(bits) - excluded
