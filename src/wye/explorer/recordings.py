"""Recordings for the page: from a file, an object or plain data, in the one form that `Recording` has.

Nothing of a recording is executed; what is not a recording is refused with what is wrong about it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from wye.errors import RecordingError
from wye.explorer.places import shown_place
from wye.recording import Recording

__all__ = ["MOST_BYTES", "read_recording"]

MOST_BYTES: Final = 256 * 1024 * 1024


def read_recording(source: Any) -> dict[str, Any]:
    """A recording as plain data.

    Args:
        source: The path of a file that `Recording.save` has written, a `Recording`, or what its `to_dict` returns.

    Raises:
        RecordingError: it is no recording, of another version, or larger than the page can show.
        OSError: the file cannot be read.
    """
    if isinstance(source, str | Path):
        size = Path(source).stat().st_size
        if size > MOST_BYTES:
            fix = "record fewer calls: wye.record(limit=...)"
            raise RecordingError(f"{source} has {size} bytes; the page shows at most {MOST_BYTES}", fix=fix)
        recording = Recording.load(source)
    else:
        recording = source if isinstance(source, Recording) else Recording.from_dict(source)
    found = recording.to_dict()
    for call in found["calls"]:
        call["place"] = None if call["place"] is None else shown_place(call["place"])
    return found
