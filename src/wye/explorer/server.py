"""Serves the page to a browser on this machine, and to nobody else.

See Note [Who may read the page].
"""

from __future__ import annotations

import hmac
import secrets
import sys
import threading
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final, Self

from wye.explorer.pages import as_json, page, policy
from wye.explorer.recordings import read_recording
from wye.explorer.snapshots import snapshot
from wye.forking import Rank, fork_safe_lock

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Server", "serve"]

# Note [Who may read the page]
# The page shows what is registered in this process and what a recording has: names, places of files, shapes.
#  - The socket is bound to the loopback address, so that other machines do not reach it.
#  - A random token is the first part of every address, so that other users of this machine, and pages of other sites
#    that guess the port, are refused. It is compared in constant time and never sent on (no-referrer).
#  - The Host header must name the loopback address and the port, so that another site cannot have its own name
#    resolve to it (DNS rebinding). Requests that a browser marks as coming from another site are refused, but for
#    links that a person follows (from a notebook, say), which must have the token, too.
#  - Only GET and HEAD of three fixed names are answered, from texts that are made here: no file is read by a name from
#    outside, nothing that is sent is stored or evaluated, and bodies are refused.
#  - The policy allows the page its own script and style, by their hashes, and connections to this server alone.
# Guarded by: tests/unit/explorer/test_server.py

_HOST: Final = "127.0.0.1"
_MOST_PATH: Final = 512
_SECONDS: Final = 20  # that a connection may be silent
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class _Handler(BaseHTTPRequestHandler):
    """Answers one request.  See Note [Who may read the page]."""

    server: _Listener
    server_version, sys_version = "wye", ""
    protocol_version = "HTTP/1.1"
    timeout = _SECONDS

    def do_GET(self) -> None:
        """Answer with the page or its data."""
        problem = self._problem()
        if problem is not None:
            self._refuse(problem)
            return
        found = self.server.contents.get(self.path.split("/", 2)[2])
        if found is None:
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        kind, make = found
        try:
            text = make()
        except Exception as error:  # noqa: BLE001 - whatever fails, the browser gets an answer and the log the reason
            self.server.report(error)
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
            return
        self._send(HTTPStatus.OK, text, kind)

    do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

    def _problem(self) -> HTTPStatus | None:
        """Why a request is refused, or None."""
        port = self.server.server_address[1]
        if self.headers.get("Host", "").lower() not in (f"{_HOST}:{port}", f"localhost:{port}"):
            return HTTPStatus.MISDIRECTED_REQUEST
        is_link = self.headers.get("Sec-Fetch-Dest") == "document"  # clicked elsewhere, and it has the token
        if self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin") and not is_link:
            return HTTPStatus.FORBIDDEN
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if len(self.path) > _MOST_PATH:
            return HTTPStatus.REQUEST_URI_TOO_LONG
        parts = self.path.split("/", 2)
        if len(parts) != 3 or not hmac.compare_digest(parts[1].encode(), self.server.token.encode()):
            return HTTPStatus.FORBIDDEN
        return None

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self._send(status, f"{status.value} {status.phrase}\n", "text/plain")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what http.server itself does not understand, other methods included."""
        is_method = code == HTTPStatus.NOT_IMPLEMENTED
        self._refuse(HTTPStatus.METHOD_NOT_ALLOWED if is_method else HTTPStatus(code))

    def _send(self, status: HTTPStatus, text: str, kind: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", f"{policy(served=True)}; frame-ancestors 'none'")
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if getattr(self, "command", None) != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not logged: their addresses have the token."""


class _Listener(ThreadingHTTPServer):
    """Listens on the loopback address."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = False

    def __init__(self, port: int, token: str, contents: dict[str, tuple[str, Callable[[], str]]]) -> None:
        self.token, self.contents = token, contents
        super().__init__((_HOST, port), _Handler)

    def report(self, error: BaseException) -> None:
        """Say on the terminal why an answer could not be made."""
        print(f"wye explore: {type(error).__name__}: {error}", file=sys.stderr)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle is no error."""
        error = sys.exception()
        if error is not None and not isinstance(error, ConnectionError | TimeoutError):
            self.report(error)


class Server:
    """The page on this machine, while a ``with`` block runs; the registry is read anew for each page load.

    Args:
        port: 0 takes one that is free.
        recording: What to show as a flame view: a path, a `Recording`, or its plain data.

    Example:
        >>> with Server() as server:
        ...     server.address.startswith("http://127.0.0.1:")
        True
    """

    def __init__(self, port: int = 0, recording: Any = None) -> None:
        lock = fork_safe_lock(Rank.FAKES)  # before those of the registry: one reading of the registry at a time

        def data() -> str:
            with lock:
                return as_json(snapshot())

        contents: dict[str, tuple[str, Callable[[], str]]] = {
            "": ("text/html", page),
            "data.json": ("application/json", data),
        }
        if recording is not None:
            text = as_json(read_recording(recording))
            contents["recording.json"] = ("application/json", lambda: text)
        self._listener = _Listener(port, secrets.token_urlsafe(24), contents)
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """What to open in a browser; it has a token and is secret."""
        return f"http://{_HOST}:{self._listener.server_address[1]}/{self._listener.token}/"

    def run(self) -> None:
        """Answer requests until `close` is called or Ctrl-C is pressed."""
        self._listener.serve_forever(poll_interval=0.2)

    def close(self) -> None:
        """Stop answering; a second call does nothing."""
        if self._thread is not None:
            self._listener.shutdown()
            self._thread.join()
            self._thread = None
        self._listener.server_close()

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self.run, name="wye explore", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def serve(port: int = 0, recording: Any = None, open_browser: bool = True) -> None:
    """Serve the page on this machine until Ctrl-C is pressed.

    In a program or notebook that goes on while the page is open, use ``with Server() as server``.

    Args:
        port: 0 takes one that is free.
        recording: What to show as a flame view: a path, a `Recording`, or its plain data.
        open_browser: Open the page; its address is printed in any case.

    Raises:
        RecordingError: ``recording`` is no recording.
        OSError: the port is taken, or the file cannot be read.
    """
    server = Server(port, recording)
    try:
        print(f"wye explore: {server.address}", flush=True)
        print("Press Ctrl-C to stop.", flush=True)
        if open_browser:
            webbrowser.open(server.address)
        server.run()
    except KeyboardInterrupt:
        print("\nstopped")
    finally:
        server.close()
