"""The two engines show the same names and signatures, and `_hot.pyi` describes both."""

import ast
import importlib.util
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.parity.twins import TWINS

from wye import _pure

STUB = Path(_pure.__file__).parent.with_name("_hot.pyi")
PURE = TWINS[-1].module
HOT = TWINS[0].module


def public_names(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_") and not inspect.ismodule(getattr(thing, name))}


def stub() -> ast.Module:
    return ast.parse(STUB.read_text(encoding="utf-8"))


def shape(fn: object) -> list[tuple[str, int, bool]]:
    """What of a signature both engines can show: names, kinds, and what may be left out."""
    parameters = inspect.signature(fn, follow_wrapped=False).parameters.values()
    return [(p.name, int(p.kind), p.default is not p.empty) for p in parameters if p.name != "self"]


def test_both_engines_have_the_same_public_names() -> None:
    assert set(_pure.__all__) == public_names(HOT)


def test_constants_are_equal() -> None:
    names = [name for name in _pure.__all__ if name.isupper()]
    assert {n: getattr(HOT, n) for n in names} == {n: getattr(PURE, n) for n in names}


@pytest.mark.parametrize("name", [name for name in _pure.__all__ if not name.isupper()])
def test_signatures_are_equal(name: str) -> None:
    hot, pure = getattr(HOT, name), getattr(PURE, name)
    if name not in ("Op", "Forward", "Function"):  # take whatever their subclasses want
        assert shape(hot) == shape(pure.__init__ if name == "TensorBase" else pure)
    if not isinstance(hot, type):
        return
    hidden = {"tensors"}  # Signature.tensors: what C reads from the kinds
    assert public_names(hot) == public_names(pure) - hidden
    for method in public_names(hot):
        if callable(getattr(hot, method)):
            assert shape(getattr(hot, method)) == shape(getattr(pure, method)), method


def test_the_stub_names_exactly_the_public_surface() -> None:
    declared = set()
    for node in stub().body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            declared.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            declared.add(node.target.id)
    assert {name for name in declared if not name.startswith("_")} == set(_pure.__all__)


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_stubtest_finds_no_difference_between_the_stub_and_the_extension(tmp_path: Path) -> None:
    package = Path(_pure.__file__).parent.parent
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("takes minutes under a sanitizer")
    environment = {**os.environ, "MYPYPATH": str(package.parent), "PYTHONPATH": str(package.parent)}
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "wye._hot", "--ignore-disjoint-bases"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
