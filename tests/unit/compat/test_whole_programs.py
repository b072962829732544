"""Programs that import many of PyTorch's names run: what is not there yet is refused when it is used."""

import subprocess
import sys
from pathlib import Path

import pytest

HEADS = sorted((Path(__file__).parent / "heads").glob("*.py"))


@pytest.mark.parametrize("program", HEADS, ids=[path.stem for path in HEADS])
def test_a_program_with_these_imports_runs(program):
    subprocess.run([sys.executable, "-m", "wye.compat.torch", str(program)], check=True, timeout=120)
