"""Server: who may read the page, and what is answered.  See Note [Who may read the page]."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from wye.errors import RecordingError
from wye.explorer import server as module
from wye.explorer.server import Server

DATA = {"version": 1, "operators": []}
RECORDING = {"version": 1, "calls": []}


@pytest.fixture(scope="module")
def server():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "snapshot", lambda: DATA)
        with Server(recording=RECORDING) as running:
            yield running


def ask(server, path="", method="GET", headers=None, body=None, whole=None):
    """Status, headers and text of the answer to a request for a name under the token, or for a whole path."""
    address = urlsplit(server.address)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=100)
    try:
        connection.putrequest(method, address.path + path if whole is None else whole, skip_host=True)
        for name, value in {"Host": address.netloc, **(headers or {})}.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        connection.close()


def test_the_page_and_its_data_are_answered(server):
    status, headers, text = ask(server)
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert text.startswith("<!doctype html>")
    assert json.loads(ask(server, "data.json")[2]) == DATA
    assert json.loads(ask(server, "recording.json")[2]).items() >= RECORDING.items()


def test_head_is_answered_without_a_body(server):
    status, headers, text = ask(server, method="HEAD")
    assert (status, text) == (200, "")
    assert int(headers["Content-Length"]) > 10_000


def test_without_a_recording_there_is_none(monkeypatch):
    with Server() as running:
        assert ask(running, "recording.json")[0] == 404


@pytest.mark.parametrize("whole", ["/", "", "/data.json", "/wrong/", "/wrong/data.json", "//", "/%2e%2e/"])
def test_an_address_without_the_token_is_refused(server, whole):
    status, _, text = ask(server, whole=whole or "*")
    assert status == 403
    assert "wye" not in text


def test_a_token_is_long_and_new_each_time():
    with Server() as one, Server() as other:
        tokens = [urlsplit(running.address).path.strip("/") for running in (one, other)]
    assert tokens[0] != tokens[1]
    assert all(len(token) >= 32 for token in tokens)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "0.0.0.0:{port}"]
)
def test_another_host_name_is_refused(server, host):
    port = urlsplit(server.address).port
    assert ask(server, headers={"Host": host.format(port=port)})[0] == 421


def test_localhost_is_this_machine_too(server):
    port = urlsplit(server.address).port
    assert ask(server, headers={"Host": f"localhost:{port}"})[0] == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_that_come_from_other_sites_are_refused(server, site):
    assert ask(server, "data.json", headers={"Sec-Fetch-Site": site})[0] == 403


def test_a_link_on_another_site_may_be_followed_if_it_has_the_token(server):
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert ask(server, headers=followed)[0] == 200
    assert ask(server, whole="/guessed/", headers=followed)[0] == 403
    assert ask(server, headers={**followed, "Sec-Fetch-Dest": "iframe"})[0] == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "MADE_UP"])
def test_other_methods_are_refused(server, method):
    status, headers, _ = ask(server, method=method)
    assert (status, headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "path", ["x", "../data.json", "page/app.js", "data.json/", "data.json?x=1", "..%2f..%2fetc/passwd"]
)
def test_other_names_are_not_found(server, path):
    assert ask(server, path)[0] == 404


def test_bodies_and_long_addresses_are_refused(server):
    assert ask(server, headers={"Content-Length": "3"}, body=b"abc")[0] == 413
    assert ask(server, headers={"Transfer-Encoding": "chunked"})[0] == 413
    assert ask(server, "x" * 1000)[0] == 414
    assert ask(server, whole="/" + "x" * 70_000)[0] == 414


@pytest.mark.parametrize("path", ["", "data.json", "nothing"])
def test_every_answer_forbids_what_the_page_does_not_need(server, path):
    _, headers, _ = ask(server, path)
    rules = headers["Content-Security-Policy"]
    assert "default-src 'none'" in rules
    assert "frame-ancestors 'none'" in rules
    assert "unsafe" not in rules
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers
    assert "Python" not in headers["Server"]


def test_only_the_loopback_address_listens(server):
    assert server._listener.socket.getsockname()[0] == "127.0.0.1"
    port = urlsplit(server.address).port
    with socket.socket() as other:
        other.bind(("127.0.0.2", port))  # free: the server does not listen on every address


def test_a_reading_that_fails_is_answered_and_reported(monkeypatch, capfd):
    monkeypatch.setattr(module, "snapshot", lambda: 1 / 0)
    with Server() as running:
        status, _, text = ask(running, "data.json")
        assert ask(running)[0] == 200
    assert status == 500
    assert "division" not in text
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_close_stops_answering_and_may_be_called_twice():
    with Server() as running:
        pass
    running.close()
    with pytest.raises(ConnectionRefusedError):
        ask(running)


def test_what_is_no_recording_is_refused_before_anything_listens():
    with pytest.raises(RecordingError, match="no recording"):
        Server(recording={"version": 1})


@pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl-C to a whole group of processes")
def test_serve_prints_its_address_and_ends_with_ctrl_c():
    # a shell may have started the tests with SIGINT ignored, which children inherit
    program = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program += "from wye.explorer import serve; serve(open_browser=False)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        code = process.wait(timeout=200)
    assert line.startswith("wye explore: http://127.0.0.1:")
    assert (code, rest.strip()) == (0, "stopped")
