"""docs/coming-from-torch-library.md: its names exist, its programs run, the PyTorch ones on wye too.

Blocks ``python`` are wye's, in one namespace; ``python torch`` are PyTorch's, run by the compat runner and by torch.
"""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wye import dispatch
from wye.library import CustomOpDef, Library

pytest.importorskip("numpy")

TEXT = (Path(__file__).parents[2] / "docs" / "coming-from-torch-library.md").read_text()
ROWS = re.findall(r"^\| `(torch[\w.]*)` \| `(wye[\w.]*)`.* \|$", TEXT, re.MULTILINE)
BLOCKS = re.findall(r"^```python( torch)?\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
IMPORTS = """\
import numpy as np
import torch
import torch._dispatch.python, torch._ops, torch._python_dispatcher
from torch.library import Library, custom_op, register_fake
from torch.utils._python_dispatch import TorchDispatchMode
"""
BUILT_IN = "aten::"  # these operators are there from the first use of a tensor
NO_ALIAS = ("torch.utils.rename_privateuse1_backend",)  # named by the guide, not by wye.compat.torch
RESOLVE = """\
import functools, importlib, sys
missing = []
for name in sys.argv[1:]:
    parts = name.split(".")
    for n in reversed(range(1, len(parts) + 1)):
        try:
            found = importlib.import_module(".".join(parts[:n]))
            break
        except ImportError:
            pass
    try:
        functools.reduce(getattr, parts[n:], found)
    except AttributeError:
        missing.append(name)
sys.exit(f"missing: {missing}" if missing else 0)
"""


def names(side):
    return [row[side] for row in ROWS]


def programs():
    return [code for torch, code in BLOCKS if torch]


def run(*arguments):
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def program(tmp_path):
    def write(*blocks):
        path = tmp_path / "program.py"
        path.write_text("\n".join([IMPORTS, *blocks]))
        return str(path)

    return write


@pytest.fixture
def resolver(tmp_path):
    path = tmp_path / "resolver.py"
    path.write_text(RESOLVE)
    return str(path)


def test_every_row_of_the_tables_is_read():
    lines = [line for line in TEXT.splitlines() if line.startswith("| `")]
    assert len(lines) == len(ROWS) > 80
    assert len(set(names(0))) == len(ROWS)


def test_every_name_of_wye_exists(resolver):
    run(resolver, *names(1))


def test_every_name_of_torch_exists_on_wye(resolver):
    run("-m", "wye.compat.torch", resolver, *(n for n in names(0) if n not in NO_ALIAS))


@pytest.mark.torch
def test_every_name_of_torch_exists_in_torch(resolver):
    run(resolver, *names(0))


def test_the_programs_for_wye_run_in_order():
    before = [name for name in dispatch.all_op_names() if not name.startswith(BUILT_IN)]
    space = {"__name__": "guide"}
    try:
        for torch, code in BLOCKS:
            if not torch:
                exec(compile(code, "coming-from-torch-library.md", "exec"), space)
    finally:
        for value in list(space.values()):
            if isinstance(value, (CustomOpDef, Library)):
                value._destroy()
    assert [name for name in dispatch.all_op_names() if not name.startswith(BUILT_IN)] == before


def test_the_programs_for_torch_run_on_wye(program):
    run("-m", "wye.compat.torch", program(*programs()))


@pytest.mark.torch
def test_the_programs_for_torch_run_on_torch(program):
    run(program(*programs()))


def test_every_program_stands_on_both_sides():
    sides = [section.count("```python torch") for section in TEXT.split("\n### ")]
    assert sum(sides) == len(programs()) == 5
    assert all(side in (0, 1) for side in sides)


def test_the_modules_that_are_named_are_those_that_exist():
    (said,) = re.findall(r"with these modules: (.*?)\. What", TEXT, re.DOTALL)
    for name in re.findall(r"`(torch[\w.]*)`", said):
        importlib.import_module(f"wye.compat.{name}")


def test_the_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (Path(__file__).parents[2] / "docs" / target).exists(), target
