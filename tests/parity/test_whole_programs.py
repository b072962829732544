"""Random programs print the same on the engine in C and on the one in Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wye._engine import is_pure

ROOT = Path(__file__).parents[2]
SEED = int(os.environ.get("WYE_FUZZ_SEED", "20261115"))
COUNT = int(os.environ.get("WYE_PROGRAMS", "6"))
STEPS = 400


def printed(seed: int, *, pure: bool) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if name != "WYE_PURE"}
    if pure:
        environment["WYE_PURE"] = "1"
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-W", "ignore", "-m", "tests.parity.programs", str(seed), str(STEPS)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"seed {seed}, pure {pure}: {done.stderr[-2000:]}"
    return done.stdout.splitlines()


@pytest.mark.skipif(is_pure and not os.environ.get("WYE_PURE"), reason="there is no engine in C to compare with")
@pytest.mark.parametrize("number", range(COUNT))
def test_a_random_program_prints_the_same_on_both_engines(number):
    seed = SEED + number
    in_c, in_python = printed(seed, pure=False), printed(seed, pure=True)
    for line, (ours, theirs) in enumerate(zip(in_c, in_python, strict=False)):
        assert ours == theirs, f"seed {seed}, line {line}"
    assert len(in_c) == len(in_python)
