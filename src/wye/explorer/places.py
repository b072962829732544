"""Places of files as the page shows them; an exported page is given to others."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["shown_place"]

_PACKAGE: Final = Path(__file__).parents[2]  # the folder that wye is in


def shown_place(place: str) -> str:
    """A place without the folders that only this machine has."""
    return _shown(place, Path.cwd(), Path.home())


@cache
def _shown(place: str, here: Path, home: Path) -> str:
    place = place.replace("\\", "/")
    for folder, shown in ((here, ""), (_PACKAGE, ""), (home, "~/")):
        prefix = f"{folder.as_posix().rstrip('/')}/"
        if place.startswith(prefix):
            return shown + place[len(prefix) :]
    return place
