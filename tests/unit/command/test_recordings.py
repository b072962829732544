"""`wye record` runs a program under the recorder, `wye diff` compares recordings."""

import json
import sys

import pytest

import wye

PROGRAM = """
import sys
import helper_of_the_program
import wye

x = wye.ones(3) + 1
if "relu" in sys.argv:
    x.relu()
if "fail" in sys.argv:
    raise ValueError("as asked")
if "exit" in sys.argv:
    sys.exit(7)
print("arguments", sys.argv[1:])
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helper_of_the_program.py").write_text("")
    (tmp_path / "program.py").write_text(PROGRAM)
    yield "program.py"
    sys.modules.pop("helper_of_the_program", None)


def test_a_program_runs_with_its_arguments_and_its_calls_are_shown(wye_command, program):
    found = wye_command("record", program, "--flag", "relu")
    assert found.exit_code == 0, found.output
    assert "arguments ['--flag', 'relu']" in found.stdout
    assert "aten::relu" in found.stdout
    assert sys.argv[0] != program


def test_recordings_and_traces_are_written_and_compared(wye_command, program, tmp_path):
    wye_command("record", "-o", "a.json", "--chrome", "trace.json", program)
    assert {call.op for call in wye.Recording.load("a.json").calls} >= {"aten::ones", "aten::add.Tensor"}
    assert json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    wye_command("record", "--by", "kernel", "-o", "b.json", program, "relu")
    same = wye_command("diff", "a.json", "a.json")
    assert same.exit_code == 0
    other = wye_command("diff", "a.json", "b.json")
    assert other.exit_code == 1
    assert "aten::relu" in other.stdout
    assert json.loads(wye_command("diff", "a.json", "b.json", "--json").stdout)


def test_the_exit_status_is_the_programs(wye_command, program):
    found = wye_command("record", program, "exit")
    assert found.exit_code == 7
    assert "aten::add.Tensor" in found.stdout
    failed = wye_command("record", program, "fail")
    assert failed.exit_code == 1
    assert "ValueError: as asked" in failed.stderr
    assert "runpy" not in failed.stderr
    assert "aten::add.Tensor" in failed.stdout


def test_recording_ends_with_the_program(wye_command, program):
    wye_command("record", "-o", "a.json", program, "fail")
    before = len(wye.Recording.load("a.json").calls)
    wye.ones(2) + 1
    assert len(wye.Recording.load("a.json").calls) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["record", "no_such_program.py"],
        ["record", "--by", "colour", "program.py"],
        ["record", "-o", "no/such/directory/a.json", "program.py"],
        ["diff", "program.py", "program.py"],
        ["diff", "none.json", "none.json"],
    ],
)
def test_what_is_wrong_is_said_with_status_two(wye_command, program, arguments):
    found = wye_command(*arguments)
    assert found.exit_code == 2
    assert found.stderr.startswith("error: ")
    assert "arguments" not in found.stdout  # the program did not run
