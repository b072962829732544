"""Recordings as traces of Chrome's format, which Perfetto reads, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.recording.call import RecordedCall

__all__ = ["chrome_trace"]


def chrome_trace(calls: Sequence[RecordedCall], threads: Sequence[str]) -> dict[str, Any]:
    """The trace: a complete event for each call, in microseconds from the first one on, a track for each thread."""
    start = min((call.start_ns for call in calls), default=0)
    events: list[dict[str, Any]] = [
        {"name": "thread_name", "ph": "M", "pid": 1, "tid": number, "args": {"name": name}}
        for number, name in enumerate(threads)
    ]
    events.insert(0, {"name": "process_name", "ph": "M", "pid": 1, "tid": 0, "args": {"name": "wye"}})
    events += [_event(call, start) for call in calls]
    return {"traceEvents": events, "displayTimeUnit": "ns"}


def _event(call: RecordedCall, start: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "key": call.key,
        "keys": ", ".join(call.keys),
        "kernel": call.kernel,
        "place": call.place,
        "tensors": ", ".join(
            f"{dtype}{'?' if shape is None else list(shape)}"
            for shape, dtype in zip(call.shapes, call.dtypes, strict=False)
        ),
    }
    if call.fallback is not None:
        told["fallback"] = call.fallback
    if call.error is not None:
        told["error"] = call.error
    return {
        "name": f"{call.op} [{call.key}]" if call.redispatched else call.op,
        "cat": "fallback" if call.fallback is not None else "redispatch" if call.redispatched else "call",
        "ph": "X",
        "ts": (call.start_ns - start) / 1000,
        "dur": call.duration_ns / 1000,
        "pid": 1,
        "tid": call.thread,
        "args": told,
    }
