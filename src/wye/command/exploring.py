"""``wye explore``: the page to look at operators and recordings, served on this machine or exported to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wye.command.console import refused
from wye.explorer import export, serve

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["open_page"]


def open_page(exported: Path | None, recording: Path | None, *, port: int, browser: bool) -> None:
    """Serve the page until Ctrl-C is pressed, or write it to a file."""
    given = None if recording is None else str(recording)
    if exported is not None and not exported.parent.is_dir():
        raise refused(f"{exported} cannot be written: there is no directory {exported.parent}")
    try:
        if exported is None:
            serve(port=port, recording=given, open_browser=browser)
        else:
            print(f"wrote {export(exported, recording=given)}")
    except (OSError, ValueError) as error:
        raise refused(str(error)) from None
