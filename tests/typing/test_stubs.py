"""The type stubs: made from the schemas, right for type checkers, and right at run time."""

import ast
import importlib.util
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_origin

import pytest
from tests.typing import use

import wye

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "wye"
WRONG = """\
import wye
x = wye.zeros(2, 3)
x.sinn()
wye.sum(x, keepdims_=True)
x.view("a")
y: int = x.sum()
"""


@pytest.fixture(scope="module")
def made():
    spec = importlib.util.spec_from_file_location("make_stubs", ROOT / "tools" / "make_stubs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.stubs()


def defined(path: Path, class_name: str | None = None) -> set[str]:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    if class_name is not None:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == class_name)
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    imported = [name.asname for node in body if isinstance(node, ast.ImportFrom) for name in node.names]
    functions |= {name for name in imported if name is not None}
    return functions | {node.target.id for node in body if isinstance(node, ast.AnnAssign)}


def test_the_committed_stubs_are_what_the_tool_makes(made):
    stale = [path.name for path, text in made.items() if path.read_text(encoding="utf-8") != text]
    assert not stale, f"run python tools/make_stubs.py: {stale}"


def test_every_function_of_the_stubs_is_in_wye():
    stated = defined(SOURCE / "_functions.pyi") | defined(SOURCE / "_constants.pyi")
    stated = {name for name in stated if not name.startswith("_")}
    assert len(stated) > 800
    assert [name for name in sorted(stated) if not hasattr(wye, name)] == []


def test_every_public_name_of_wye_is_in_a_stub_or_in_its_source():
    stated = defined(SOURCE / "_functions.pyi") | defined(SOURCE / "_constants.pyi")
    written = (SOURCE / "__init__.py").read_text(encoding="utf-8")
    unknown = [name for name in dir(wye) if not name.startswith("__") and name not in stated and name not in written]
    assert unknown == []


def test_every_method_of_the_stubs_is_a_method():
    stated = defined(SOURCE / "tensors" / "_methods.pyi", "Methods")
    assert len(stated) > 500
    assert [name for name in sorted(stated) if not hasattr(wye.Tensor, name)] == []


def test_every_public_method_has_a_type():
    wye.tensor  # noqa: B018 - gives the class its methods
    classes = [cls for cls in wye.Tensor.__mro__ if cls.__module__.startswith("wye.tensors")]
    untyped = {name for cls in classes for name, value in vars(cls).items() if type(value).__name__ == "Function"}
    stated = defined(SOURCE / "tensors" / "_methods.pyi", "Methods")
    assert {name for name in untyped if not name.startswith("__")} - stated == set()


def test_every_result_class_can_be_pickled():
    result = wye.max(wye.tensor([[1.0, 2.0]]), 1)
    assert type(result) is wye.return_types.max
    again = pickle.loads(pickle.dumps(wye.return_types.max))
    assert again is wye.return_types.max
    assert set(dir(wye.return_types)) >= {"max", "min", "sort", "topk"}
    with pytest.raises(AttributeError, match="'sin'"):
        _ = wye.return_types.sin


def test_typical_programs_have_the_types_they_state(monkeypatch):
    seen = []

    def assert_type(value: Any, kind: Any) -> Any:
        seen.append(kind)
        assert kind is Any or isinstance(value, get_origin(kind) or kind), (value, kind)
        return value

    monkeypatch.setattr(use, "assert_type", assert_type)
    use.main()
    assert len(seen) > 90


def run(*command: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": path, "PYTHONPATH": path},
    )


def lines_of(output: str, name: str) -> set[int]:
    """The lines of a file that a type checker finds wrong."""
    found = [line.split(name + ":")[1] for line in output.splitlines() if name + ":" in line and "error" in line]
    return {int(rest.split(":")[0]) for rest in found}


@pytest.mark.slow
def test_mypy_takes_typical_programs_and_refuses_wrong_ones(tmp_path):
    pytest.importorskip("mypy")
    good = run(sys.executable, "-m", "mypy", "--strict", "--explicit-package-bases", "tests/typing/use.py")
    assert lines_of(good.stdout, "use.py") == set(), good.stdout + good.stderr
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    bad = run(sys.executable, "-m", "mypy", "--strict", "--explicit-package-bases", str(wrong))
    assert lines_of(bad.stdout, "wrong.py") == {3, 4, 5, 6}, bad.stdout + bad.stderr


@pytest.mark.slow
def test_pyright_takes_typical_programs_and_refuses_wrong_ones(tmp_path):
    pyright = shutil.which("pyright", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if pyright is None or run(pyright, "--version").returncode != 0:
        pytest.skip("pyright is not installed, or cannot get the node it runs on")
    good = run(pyright, "--pythonpath", sys.executable, "tests/typing/use.py")
    assert good.returncode == 0, good.stdout + good.stderr
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    bad = run(pyright, "--pythonpath", sys.executable, str(wrong))
    assert lines_of(bad.stdout, "wrong.py") == {3, 4, 5, 6}, bad.stdout + bad.stderr
