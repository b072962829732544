"""A page to look at operators, their tables and recorded calls.  Only the command imports it.

places (of files, as they are shown), reasons (sentences for the page) -> snapshots (the registry as plain data),
recordings (recorded calls) -> pages (the page as one text; `export`) -> server (`serve`, on this machine alone).
The page itself is in page/: plain JavaScript and CSS, without a build step and without anything from outside.
"""

from __future__ import annotations

from wye.explorer.pages import export
from wye.explorer.server import Server, serve
from wye.explorer.snapshots import snapshot

__all__ = ["Server", "export", "serve", "snapshot"]
