"""Recordings for the page: from a file, an object or plain data, and checked before they are shown.

Nothing of a recording is executed; what is not a recording is refused with what is wrong about it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

__all__ = ["MOST_BYTES", "read_recording"]

MOST_BYTES: Final = 256 * 1024 * 1024
_VERSION: Final = 1


def read_recording(source: Any) -> dict[str, Any]:
    """A recording as plain data.

    Args:
        source: The path of a file that `Recording.save` has written, a `Recording`, or what its `to_dict` returns.

    Raises:
        ValueError: it is no recording, of another version, or larger than this page can show.
        OSError: the file cannot be read.
    """
    if isinstance(source, str | Path):
        found = _read_file(Path(source))
    else:
        to_dict = getattr(source, "to_dict", None)
        found = to_dict() if callable(to_dict) else source
    _check(found)
    return dict(found)


def _read_file(path: Path) -> Any:
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise ValueError(f"{path} has {size} bytes; the page shows recordings of at most {MOST_BYTES}")
    try:
        return json.loads(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path} is no recording: it is not JSON ({error})") from None


def _check(found: Any) -> None:
    calls = found.get("calls") if isinstance(found, Mapping) else None
    if not isinstance(calls, list):
        raise ValueError("this is no recording: it has no list of calls")
    if found.get("version") != _VERSION:
        raise ValueError(f"this recording has version {found.get('version')}; this page shows version {_VERSION}")
    for i, call in enumerate(calls):
        if not (isinstance(call, Mapping) and isinstance(call.get("op"), str)):
            raise ValueError(f"call {i} of this recording has no operator")
        if not all(isinstance(call.get(field), int | float) for field in ("start_ns", "duration_ns")):
            raise ValueError(f"call {i} of this recording has no time")
