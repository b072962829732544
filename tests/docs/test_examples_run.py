"""Examples as readers start them: ``python examples/name.py``."""

import os
import subprocess
import sys
from pathlib import Path

import wye

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = """
import pathlib, runpy, sys
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    runpy.run_path(str(path), run_name="imported")
"""


def test_examples_find_what_they_import_when_they_are_run_as_files(tmp_path):
    # Python puts the folder of the file first, and not the folder above, which has the package `examples`.
    paths = os.pathsep.join([str(EXAMPLES), str(Path(wye.__file__).parents[1])])
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(EXAMPLES)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert not found.returncode, found.stderr
