"""Which calls used a fallback, and what to register so that they do not.

Cold path.  In: kernels, recorded calls.  Out: the name of a fallback, sentences.
What ran is written down where it runs (`engine.mark_call`); only backend fallbacks are recognised by their kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.registry.provenance import is_registered_fallback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.recording.call import RecordedCall

__all__ = ["BACKEND", "FALLBACKS", "fallback_of", "warnings_of", "way_of"]

BACKEND: Final = "backend fallback"
# What a fallback is called in sentences, and what ran it; then what to do about it.
FALLBACKS: Final = {
    "loop": (
        "the loop fallback",
        "ran once for each example under vmap: it has no batching rule",
        "wye.library.register_vmap({op!r}, rule)",
    ),
    "decomposition": (
        "its decomposition",
        "ran in parts under vmap: it has no batching rule of its own",
        "wye.library.register_vmap({op!r}, rule), if the parts are too slow",
    ),
    BACKEND: (
        "the backend fallback",
        "ran the fallback of {key} ({kernel}): it has no kernel there",
        "Library({ns!r}, 'IMPL').impl({name!r}, fn, {key!r})",
    ),
    "through NumPy": (
        "the fallback through NumPy",
        "was converted to NumPy and back at {key}: it has no kernel there",
        "Library({ns!r}, 'IMPL').impl({name!r}, fn, {key!r})",
    ),
    "write by copy": (
        "the fallback that writes by copy",
        "computed a new array and copied it at {key}: it has no kernel there",
        "Library({ns!r}, 'IMPL').impl({name!r}, fn, {key!r})",
    ),
    "no derivative": (
        "no derivative formula",
        "was called on tensors that require grad, and has no derivative formula: no gradients go through it",
        "wye.library.register_autograd({op!r}, backward)",
    ),
}


def fallback_of(kernel: Any) -> str | None:
    """The fallback that a kernel is; None: it is none."""
    return BACKEND if kernel is not None and is_registered_fallback(kernel) else None


def way_of(call: RecordedCall) -> str:
    """What a call did, in words: which fallback it used, or which kernel it ran."""
    if call.fallback is not None:
        return FALLBACKS[call.fallback][0] if call.fallback in FALLBACKS else call.fallback
    if call.kernel is None:
        return f"no kernel ({call.key})"
    where = "" if call.place is None else f", {call.place}"
    return f"the kernel {call.kernel} ({call.key}{where})"


def warnings_of(calls: Iterable[RecordedCall]) -> list[str]:
    """One sentence for each operator and fallback that was used: how often, and what to register."""
    counts: dict[tuple[str, str, str, str], int] = {}
    for call in calls:
        if call.fallback in FALLBACKS:
            at = (call.op, call.fallback, call.key, call.kernel or "")
            counts[at] = counts.get(at, 0) + 1
    found = []
    for (op, fallback, key, kernel), count in counts.items():
        _, what, fix = FALLBACKS[fallback]
        namespace, _, name = op.partition("::")
        words = {"op": op, "key": key, "kernel": kernel, "ns": namespace, "name": name}
        times = "1 call" if count == 1 else f"{count} calls"
        found.append(f"{op} {what.format(**words)} ({times}). Register one: {fix.format(**words)}")
    return found
