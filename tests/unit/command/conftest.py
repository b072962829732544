"""What the tests of the command share: a runner, and a module of operators that is gone after the test."""

import sys

import pytest
from typer.testing import CliRunner

from wye.command.app import app

MODULE = """
from wye.library import Library

lib = Library("command_test", "DEF")
lib.define("scale(Tensor x, float by=2.0, *, bool flip=False) -> Tensor")
lib.define("scale.out(Tensor x, float by=2.0, *, bool flip=False, Tensor(a!) out) -> Tensor(a!)")
lib.define("parts(Tensor[] xs, int n, ScalarType? dtype=None, Device? device=None, str mode='mean') -> (Tensor, int[])")
lib.define("int(Tensor self, SymInt[2] size, Scalar value=1) -> Tensor[]")
lib.define("lambda(Tensor x) -> Tensor")
lib.define("nothing(Tensor(a!) x, int from=3) -> ()")
lib.impl("scale", lambda x, by=2.0, *, flip=False: x.clone(), "CPU")
"""


@pytest.fixture
def wye_command():
    """Runs the command in this process: gives the result, with exit_code, stdout and stderr."""
    runner = CliRunner()
    return lambda *arguments: runner.invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "80"})


@pytest.fixture
def user_module(tmp_path, monkeypatch):
    """A module that registers operators in the namespace command_test."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "command_test_operators.py").write_text(MODULE)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield "command_test_operators"
    module = sys.modules.pop("command_test_operators", None)
    if module is not None:
        module.lib._destroy()
