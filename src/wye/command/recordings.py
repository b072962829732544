"""``wye record`` and ``wye diff``: run a program under the recorder; compare two recordings."""

from __future__ import annotations

import runpy
import sys
import traceback
from typing import TYPE_CHECKING

import wye
from wye.command.console import FAILED, out, refused, show
from wye.errors import WyeError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wye.recording import Recording

__all__ = ["record_script", "show_difference"]


def record_script(
    script: Path, arguments: Sequence[str], output: Path | None, chrome: Path | None, *, by: str, limit: int
) -> int:
    """Run a program, then print what it called; the exit status is the program's."""
    if not script.is_file():
        raise refused(f"there is no file {script}")
    if by not in ("op", "kernel"):
        raise refused(f"a summary is by op or by kernel, not by {by!r}")
    for path in (output, chrome):
        if path is not None and not path.parent.is_dir():
            raise refused(f"{path} cannot be written: there is no directory {path.parent}")
    with wye.record(all_threads=True, limit=limit) as recording:
        status = _run(script, arguments)
    sys.stdout.flush()
    show(recording.summary(by))
    for warning in recording.warnings:
        out().print(f"warning: {warning}", style="yellow")
    if output is not None:
        recording.save(output)
        print(f"wrote {output}")
    if chrome is not None:
        recording.save_chrome_trace(chrome)
        print(f"wrote {chrome}: open it in https://ui.perfetto.dev or chrome://tracing")
    return status


def _run(script: Path, arguments: Sequence[str]) -> int:
    """Run a program as Python would, and give its exit status; what it raises is shown as Python shows it."""
    before = sys.argv, list(sys.path)
    sys.argv = [str(script), *arguments]
    sys.path.insert(0, str(script.resolve().parent))
    try:
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else FAILED if end.code else 0
    except Exception as error:  # noqa: BLE001 - whatever a program raises
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != str(script):
            trace = trace.tb_next  # the frames that run the program are not the program's
        traceback.print_exception(error.with_traceback(trace))
        return FAILED
    finally:
        sys.argv, sys.path[:] = before
    return 0


def _loaded(path: Path) -> Recording:
    try:
        return wye.Recording.load(path)
    except (OSError, WyeError) as error:
        raise refused(f"cannot read {path}: {error}") from None


def show_difference(one: Path, other: Path, *, as_json: bool) -> int:
    """Print what differs between two recordings; as ``diff`` does, the exit status is 1 where something does."""
    difference = _loaded(one).diff(_loaded(other))
    if as_json:
        from wye.command.console import to_json

        to_json(difference.to_dict())
    else:
        show(difference)
    return FAILED if difference else 0
