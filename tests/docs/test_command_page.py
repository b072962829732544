"""docs/command.md is true: its commands print what it shows, and its code runs.

Three dots stand for any text; an output of which only the first lines are shown ends with them.
"""

import re
import shlex
import sys
from pathlib import Path

from typer.testing import CliRunner

import wye
from wye.bench import sides
from wye.command.app import app

PAGE = Path(__file__).parents[2] / "docs" / "command.md"
PART = re.compile(r"^(?:<!-- file: (\S+) -->\n)?```(console|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def pattern_of(shown):
    """A regular expression for an output as a page shows it."""
    words = [re.escape(word) for word in same_spaces(shown).split("...")]
    return re.compile(r"\s*" + ".*?".join(words) + r"\s*", re.DOTALL)


def same_spaces(text):
    """A text with one space where there are some: how wide columns are depends on the length of paths."""
    return re.sub(r"\s+", " ", text).strip()


def run_block(block):
    for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = command.partition("\n")
        program, *arguments = shlex.split(line)
        assert program == "wye"
        found = CliRunner().invoke(app, arguments, env={"COLUMNS": "80"})
        assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
        assert pattern_of(shown).fullmatch(same_spaces(found.output)), f"$ {line}\n{found.output}"


def test_the_page_shows_what_the_commands_print(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sides, "has_torch", lambda: False)  # `wye bench` would import it, which takes seconds
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    try:
        for name, kind, text in PART.findall(PAGE.read_text(encoding="utf-8")):
            if name:
                (tmp_path / name).write_text(text)
            elif kind == "console":
                run_block(text)
            else:
                exec(text, {"wye": wye})
    finally:
        for name in ("shapes_ops", "shapes"):
            module = sys.modules.pop(name, None)
            if name == "shapes" and module is not None:
                module.lib._destroy()


def test_the_page_names_every_command():
    text = PAGE.read_text(encoding="utf-8")
    for command in app.registered_commands:
        assert f"| `wye {command.name or command.callback.__name__}" in text
