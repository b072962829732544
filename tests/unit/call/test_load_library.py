"""Loading shared libraries and Python modules for the operators they register."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from wye import ops
from wye.call.load import global_symbols
from wye.errors import LibraryLoadError

if TYPE_CHECKING:
    from pathlib import Path

CC = shutil.which("cc")


@pytest.fixture
def compiled(tmp_path):
    """Compile C text to a shared library."""
    if CC is None:
        pytest.skip("no C compiler")

    def make(name: str, text: str, *flags: str) -> Path:
        source, library = tmp_path / f"{name}.c", tmp_path / f"lib{name}.so"
        source.write_text(text)
        subprocess.run([CC, "-shared", "-fPIC", "-o", library, source, *flags], check=True, capture_output=True)
        return library

    return make


@pytest.fixture(autouse=True)
def loaded_before():
    before = set(ops.loaded_libraries)
    yield
    ops.loaded_libraries.clear()
    ops.loaded_libraries.update(before)


def test_initialisers_run_and_the_path_is_kept(compiled):
    path = compiled("counts", "static int n; __attribute__((constructor)) static void up(void) { n++; }\n"
                              "int wye_test_count(void) { return n; }\n")  # fmt: skip
    ops.load_library(str(path))
    assert str(path.resolve()) in ops.loaded_libraries
    ops.load_library(path)  # a Path, and a second time
    assert ctypes.CDLL(str(path)).wye_test_count() == 1


def test_symbols_are_visible_to_libraries_that_come_later(compiled):
    ops.load_library(compiled("first", "int wye_test_first(void) { return 41; }\n"))
    second = compiled(
        "second", "int wye_test_first(void);\nint wye_test_second(void) { return wye_test_first() + 1; }\n"
    )
    ops.load_library(second)
    assert ctypes.CDLL(str(second)).wye_test_second() == 42


@pytest.mark.skipif(not hasattr(sys, "getdlopenflags"), reason="no such flags on this system")
def test_the_flags_are_restored():
    before = sys.getdlopenflags()
    with global_symbols():
        assert sys.getdlopenflags() & ctypes.RTLD_GLOBAL
    assert sys.getdlopenflags() == before
    with pytest.raises(LibraryLoadError):
        ops.load_library("/nowhere.so")
    assert sys.getdlopenflags() == before


def test_a_file_that_is_not_there_is_named(tmp_path):
    path = tmp_path / "missing.so"
    with pytest.raises(OSError, match=r"^Could not load this library: ") as raised:
        ops.load_library(path)
    assert str(raised.value) == f"Could not load this library: {path.resolve()}"
    assert raised.value.__notes__[0] == "  there is no such file"
    assert ops.loaded_libraries.isdisjoint({str(path)})


def test_a_file_that_is_no_library_says_why(tmp_path):
    path = tmp_path / "bad.so"
    path.write_text("not a library")
    with pytest.raises(LibraryLoadError) as raised:
        ops.load_library(path)
    assert "the system says: " in raised.value.__notes__[0]
    assert isinstance(raised.value.__cause__, OSError)
    assert str(path) not in ops.loaded_libraries


def test_a_module_is_imported_for_its_operators(tmp_path, monkeypatch):
    (tmp_path / "wye_test_module.py").write_text(
        "from wye import dispatch\nlib = dispatch.library('FRAGMENT', 'call')\nlib.define('imported(int x) -> int')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    try:
        ops.import_module("wye_test_module")
        assert ops.call.imported.default.name() == "call::imported"
    finally:
        sys.modules.pop("wye_test_module").lib.reset()
    with pytest.raises(ModuleNotFoundError):
        ops.import_module("wye_test_missing_module")
