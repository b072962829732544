"""Programs written for torch run on torch, and print on wye what they print there.

tests/unit/compat runs them on wye where there is no torch to compare with.
"""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "programs"
PRINTING = (
    "counting_modes", "custom_operators", "function_overrides", "logging_tensor", "modes_of_others",
    "spelled_einsum", "subclasses_of_others", "tensors", "traced_modules",
)  # fmt: skip


def run(*arguments):
    done = subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.torch
@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.stem)
def test_a_program_runs_on_torch(program):
    run(program)


@pytest.mark.torch
@pytest.mark.parametrize("name", PRINTING)
def test_a_program_prints_the_same_on_wye(name):
    program = PROGRAMS / f"{name}.py"
    printed = run(program)
    assert len(printed.splitlines()) > 15
    assert run("-m", "wye.compat.torch", program) == printed
