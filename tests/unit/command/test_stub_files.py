"""`wye stubs` writes what type checkers need to know about a program's operators."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GOOD = """\
from typing import assert_type
import wye
from command_test_ops import int, nothing, parts, scale

x = wye.ones(2)
assert_type(scale(x), wye.Tensor)
assert_type(scale(x, 3.0, flip=True), wye.Tensor)
assert_type(scale.default(x, by=1.0), wye.Tensor)
assert_type(scale.out(x, out=x), wye.Tensor)
pair = parts([x], 2, dtype=wye.float32, device="cpu")
assert_type(pair[0], wye.Tensor)
assert_type(int(x, 3), list[wye.Tensor])
assert_type(int(x, (3, 4), value=2.5), list[wye.Tensor])
assert_type(nothing(x), None)
nothing(x, 5)
scale.overloads()
"""
WRONG = """\
import wye
from command_test_ops import parts, scale

x = wye.ones(2)
scale(x, "2")
scale(x, flipp=True)
scale()
parts(x, 2, mode=1)
y: str = scale(x)
"""


@pytest.fixture
def stub(wye_command, user_module, tmp_path):
    """The stub in a file, with its module beside it."""
    found = wye_command("stubs", "command_test", "--import", user_module, "-o", "command_test_ops.pyi", "--module")
    assert found.exit_code == 0, found.stderr
    return tmp_path / "command_test_ops.pyi"


def test_the_stub_is_python_and_has_every_operator(stub):
    text = stub.read_text()
    names = {node.target.id for node in ast.parse(text).body if isinstance(node, ast.AnnAssign)}
    assert names == {"_Number", "scale", "parts", "int", "nothing"}
    assert "# command_test::lambda is no name in Python: getattr(wye.ops.command_test, 'lambda')" in text


def test_the_module_beside_it_has_the_operators(stub, monkeypatch):
    monkeypatch.syspath_prepend(stub.parent)
    module = importlib.import_module("command_test_ops")
    try:
        import wye

        assert module.scale is wye.ops.command_test.scale
        assert module.scale(wye.ones(2)).tolist() == [1.0, 1.0]
        with pytest.raises(AttributeError):
            _ = module.no_such_operator
    finally:
        del sys.modules["command_test_ops"]


def test_without_a_file_the_stub_is_printed(wye_command, user_module):
    text = wye_command("stubs", "command_test", "--import", user_module).stdout
    assert text.startswith("# Made by `wye stubs command_test`")
    assert "    def __call__(_self, x: _Tensor, by: _float = 2.0, *, flip: _bool = False) -> _Tensor: ..." in text


@pytest.mark.parametrize(
    "arguments",
    [
        ["no_such_namespace"],
        ["aten", "-o", "stub.py"],
        ["aten", "-o", "no/such/directory/stub.pyi"],
        ["aten", "--module"],
    ],
)
def test_what_is_wrong_is_said_with_status_two(wye_command, arguments):
    found = wye_command("stubs", *arguments)
    assert found.exit_code == 2
    assert found.stderr.startswith("error: ")


def checked(folder, *command):
    path = os.pathsep.join([str(ROOT / "src"), str(folder)])
    environment = {**os.environ, "MYPYPATH": path, "PYTHONPATH": path}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)


def wrong_lines(output, name):
    found = [line.split(name + ":")[1] for line in output.splitlines() if name + ":" in line and "error" in line]
    return {int(rest.split(":")[0]) for rest in found}


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_take_right_calls_and_refuse_wrong_ones(stub, checker):
    folder = stub.parent
    (folder / "good.py").write_text(GOOD)
    (folder / "wrong.py").write_text(WRONG)
    if checker == "mypy":
        pytest.importorskip("mypy")
        command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    else:
        pyright = shutil.which("pyright", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
        if pyright is None or checked(folder, pyright, "--version").returncode != 0:
            pytest.skip("pyright is not installed, or cannot get the node it runs on")
        command = [pyright, "--pythonpath", sys.executable]
    good = checked(folder, *command, "good.py", "command_test_ops.pyi")
    assert good.returncode == 0, good.stdout + good.stderr
    wrong = checked(folder, *command, "wrong.py")
    assert wrong_lines(wrong.stdout, "wrong.py") == {5, 6, 7, 8, 9}, wrong.stdout + wrong.stderr
