"""The hops of a call: at each key which kernel is there, why that one, and what happens.

In: an operator, its keys and arguments.  Out: plain dictionaries.
The engine walks (`engine.hops`), the table says why a kernel is in its slot (`OperatorEntry.weigh`), and `handlers` who
answers where a kernel asks others.  Where a call certainly goes on below a kernel, its hops there follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.explanation.handlers import Handler, handler_of
from wye.keys import FUNCTION, DispatchKey, DispatchKeySet, key_name
from wye.registry import registry
from wye.registry.provenance import provenance
from wye.registry.providers import ProviderChain
from wye.registry.table import Verdict, Why

if TYPE_CHECKING:
    from wye.call import OpOverload
    from wye.registry.entry import OperatorEntry

__all__ = ["hops_of"]

_OUTCOMES: Final = {
    engine.HOP_RAN: "runs",
    engine.HOP_PASSED: "passed",
    engine.HOP_FELL_THROUGH: "falls through",
    engine.HOP_MISSING: "missing",
    engine.HOP_ERROR: "error",
}
_REASONS: Final = {
    Why.DIRECT: "registered for {key}",
    Why.DEFAULT_BACKEND: "registered for {source}, which covers {key}",
    Why.NESTED: "registered for {source}, which covers {key}",
    Why.MATH: "registered for {source}, which covers {key}: it calls other operators",
    Why.AUTOGRAD: "registered for {source}, which covers {key}",
    Why.BATCHED: "registered for {source}: it calls other operators",
    Why.FALLBACK: "the operator has no kernel for {key}: this is the fallback of the key",
    Why.AMBIGUOUS: "two kernels claim {key}",
    Why.MISSING: "no kernel is registered for {key}, and the key has no fallback",
}
_GRAD: Final = DispatchKeySet.raw(engine.REQUIRES_GRAD)


def hops_of(
    op: OpOverload, keys: DispatchKeySet, requires_grad: bool, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> list[dict[str, Any]]:
    """What a call does at each of its keys, in order, as far as that is certain without running it."""
    found: list[dict[str, Any]] = []
    start: DispatchKeySet | None = keys | _GRAD if requires_grad else keys
    while start is not None:
        walked = engine.hops(op, start)
        for number, (at, _, kernel, what) in enumerate(walked):
            here = DispatchKeySet.raw(at.bits)
            after = DispatchKeySet.raw(walked[number + 1][0].bits) if number + 1 < len(walked) else None
            hop, start = _hop(op, here, kernel, what, args, kwargs)
            if after is not None:
                hop["redispatches_to"], start = _top(after), None
            elif start is not None:
                hop["redispatches_to"] = _top(start)
            found.append(hop)
    return found


def _top(keys: DispatchKeySet) -> str:
    return "function mode" if keys.bits & FUNCTION.bits else key_name(keys.highest_priority())


def _hop(
    op: OpOverload, keys: DispatchKeySet, kernel: Any, what: int, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[dict[str, Any], DispatchKeySet | None]:
    """One hop, and the keys with which the call certainly goes on below its kernel."""
    key = DispatchKey.EndOfFunctionalityKeys if keys.bits & FUNCTION.bits else keys.highest_priority()
    entry = registry.require(op.name())
    reason, considered = _chosen(entry, key)
    hop: dict[str, Any] = {
        "key": _top(keys), "kernel": None, "place": None, "library": None, "provider": None, "version": None,
        "outcome": _OUTCOMES[what], "reason": reason, "considered": considered, "redispatches_to": None,
        "handler": None,
    }  # fmt: skip
    if kernel is None:
        return hop, None
    _tell_kernel(hop, kernel)
    if what == engine.HOP_RAN:
        return hop, _running(hop, op, keys, kernel, entry, args, kwargs)
    if what == engine.HOP_PASSED:
        hop["reason"] = _why_passed(kernel)
    return hop, None


def _tell_kernel(hop: dict[str, Any], kernel: Any) -> None:
    told = provenance(kernel)
    hop.update(kernel=told.name, place=told.place, library=told.library, provider=told.provider, version=told.version)


def _why_passed(kernel: Any) -> str:
    if kernel.kind != engine.PASS:
        return "no argument requires grad, so autograd has nothing to do"
    return "the call goes on below, and counts what it writes to" if kernel.how.writes else "nothing to do at this key"


def _running(
    hop: dict[str, Any],
    op: OpOverload,
    keys: DispatchKeySet,
    kernel: Any,
    entry: OperatorEntry,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> DispatchKeySet | None:
    """Say what a kernel that runs does; the keys with which the call certainly goes on."""
    if isinstance(kernel.fn, ProviderChain):
        return _provided(hop, kernel.fn, keys, args, kwargs)
    handler = handler_of(op, keys, kernel, _is_own(kernel), args, kwargs)
    if handler is None:
        return None
    _tell_handler(hop, handler)
    return handler.continues


def _is_own(kernel: Any) -> bool:
    """Is it a kernel of wye's own, for all operators of a kind?"""
    library = kernel.library
    return bool(registry.fallbacks.holds(kernel)) or (kernel.place or "").startswith("wye/") or library is None


def _tell_handler(hop: dict[str, Any], handler: Handler) -> None:
    hop["reason"] = f"{hop['reason']}; {handler.reason}" if hop["reason"] else handler.reason
    hop["considered"] = [*handler.considered, *hop["considered"]]
    if handler.name is not None:
        hop["handler"] = {"name": handler.name, "place": handler.place}


def _provided(
    hop: dict[str, Any], chain: ProviderChain, keys: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> DispatchKeySet | None:
    """Several providers: ask their predicates, as the call would."""
    chosen = chain.choose(args, kwargs)
    refused = [
        {"what": _provider_name(kernel), "why_not": "its predicate (when=) said no"}
        for kernel in chain.kernels[: len(chain.kernels) if chosen is None else chain.kernels.index(chosen)]
    ]
    later = [] if chosen is None else chain.kernels[chain.kernels.index(chosen) + 1 :]
    waiting = [{"what": _provider_name(kernel), "why_not": "its turn does not come"} for kernel in later]
    hop["considered"] = [*refused, *waiting, *hop["considered"]]
    if chosen is None:
        hop["outcome"], hop["reason"] = "error", f"every provider at {hop['key']} refused the arguments"
        return None
    _tell_kernel(hop, chosen)
    accepted = "it has no predicate" if chosen.when is None else "its predicate (when=) said yes"
    hop["reason"] = f"{hop['reason']}; the first provider that takes the arguments: {accepted}"
    if chosen.is_fallthrough:
        hop["outcome"] = "falls through"
        return keys.remove(keys.highest_priority())
    return None


def _provider_name(kernel: Any) -> str:
    told = provenance(kernel)
    name = f"{told.provider}: {told.name}" if told.provider else told.name
    return f"{name} ({told.place})" if told.place else name


def _chosen(entry: OperatorEntry, key: DispatchKey) -> tuple[str, list[dict[str, str]]]:
    """Why a slot has its kernel, and what else might have been there."""
    reason, considered = _REASONS[Why.MISSING].format(key=key_name(key)), []
    if key == DispatchKey.EndOfFunctionalityKeys:
        return "", []
    for choice, verdict, kernel in entry.weigh(key):
        source = None if choice.source is None else key_name(choice.source)
        if verdict in (Verdict.TAKEN, Verdict.AMBIGUOUS):
            why = Why.AMBIGUOUS if verdict is Verdict.AMBIGUOUS else choice.why
            reason = _REASONS[why].format(key=key_name(key), source=source)
            considered += _covered(entry, choice.source) if choice.why is not Why.FALLBACK else []
        else:
            what = f"the fallback of {source}" if choice.why is Why.FALLBACK else str(source)
            if kernel is not None:
                what += f": {provenance(kernel).name}"
            considered.append({"what": what, "why_not": verdict.value})
    return reason, considered


def _covered(entry: OperatorEntry, source: DispatchKey | None) -> list[dict[str, str]]:
    """Kernels that were registered at the same key earlier, and are not used while a newer one is there."""
    kernels = () if source is None else entry.kernels.get(source, ())
    if not kernels or kernels[0].when is not None:
        return []
    return [
        {"what": _provider_name(kernel), "why_not": "a newer registration, or one of higher priority, is in its place"}
        for kernel in kernels[1:]
    ]
