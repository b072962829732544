"""One recorded call, made of what the engine wrote about it.

Cold path: runs when somebody asks for the calls of a recording.  In: raw records.  Out: `RecordedCall`s.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.keys import FUNCTION, all_backends, key_name
from wye.recording.fallback import fallback_of
from wye.registry.provenance import kernel_name, provenance
from wye.registry.table import runtime_keys, slot_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.keys import DispatchKeySet

__all__ = ["RecordedCall", "RecordedHop", "calls_of_tracks", "names_of_keys"]

_FUNCTION: Final = "function mode"
_OUTCOMES: Final = {
    engine.HOP_RAN: "runs",
    engine.HOP_PASSED: "passed",
    engine.HOP_FELL_THROUGH: "falls through",
    engine.HOP_MISSING: "missing",
    engine.HOP_ERROR: "error",
}


@dataclass(frozen=True, slots=True)
class RecordedHop:
    """One key on the way of a recorded call.

    Attributes:
        key: Its name.
        kernel: The name of the kernel there; None: there was none.
        outcome: ``"runs"``, ``"passed"``, ``"falls through"``, ``"missing"`` or ``"error"``.
    """

    key: str
    kernel: str | None
    outcome: str


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call of an operator, or one that a kernel continued at lower keys.

    Attributes:
        op: The operator's name.
        keys: The keys with which it began, the highest first.
        key: The key whose kernel ran.
        kernel: The name of that kernel; None: there was none.
        place: Where the kernel was registered, as ``file:line``.
        shapes: The sizes of the tensors among the arguments, those in lists too.
        dtypes: Their dtypes.
        start_ns: When it began, in nanoseconds of a clock that has no meaning beyond this recording.
        duration_ns: How long it ran.
        depth: How many recorded calls it ran inside of.
        parent: The number of the innermost of them in the recording; None: it ran inside of none.
        fallback: Which fallback ran instead of a kernel or rule of its own; None: none did.
        thread: The number of its thread, in the order of their first calls.
        hops: What happened at each of its keys.
        redispatched: Was a call continued, rather than begun?
        error: The class of the exception that it raised; None: it returned.
    """

    op: str
    keys: tuple[str, ...]
    key: str
    kernel: str | None
    place: str | None
    shapes: tuple[Any, ...]
    dtypes: tuple[str, ...]
    start_ns: int
    duration_ns: int
    depth: int
    parent: int | None
    fallback: str | None
    thread: int
    hops: tuple[RecordedHop, ...] = ()
    redispatched: bool = False
    error: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The call in plain JSON types."""
        return {
            "op": self.op,
            "keys": list(self.keys),
            "key": self.key,
            "kernel": self.kernel,
            "place": self.place,
            "shapes": [None if shape is None else list(shape) for shape in self.shapes],
            "dtypes": list(self.dtypes),
            "start_ns": self.start_ns,
            "duration_ns": self.duration_ns,
            "depth": self.depth,
            "parent": self.parent,
            "fallback": self.fallback,
            "thread": self.thread,
            "hops": [{"key": hop.key, "kernel": hop.kernel, "outcome": hop.outcome} for hop in self.hops],
            "redispatched": self.redispatched,
            "error": self.error,
        }


@lru_cache(4096)
def names_of_keys(keys: DispatchKeySet) -> tuple[str, ...]:
    """The names of the keys of a set, the highest first; function modes have a bit and no key."""
    function = (_FUNCTION,) if keys.bits & FUNCTION.bits else ()
    return (*function, *(key_name(key) for key in keys))


@lru_cache(4)
def _keys_by_slot(backends: tuple[str, ...]) -> dict[int, str]:
    return {slot_of(key): key_name(key) for key in runtime_keys(len(backends))}


def _name_of_slot(slot: int) -> str:
    return _keys_by_slot(all_backends()).get(slot, _FUNCTION)


def _size(size: Any) -> int | str:
    return size if type(size) is int else str(size)


def _shape(shape: Any) -> tuple[int | str, ...] | None:
    """The sizes as numbers; a symbolic one as its text."""
    try:
        return tuple(_size(size) for size in shape)
    except TypeError:
        return None


def _made(raw: tuple[Any, ...], thread: int, parent: int | None) -> RecordedCall:
    op, keys, _, hops, tensors, start, end, depth, _, is_call, error, mark = raw
    slot, kernel, _ = hops[-1]
    key = _name_of_slot(slot)
    return RecordedCall(
        op=op.name(),
        keys=names_of_keys(keys),
        key=key,
        kernel=None if kernel is None else kernel_name(kernel),
        place=None if kernel is None else provenance(kernel).place,
        shapes=tuple(_shape(shape) for shape, _ in tensors),
        dtypes=tuple(str(dtype) for _, dtype in tensors),
        start_ns=start,
        duration_ns=max(0, end - start) if end >= 0 else 0,
        depth=depth,
        parent=parent,
        fallback=mark if mark is not None else fallback_of(kernel),
        thread=thread,
        hops=tuple(
            RecordedHop(_name_of_slot(at), None if one is None else kernel_name(one), _OUTCOMES[what])
            for at, one, what in hops
        ),
        redispatched=not is_call,
        error=None if error is None else error.__name__,
    )


def calls_of_tracks(tracks: Iterable[tuple[int, list[tuple[Any, ...]]]]) -> tuple[list[RecordedCall], dict[int, int]]:
    """The calls of all threads in the order in which they began, and the number of each thread."""
    found = [(raw[5], at, number, raw) for at, (_, records) in enumerate(tracks) for number, raw in enumerate(records)]
    found.sort(key=lambda one: one[:3])
    threads: dict[int, int] = {}
    for _, at, _, _ in found:
        threads.setdefault(at, len(threads))
    place = {(at, number): i for i, (_, at, number, _) in enumerate(found)}
    calls = [_made(raw, threads[at], place.get((at, raw[8]))) for _, at, _, raw in found]
    return calls, {thread: threads[at] for at, (thread, _) in enumerate(tracks) if at in threads}
