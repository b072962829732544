"""`record`: a context manager that writes down the calls of operators, and the files it is kept in.

While it is entered, the engine writes compact records; `Recording.calls` makes objects of them.  A file is JSON:
loading one runs nothing.
"""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from wye._engine import engine
from wye.errors import RecordingError
from wye.keys import named_backends
from wye.recording.call import RecordedCall, RecordedHop, calls_of_tracks
from wye.recording.chrome import chrome_trace
from wye.recording.difference import Difference, differences
from wye.recording.fallback import warnings_of
from wye.recording.summary import Summary

if TYPE_CHECKING:
    import os

__all__ = ["Recording", "record"]

_VERSION: Final = 1
_LIMIT: Final = 1_000_000
_MOST_BACKENDS: Final = 63  # see Note [Recording costs nothing when it is off]


def record(*, limit: int = _LIMIT, all_threads: bool = False) -> Recording:
    """Write down every call of an operator while the block runs.

    Calls inside of calls are recorded, too: what a kernel continues at lower keys, what composites call, what backward
    calls, and what runs inside of transforms and modes.  A call whose arguments do not fit is no call yet, and is not
    recorded.  Recordings may be nested; each has all calls that run while it is entered.

    Args:
        limit: How many calls are kept, at about 250 bytes each; `Recording.dropped` counts the others.
        all_threads: Record the calls of all threads, each on a track of its own, and not only those of the thread that
            enters the block.

    Raises:
        RecordingError: 64 backends are named, and there is no bit left that could say that calls are recorded.

    Example:
        >>> import wye
        >>> with wye.record() as recording:
        ...     y = wye.ones(2) + 1
        >>> [call.op for call in recording.calls if call.depth == 0]
        ['aten::ones', 'aten::add.Tensor']
    """
    return Recording(limit=limit, all_threads=all_threads)


class Recording:
    """The calls that ran while it was entered.  Made by `record` and `Recording.load`.

    It may be entered again after it was left, and then goes on; it may be left in another thread than the one that
    entered it, as a generator may be closed there.
    """

    def __init__(self, *, limit: int = _LIMIT, all_threads: bool = False) -> None:
        self._log = engine.CallLog(limit, all_threads)
        self._calls: list[RecordedCall] | None = None
        self._threads: dict[int, int] = {}
        self._dropped = 0

    def __enter__(self) -> Self:
        if len(named_backends()) > _MOST_BACKENDS:
            raise RecordingError(
                f"calls cannot be recorded where {_MOST_BACKENDS + 1} backends are named: the bit of the last one is "
                "the one that says that calls are recorded",
                fix="name fewer backends",
            )
        if self._log.is_active:
            raise RecordingError(
                "this recording is entered already", fix="use another wye.record() for a block inside of it"
            )
        self._log.start()
        return self

    def __exit__(self, *exc: object) -> None:
        if not self._log.is_active:
            raise RecordingError("this recording was left without having been entered")
        self._log.stop()

    def __del__(self) -> None:
        log = getattr(self, "_log", None)
        if log is not None:
            log.stop()

    @property
    def is_active(self) -> bool:
        """Is it entered?"""
        return self._log.is_active

    @property
    def dropped(self) -> int:
        """How many calls were not kept, because there were more than the limit."""
        return self._log.dropped + self._dropped

    @property
    def calls(self) -> list[RecordedCall]:
        """The calls, in the order in which they began."""
        if self._calls is None or (self._log.limit and (self._log.is_active or self._log.count != len(self._calls))):
            self._calls, self._threads = calls_of_tracks(self._log.read())
        return self._calls

    @property
    def warnings(self) -> list[str]:
        """The fallbacks that were used: for each operator how often, and what to register."""
        return warnings_of(self.calls)

    def summary(self, by: str = "op") -> Summary:
        """A table of how often and how long what ran.

        Args:
            by: ``"op"`` for a row for each operator, ``"kernel"`` for one for each kernel.

        Raises:
            RecordingError: it is something else.
        """
        if by not in ("op", "kernel"):
            raise RecordingError(f"a summary is by 'op' or by 'kernel', not by {by!r}")
        return Summary(self.calls, by, self.dropped)

    def diff(self, other: Recording) -> Difference:
        """What this run did otherwise than another one, in words."""
        return differences(self.calls, other.calls)

    def to_dict(self) -> dict[str, Any]:
        """All of it in plain JSON types."""
        return {
            "version": _VERSION,
            "wye": sys.modules["wye"].__version__,
            "dropped": self.dropped,
            "threads": self._thread_names(),
            "calls": [call.to_dict() for call in self.calls],
        }

    def _thread_names(self) -> list[str]:
        """A name for each thread, by its number."""
        count = 1 + max((call.thread for call in self.calls), default=-1)
        names = [f"thread {number}" for number in range(count)]
        alive = {thread.ident: thread.name for thread in threading.enumerate()}
        for ident, number in self._threads.items():
            if ident in alive:
                names[number] = alive[ident]
        return names

    def to_json(self, indent: int | None = None) -> str:
        """All of it as JSON."""
        return json.dumps(self.to_dict(), indent=indent)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, for `Recording.load`."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Recording:
        """Read what `save` wrote; nothing in the file is executed.

        Raises:
            RecordingError: the file is no recording, or one of another version.
        """
        try:
            return cls.from_dict(json.loads(Path(path).read_text(encoding="utf-8")))
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise RecordingError(f"{path} is no recording: {error}", fix="Recording.save writes one") from None

    @classmethod
    def from_dict(cls, data: Any) -> Recording:
        """A recording from what `to_dict` gave.

        Raises:
            RecordingError: it is something else.
        """
        if not isinstance(data, dict) or data.get("version") != _VERSION or not isinstance(data.get("calls"), list):
            found = data.get("version") if isinstance(data, dict) else type(data).__name__
            raise RecordingError(
                f"this is no recording of version {_VERSION} ({found!r})", fix="Recording.save writes one"
            )
        made = cls(limit=0)
        made._calls = [_loaded(one, number) for number, one in enumerate(data["calls"])]
        dropped = data.get("dropped", 0)
        made._dropped = dropped if isinstance(dropped, int) else 0
        return made

    def to_chrome_trace(self) -> dict[str, Any]:
        """The trace that ``chrome://tracing`` and Perfetto show: one track for each thread."""
        return chrome_trace(self.calls, self._thread_names())

    def save_chrome_trace(self, path: str | os.PathLike[str]) -> None:
        """Write the trace to a file, to be opened in ``chrome://tracing`` or https://ui.perfetto.dev."""
        Path(path).write_text(json.dumps(self.to_chrome_trace()), encoding="utf-8")

    def __len__(self) -> int:
        return len(self.calls)

    def __repr__(self) -> str:
        state = "entered, " if self._log.is_active else ""
        dropped = f", {self.dropped} dropped" if self.dropped else ""
        count = self._log.count or len(self._calls or ())
        return f"<Recording: {state}{count} calls{dropped}>"

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()


_FIELDS: Final[dict[str, tuple[type, ...]]] = {
    "op": (str,), "keys": (list,), "key": (str,), "kernel": (str, type(None)), "place": (str, type(None)),
    "shapes": (list,), "dtypes": (list,), "start_ns": (int,), "duration_ns": (int,), "depth": (int,),
    "parent": (int, type(None)), "fallback": (str, type(None)), "thread": (int,), "hops": (list,),
}  # fmt: skip


def _loaded(one: Any, number: int) -> RecordedCall:
    if not isinstance(one, dict):
        raise RecordingError(f"call {number} of the recording is {type(one).__name__}, not an object")
    for name, wanted in _FIELDS.items():
        if type(one.get(name)) not in wanted:
            raise RecordingError(f"call {number} of the recording has no proper {name!r}: {one.get(name)!r}")
    if one["parent"] is not None and not 0 <= one["parent"] < number:
        raise RecordingError(
            f"call {number} of the recording runs inside of call {one['parent']}, which is not before it"
        )
    return RecordedCall(
        **{name: one[name] for name in _FIELDS if name not in ("keys", "shapes", "dtypes", "hops")},
        keys=tuple(map(str, one["keys"])),
        shapes=tuple(tuple(shape) if isinstance(shape, list) else None for shape in one["shapes"]),
        dtypes=tuple(map(str, one["dtypes"])),
        hops=tuple(_loaded_hop(hop) for hop in one["hops"] if isinstance(hop, dict)),
        redispatched=bool(one.get("redispatched", False)),
        error=None if one.get("error") is None else str(one["error"]),
    )


def _loaded_hop(hop: dict[str, Any]) -> RecordedHop:
    kernel = hop.get("kernel")
    return RecordedHop(str(hop.get("key")), None if kernel is None else str(kernel), str(hop.get("outcome")))
