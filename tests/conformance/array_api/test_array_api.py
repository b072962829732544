"""Calls of the array API standard through `array_api_compat.torch` do with compat what they do with torch.

Thousands of calls with a fixed seed: every function of the standard, operators of arrays with Python numbers, special
values of floats, all dtypes, arrays without dimensions and without elements.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("array_api_compat")

from tests.conformance.array_api.calls import calls
from tests.conformance.array_api.comparing import difference
from tests.conformance.array_api.known import reason

SEED = os.environ.get("WYE_FUZZ_SEED", "20261116")
COUNT = os.environ.get("WYE_ARRAY_API_CALLS", "20")  # of each function
ROOT = Path(__file__).resolve().parents[3]
PROGRAM = "tests.conformance.array_api.program"

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]


def _outcomes(place: Path, *side: str) -> list:
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    subprocess.run([sys.executable, "-m", *side, PROGRAM, SEED, COUNT, str(place)], cwd=ROOT, env=variables, check=True)
    return pickle.loads(place.read_bytes())


def test_calls_through_the_array_api_do_what_torchs_do(tmp_path):
    theirs = _outcomes(tmp_path / "torch")
    ours = _outcomes(tmp_path / "wye", "wye.compat.torch", "-m")
    drawn = list(calls(int(SEED), int(COUNT)))
    assert len(drawn) == len(theirs) == len(ours) > 200 * int(COUNT)
    found = []
    for (text, _, args, kwargs), (_, torchs), (_, wyes) in zip(drawn, theirs, ours, strict=True):
        line = difference(text, torchs, wyes)
        if line is not None and reason(text, args, kwargs, line) is None:
            found.append(f"{text:.300}\n    {line:.400}")
    assert not found, "\n".join(found)
