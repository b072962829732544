"""Examples in docstrings and in the README are true."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from tests.docs.pages import numpy_lines_are_taken_back

import wye

ROOT = Path(__file__).parents[2]
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(wye.__path__, "wye.")
    if not name.startswith("wye.compat.torch") and name != "wye._hot"
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_a_modules_docstrings_are_true(name):
    with numpy_lines_are_taken_back():
        result = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def test_the_readmes_examples_run():
    pytest.importorskip("numpy")
    names = {}
    for code in re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL):
        exec(code, names)
    names["lib"].reset()
    names["clipped"]._destroy()


def test_the_architecture_page_names_every_directory_of_the_package():
    text = (ROOT / "docs" / "architecture.md").read_text()
    for directory in (ROOT / "src" / "wye").iterdir():
        if directory.is_dir() and directory.name != "__pycache__":
            assert f"src/wye/{directory.name}/" in text, directory.name
