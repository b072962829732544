"""The pytest plugin: five tests for each operator, from sample inputs."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

PLUGIN = ["-p", "wye.pytest_plugin"]
OPERATORS = """
import wye
from wye.library import Library
from wye.testing import opcheck_samples

lib = Library("plugged", "FRAGMENT")
lib.define("good(Tensor x) -> Tensor")
lib.impl("good", lambda x: x.sin(), "CompositeImplicitAutograd")
lib.define("bad(Tensor x) -> Tensor")
lib.impl("bad", lambda x: x.mul_(1).clone(), "CPU")
lib.define("strange(Generator g) -> Tensor")
"""
SAMPLES = """
from operators import *

@opcheck_samples(wye.ops.plugged.good)
def good_samples():
    yield (wye.ones(3, requires_grad=True),)

@opcheck_samples(wye.ops.plugged.bad)
def bad_samples():
    yield (wye.ones(3),)
"""


@pytest.fixture
def run(tmp_path):
    def run(*options):
        (tmp_path / "operators.py").write_text(OPERATORS)
        (tmp_path / "test_samples.py").write_text(SAMPLES)
        # an installed wye announces its plugin; sources on the path do not
        named = [] if any(one.value == "wye.pytest_plugin" for one in entry_points(group="pytest11")) else PLUGIN
        command = [sys.executable, "-m", "pytest", *named, "-p", "no:cacheprovider", "-v", *options]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
        return done.stdout + done.stderr

    return run


def test_samples_in_a_test_module_give_five_tests_for_each_operator(run):
    said = run("test_samples.py", "-m", "opcheck", "--strict-markers")
    for check in ("schema", "autograd_registration", "faketensor", "aot_dispatch_static", "aot_dispatch_dynamic"):
        assert f"test_samples.py::good_samples[test_{check}] PASSED" in said
    assert "test_samples.py::bad_samples[test_schema] FAILED" in said
    assert "Argument x is not defined as mutable but was mutated" in said
    assert "mutates_args" in said


def test_all_operators_of_a_namespace_are_tested_on_request(run):
    said = run("--opcheck", "plugged", "--opcheck-import", "operators", "-k", "not samples", "--import-mode=prepend")
    assert "plugged.good.default[test_schema] PASSED" in said
    assert "plugged.bad.default[test_schema] FAILED" in said
    assert "plugged.strange.default[test_schema] SKIPPED" in said


def test_the_plugin_loads_nothing_until_it_is_needed():
    script = "import sys, wye.pytest_plugin; print('numpy' in sys.modules, 'wye.testing' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_it_is_announced_to_pytest():
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert 'wye = "wye.pytest_plugin"' in project
