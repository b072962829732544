"""`wye doctor` finds out which engine runs, what is installed, and whether it works."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from wye._engine import is_pure
from wye.command import doctor, self_test

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", self_test.CHECKS)
def test_a_check_passes(name):
    self_test.CHECKS[name]()


def test_a_healthy_installation_has_status_zero(wye_command):
    found = wye_command("doctor")
    assert found.exit_code == 0, found.stdout
    assert f"{len(self_test.CHECKS)} of {len(self_test.CHECKS)} checks passed" in found.stdout
    assert max(len(line) for line in found.stdout.splitlines() if "/" not in line) <= 80


def test_a_check_that_fails_is_named_and_gives_status_one(wye_command, monkeypatch):
    def broken():
        raise RuntimeError("the moon is full\nand more")

    monkeypatch.setitem(self_test.CHECKS, "the moon", broken)
    found = wye_command("doctor")
    assert found.exit_code == 1
    words = found.stdout.split()  # the column of times is as wide as the longest one, and lines wrap
    at = words.index("FAILED:")
    assert words[at + 1] == "RuntimeError:"
    assert [word for word in words[at:] if word in ("moon", "full")] == ["moon", "full"]


def test_a_missing_package_gives_status_one(wye_command, monkeypatch):
    monkeypatch.setitem(doctor.NEEDED, "no_such_package", "nothing")
    found = wye_command("doctor")
    assert found.exit_code == 1
    assert "no_such_package is not installed" in found.stdout


def test_the_findings_as_json(wye_command):
    found = json.loads(wye_command("doctor", "--json").stdout)
    assert found["engine"] == ("python" if is_pure else "c")
    assert found["packages"]["numpy"]
    assert all(check["ok"] for check in found["checks"])


def test_an_engine_that_is_switched_off_is_explained():
    found = subprocess.run(
        [sys.executable, "-m", "wye", "doctor"],
        env={**os.environ, "WYE_PURE": "1", "COLUMNS": "200"}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
    assert "the environment variable WYE_PURE is set" in found.stdout


def test_an_engine_that_was_not_built_is_explained(monkeypatch):
    monkeypatch.setattr(doctor, "is_pure", True)
    monkeypatch.setattr(doctor, "why_pure", "wye._hot cannot be imported: No module named 'wye._hot'")
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)
    line, advice = doctor._engine_findings()
    assert "No module named 'wye._hot'" in line
    assert "C compiler" in advice


def test_what_the_doctor_looks_for_is_what_the_package_declares():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {text.partition(">")[0].partition("=")[0] for text in project["dependencies"]}
    assert set(doctor.NEEDED) == needed
    for name, (package, _) in doctor.OPTIONAL.items():
        extra = package.partition("[")[2].rstrip("]")
        if extra:
            assert any(text.startswith(name) for text in project["optional-dependencies"][extra])
