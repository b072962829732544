"""`wye explore` serves the page, or writes it to a file."""

import json

import pytest

from wye.command import exploring


def test_the_page_is_written_with_the_operators_of_a_program(wye_command, user_module, tmp_path):
    found = wye_command("explore", "--export", "page.html", "--import", user_module)
    assert (found.exit_code, found.stdout) == (0, "wrote page.html\n")
    assert "command_test::scale" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_page_is_served_as_asked(wye_command, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(exploring, "serve", lambda **given: asked.append(given))
    (tmp_path / "calls.json").write_text(json.dumps({"version": 1, "calls": []}))
    found = wye_command("explore", "--port", "8123", "--no-browser", "--recording", tmp_path / "calls.json")
    assert found.exit_code == 0
    assert asked == [{"port": 8123, "recording": str(tmp_path / "calls.json"), "open_browser": False}]


@pytest.mark.parametrize(
    "arguments", [["--export", "no/such/page.html"], ["--export", "x.html", "--recording", "none"]]
)
def test_files_that_are_not_there_are_bad_input(wye_command, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = wye_command("explore", *arguments)
    assert found.exit_code == 2
    assert found.stderr.startswith("error: ")
