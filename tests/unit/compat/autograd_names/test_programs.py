"""Whole programs under `python -m wye.compat.autograd`."""

import subprocess
import sys
from pathlib import Path

import pytest

from wye.compat.install import install_as_autograd

PROGRAM = """
import sys
import autograd
import autograd.numpy as np
import autograd.numpy.random as npr
from autograd import grad
from autograd.misc.optimizers import sgd
from autograd.scipy.special import logsumexp
from autograd.test_util import check_grads

assert autograd.__name__ == "wye.compat.autograd"
assert sys.modules["autograd.numpy"] is np

def sigmoid(x):
    return 0.5 * (np.tanh(x / 2.0) + 1)

inputs = np.array([[0.52, 1.12, 0.77], [0.88, -1.08, 0.15], [0.52, 0.06, -1.30], [0.74, -2.49, 1.39]])
targets = np.array([True, True, False, True])

def loss(weights):
    preds = sigmoid(np.dot(inputs, weights))
    return -np.sum(np.log(preds * targets + (1 - preds) * (1 - targets)))

npr.seed(0)
check_grads(loss, modes=["rev"])(npr.randn(3))
weights = np.zeros(3)
before = loss(weights)
for i in range(100):
    weights -= grad(loss)(weights) * 0.01
print(before > loss(weights), sys.argv[1:])
"""


def run(*arguments):
    command = [sys.executable, "-m", "wye.compat.autograd", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_program_runs_unchanged(tmp_path):
    script = Path(tmp_path) / "program.py"
    script.write_text(PROGRAM)
    found = run(script, "--fast")
    assert found.returncode == 0, found.stderr
    assert found.stdout == "True ['--fast']\n"


def test_without_arguments_there_is_a_message():
    found = run()
    assert found.returncode == 2
    assert "python -m wye.compat.autograd" in found.stderr


def test_another_autograd_is_not_replaced(monkeypatch):
    import types

    monkeypatch.setitem(sys.modules, "autograd", types.ModuleType("autograd"))
    with pytest.raises(RuntimeError, match="autograd is imported already"):
        install_as_autograd()
