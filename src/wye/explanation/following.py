"""A real call, followed by a recording: which operators ran inside of it, as a tree.

In: a function and its arguments.  Out: what it returned in a few words, or its error, and the calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.explanation.arguments import describe
from wye.recording import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.recording import RecordedCall

__all__ = ["Followed", "follow"]

_MOST: Final = 10_000  # calls in one tree: who needs more, records


class Followed:
    """What a call did.

    Attributes:
        roots: The calls that ran inside of no other, each with its own calls.
        result: What it returned, in a few words; None: it raised.
        error: What it raised; None: it returned.
        dropped: How many calls are left out.
    """

    __slots__ = ("dropped", "error", "result", "roots")

    def __init__(self, roots: list[dict[str, Any]], result: str | None, error: str | None, dropped: int) -> None:
        self.roots, self.result, self.error, self.dropped = roots, result, error, dropped


def follow(call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Followed:
    """Call it, and tell what ran."""
    result = error = None
    recording = record(limit=_MOST)
    with recording:
        try:
            value = call(*args, **kwargs)
        except Exception as raised:  # noqa: BLE001 - told, not hidden: it is part of the explanation
            error = f"{type(raised).__name__}: {raised}"
    if error is None:
        result = describe(value)
    return Followed(_tree(recording.calls), result, error, recording.dropped)


def _tree(calls: Sequence[RecordedCall]) -> list[dict[str, Any]]:
    made = [_told(call) for call in calls]
    roots: list[dict[str, Any]] = []
    for call, node in zip(calls, made, strict=True):
        (roots if call.parent is None else made[call.parent]["calls"]).append(node)
    return roots


def _told(call: RecordedCall) -> dict[str, Any]:
    """A recorded call in the form of an explanation."""
    tensors = zip(call.shapes, call.dtypes, strict=False)
    return {
        "op": call.op,
        "schema": None,
        "called_as": None,
        "overloads": [],
        "arguments": [
            {"name": "", "type": f"{dtype} {'?' if shape is None else list(shape)}", "keys": [], "why": ""}
            for shape, dtype in tensors
        ],
        "thread": None,
        "masks": [],
        "keys": list(call.keys),
        "hops": [
            {
                "key": hop.key, "kernel": hop.kernel, "place": call.place if hop is call.hops[-1] else None,
                "library": None, "provider": None, "version": None, "outcome": hop.outcome, "reason": "",
                "considered": [], "redispatches_to": None, "handler": None,
            }
            for hop in call.hops
        ],
        "calls": [],
        "result": None,
        "error": call.error,
        "fallback": call.fallback,
        "redispatched": call.redispatched,
        "duration_ns": call.duration_ns,
    }  # fmt: skip
