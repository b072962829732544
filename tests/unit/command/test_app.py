"""The command as a whole: help, version, exit statuses, pipes, both engines."""

import os
import subprocess
import sys

import pytest

import wye
from wye.command.options import complete_error, complete_key, complete_namespace, complete_operator, complete_row

COMMANDS = ("tour", "table", "ops", "doctor", "bench", "stubs", "errors", "explore", "explain", "record", "diff")


def in_a_process(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "wye", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, **environment},
    )


def test_the_help_names_every_command_within_eighty_columns(wye_command):
    found = wye_command("--help")
    assert found.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in found.stdout
    assert max(map(len, found.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(wye_command, name):
    found = wye_command(name, "--help")
    assert found.exit_code == 0
    assert found.stdout.startswith("Usage: ")


def test_the_version_is_that_of_the_package(wye_command):
    found = wye_command("--version")
    assert (found.exit_code, found.stdout) == (0, f"wye {wye.__version__}\n")


def test_an_unknown_command_is_bad_input(wye_command):
    assert wye_command("frobnicate").exit_code == 2


@pytest.mark.parametrize("pure", ["0", "1"])
def test_python_m_wye_is_the_command_on_both_engines(pure):
    found = in_a_process("table", "relu", "--key", "CPU", WYE_PURE=pure)
    assert (found.returncode, found.stderr) == (0, "")
    assert "aten::relu(Tensor self) -> Tensor" in found.stdout
    assert "\x1b" not in found.stdout  # no colours where nobody looks


def test_errors_are_one_line_on_stderr_without_a_traceback():
    found = in_a_process("table", "sofmax")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.splitlines()[0] == "error: there is no operator 'sofmax'"
    assert "did you mean aten::softmax" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_reader_that_stops_early_is_no_error():
    command = f"{sys.executable} -m wye ops aten --schemas | head -n 1"
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120)
    assert found.stdout.startswith("aten::")
    assert found.stderr == ""


def test_help_does_not_import_tensors():
    code = "import sys, wye.command.app; print([m for m in ('numpy', 'sympy', 'torch') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert found.stdout == "[]\n"


def test_shells_complete_operators_keys_namespaces_rows_and_codes():
    assert "softmax" in complete_operator("softm")
    assert complete_operator("add.Ten") == ["add.Tensor"]
    assert "aten::softmax" in complete_operator("aten::softm")
    assert "AutogradCPU" in complete_key("AutogradC")
    assert "aten" in complete_namespace("a")
    assert complete_row("no_") == ["no_op"]
    assert "WYE201" in complete_error("WYE2")


def test_the_shell_asks_the_command_itself():
    found = in_a_process(
        _WYE_COMPLETE="complete_bash",
        COMP_WORDS="wye table log_softm",
        COMP_CWORD="2",
        _TYPER_COMPLETE_ARGS="wye table log_softm",
    )
    assert found.stdout.split() == ["log_softmax"]
