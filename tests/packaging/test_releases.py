"""One tool changes the version everywhere, and an extension that cannot be built is left out with a note."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import wye

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RELEASES = PROJECT["tool"]["bumpversion"]


def test_there_is_one_version():
    assert PROJECT["project"]["version"] == RELEASES["current_version"] == wye.__version__


@pytest.mark.parametrize("place", RELEASES["files"], ids=lambda place: place["filename"])
def test_the_tool_finds_what_it_changes(place):
    text = (ROOT / place["filename"]).read_text(encoding="utf-8")
    search = place["search"].format(current_version=wye.__version__)
    found = re.findall(search if place.get("regex") else re.escape(search), text)
    assert len(found) == (2 if place["filename"] == "pyproject.toml" else 1)  # there, also the tool's own setting


def test_a_release_changes_all_of_them(tmp_path):
    pytest.importorskip("bumpversion")
    for place in RELEASES["files"]:
        (tmp_path / place["filename"]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place["filename"], tmp_path / place["filename"])
    command = [sys.executable, "-m", "bumpversion", "bump", "minor", "--no-commit", "--no-tag", "--allow-dirty"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    major, minor, _ = wye.__version__.split(".")
    new = f"{major}.{int(minor) + 1}.0"
    assert f'__version__ = "{new}"' in (tmp_path / "src/wye/__init__.py").read_text(encoding="utf-8")
    assert tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == new
    log = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[Unreleased\]\n\n## \[{new}\], \d{{4}}-\d\d-\d\d\n\n###? ", log, re.MULTILINE)


def test_without_a_compiler_the_extension_is_left_out_and_the_reason_kept(tmp_path):
    pytest.importorskip("setuptools")
    pytest.importorskip("numpy")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "csrc", tmp_path / "csrc")
    (tmp_path / "src" / "wye").mkdir(parents=True)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "built", "--build-temp", "temporary"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("WYE_")}
    done = subprocess.run(
        command, cwd=tmp_path, env={**plain, "CC": "no-such-compiler"}, capture_output=True, text=True, check=True
    )
    assert "wye works without it" in done.stderr
    note = (tmp_path / "built" / "wye" / "no_extension.txt").read_text(encoding="utf-8")
    assert note.startswith("it was left out when wye was built: ")
    assert "no-such-compiler" in note
    strict = {**plain, "CC": "no-such-compiler", "WYE_REQUIRE_EXT": "1"}
    assert subprocess.run(command, cwd=tmp_path, env=strict, capture_output=True, check=False).returncode != 0
