"""Logs of calls: compact records of what runs.  Twin: csrc/call_log.c.

A record is a tuple: (operator, keys at its begin, does autograd follow an argument, hops, tensors, start, end, depth,
parent, is it a call or one that was continued, the class of the error, mark).  A hop is (slot, kernel, what happens
there), a tensor (sizes, dtype); times are in nanoseconds; the parent is the number of a record of the same thread, -1
without one.
"""

from __future__ import annotations

import threading
from operator import index
from time import perf_counter_ns
from typing import Any, Final, final

import wye._pure.state as state
from wye._pure.bits import REQUIRES_GRAD, _make
from wye._pure.state import TensorBase, _hooks
from wye._pure.storage import is_array

__all__ = ["CallLog", "begin_call", "end_call", "logs", "mark_call"]

_MOST_TENSORS: Final = 24  # whose metadata one record keeps
_MOST_HOPS: Final = 24

_OP, _BITS, _HOPS, _TENSORS, _START, _END, _DEPTH, _PARENT, _IS_CALL, _ERROR, _MARK, _TOKEN = range(12)


class _Thread(threading.local):
    paused: int = 0
    token: int = 0


_thread: Final = _Thread()
logs: Final[list[CallLog]] = []  # those that are active


class _Track:
    """The records of one thread; `open` is the number of the innermost call that runs, or -1."""

    __slots__ = ("open", "records")

    def __init__(self) -> None:
        self.records: list[list[Any]] = []
        self.open = -1


@final
class CallLog:
    """Keeps compact records of the calls that run while it is active."""

    __slots__ = ("__weakref__", "_all_threads", "_reading", "_thread", "_tracks", "count", "dropped", "limit")

    def __init__(self, limit: int, all_threads: bool = False) -> None:
        self.limit = index(limit)
        if self.limit < 0:
            raise ValueError("a log cannot keep less than 0 calls")
        self._all_threads = bool(all_threads)
        self._tracks: dict[int, _Track] = {}
        self._thread = self.count = self.dropped = self._reading = 0

    @property
    def is_active(self) -> bool:
        """Does it take calls?"""
        return any(log is self for log in logs)

    def start(self) -> None:
        """Take the calls of this thread, or of all, from now on."""
        if self.is_active:
            raise RuntimeError("this log is active already")
        self._thread = threading.get_ident()
        logs.insert(0, self)

    def stop(self) -> None:
        """Take no more calls."""
        if not self.is_active:
            return
        logs[:] = [log for log in logs if log is not self]
        end = perf_counter_ns()
        for track in self._tracks.values():
            while track.open >= 0:
                track.records[track.open][_END] = end
                track.open = track.records[track.open][_PARENT]

    def clear(self) -> None:
        """Forget all records."""
        if self._reading:
            raise RuntimeError("a log that is being read cannot be cleared")
        self._tracks, self.count, self.dropped = {}, 0, 0

    def read(self) -> list[tuple[int, list[tuple[Any, ...]]]]:
        """The records, as a list of (thread, records)."""
        self._reading += 1
        try:
            return [(thread, [_told(record) for record in track.records]) for thread, track in self._tracks.items()]
        finally:
            self._reading -= 1

    def _takes(self, thread: int) -> bool:
        return self._all_threads or self._thread == thread

    def _begin(self, thread: int, record: list[Any]) -> None:
        track = self._tracks.get(thread)
        if track is None:
            track = self._tracks[thread] = _Track()
        if self.count >= self.limit:
            self.dropped += 1
            return
        own = record.copy()
        own[_PARENT] = track.open
        own[_DEPTH] = 0 if track.open < 0 else track.records[track.open][_DEPTH] + 1
        track.open = len(track.records)
        track.records.append(own)
        self.count += 1

    def _open(self, thread: int) -> tuple[_Track, list[Any]] | None:
        track = self._tracks.get(thread) if self._takes(thread) else None
        return None if track is None or track.open < 0 else (track, track.records[track.open])


def _told(record: list[Any]) -> tuple[Any, ...]:
    op, bits, *rest = record[:_TOKEN]
    return (op, _make(_hooks.keyset_type, bits & ~REQUIRES_GRAD), bool(bits & REQUIRES_GRAD), *rest)


def _add_value(found: list[tuple[Any, Any]], value: Any) -> None:
    array = value._array if isinstance(value, TensorBase) else value
    if array is None or len(found) >= _MOST_TENSORS:
        return
    if isinstance(value, TensorBase) or is_array(value) or type(value) in state._types:
        found.append((_read(array, "shape"), _read(array, "dtype")))


def _read(value: Any, name: str) -> Any:
    """An attribute that may run Python, whose calls are not recorded."""
    _thread.paused += 1
    try:
        return getattr(value, name, None)
    except Exception:  # noqa: BLE001 - of the array's class; a call is not stopped by looking at it
        return None
    finally:
        _thread.paused -= 1


def _tensors(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    for value in (*args, *kwargs.values()):
        for item in list(value) if type(value) in (list, tuple) else (value,):
            _add_value(found, item)
    return found


def begin_call(
    op: Any, bits: int, hops: list[Any], is_call: bool, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> int:
    """Write that a call begins; 0: no log takes it, else a number for `end_call`."""
    thread = threading.get_ident()
    if _thread.paused or not any(log._takes(thread) for log in logs):
        return 0
    tensors = _tensors(args, kwargs)
    _thread.token += 1
    told = [(slot, kernel, what) for _, slot, kernel, what in hops[:_MOST_HOPS]]
    record = [op, bits, told, tensors, perf_counter_ns(), -1, 0, -1, is_call, None, None, _thread.token]
    for log in logs:
        if log._takes(thread):
            log._begin(thread, record)
    return _thread.token


def end_call(token: int, error: type[BaseException] | None) -> None:
    """Write that a call ends, and what it raised."""
    end, thread = perf_counter_ns(), threading.get_ident()
    for log in logs:
        found = log._open(thread)
        if found is not None and found[1][_TOKEN] == token:
            track, record = found
            record[_END], record[_ERROR] = end, error
            track.open = record[_PARENT]


def mark_call(text: str, /) -> None:
    """Say in the active logs what the innermost running call does; what was said first stays."""
    if not isinstance(text, str):
        raise TypeError("mark_call() takes a string")
    thread = threading.get_ident()
    for log in logs:
        found = log._open(thread)
        if found is not None and found[1][_MARK] is None:
            found[1][_MARK] = text
