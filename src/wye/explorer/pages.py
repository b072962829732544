"""The page as one text: markup, style, scripts and, in an exported page, the data.

Cold path.  The scripts are modules in page/, which become one script: each keeps a scope of its own, and what it
imports are constants.  The page names everything it may load in a policy, and that is nothing from outside.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from wye.explorer.recordings import read_recording
from wye.explorer.snapshots import snapshot

__all__ = ["as_json", "export", "page", "policy"]

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_FIELD: Final = re.compile(r"\{\{(\w+)\}\}")


def _file(name: str) -> str:
    return resources.files("wye.explorer").joinpath("page", name).read_text(encoding="utf-8")


@cache
def script() -> str:
    """All modules of the page as one script, each after those that it imports."""
    done: dict[str, str] = {}

    def add(name: str) -> None:
        if name in done:
            return
        done[name] = ""  # a circle of imports ends here, and fails when the page starts
        text = _file(f"{name}.js")
        for found in _IMPORT.finditer(text):
            add(found[2])
        exported = ", ".join(found[2] for found in _EXPORT.finditer(text))
        body = _EXPORT.sub(r"\1", _IMPORT.sub(r"const {\1} = from_\2;\n", text))
        done.pop(name)
        done[name] = f"const from_{name} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"

    add("app")
    return "\n".join(done.values())


def _hash(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


@cache
def policy(*, served: bool) -> str:
    """What the page may load: its own style and script; where it is served, its data from the same server."""
    rules = [
        "default-src 'none'",
        f"script-src {_hash(script())}",
        f"style-src {_hash(_file('style.css'))}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join([*rules, "connect-src 'self'"] if served else rules)


def as_json(data: Any) -> str:
    """Data as JSON that may also stand inside of a page: there is no ``<`` in it."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def page(**data: Any) -> str:
    """The text of the page.

    Args:
        **data: What is embedded, by name; without any, the page asks its server for it.
    """
    embedded = [
        f'<script type="application/json" id="{name}">{as_json(value)}</script>' for name, value in data.items()
    ]
    parts = {
        "policy": policy(served=not data),
        "style": _file("style.css"),
        "script": script(),
        "data": "\n".join(embedded),
    }
    return _FIELD.sub(lambda found: parts[found[1]], _file("index.html"))


def export(path: str | Path, recording: Any = None) -> Path:
    """Write the page, with everything in it, as one HTML file that needs no server and no network.

    Args:
        path: The file; one that is there is replaced.
        recording: What to show as a flame view: a path, a `Recording`, or its plain data.

    Returns:
        The path of the file.

    Raises:
        RecordingError: ``recording`` is no recording.
        OSError: a file cannot be read or written.

    Example:
        >>> import os, tempfile
        >>> os.path.getsize(export(os.path.join(tempfile.mkdtemp(), "registry.html"))) > 100_000
        True
    """
    data = {} if recording is None else {"recording": read_recording(recording)}
    path = Path(path)
    path.write_text(page(data=snapshot(), **data), encoding="utf-8")
    return path
