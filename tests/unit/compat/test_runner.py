"""`python -m wye.compat.torch` runs a program with wye in the place of torch; none of this needs a real torch."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from wye.compat.install import install_as_torch

PROGRAMS = Path(__file__).parents[2] / "conformance" / "programs"


@pytest.fixture
def run(tmp_path):
    """Write a program and run it: `run(source, *arguments)`; without a source, only the arguments."""

    def run(source: str | None, *arguments: str, name: str = "program.py", **options) -> subprocess.CompletedProcess:
        if source is not None:
            (tmp_path / name).write_text(dedent(source))
        roots = [os.path.abspath(root) for root in os.environ.get("PYTHONPATH", "").split(os.pathsep) if root]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(roots)}  # the program runs in another directory
        command = [sys.executable, "-m", "wye.compat.torch", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, **options
        )

    return run


def test_a_program_finds_wye_under_the_name_of_torch(run):
    done = run(
        """
        import torch
        import torch._C
        import torch._C as C
        from torch import DispatchKey, _C
        from torch._C import DispatchKeySet, _dispatch_dump

        import wye.compat.torch

        assert torch is wye.compat.torch and torch._C is C is _C is wye.compat.torch._C
        library = C._dispatch_library("DEF", "program", "", __file__, 12)
        library.def_("foo(Tensor x) -> Tensor").impl_t_t("foo", "CPU", debug="identity")
        print(_dispatch_dump("program::foo"), end="")
        print([row for row in C._dispatch_dump_table("program::foo").splitlines() if row.startswith("CPU")])
        x = torch.tensor([1.0, 2.0])
        handle = C._dispatch_find_schema_or_throw("program::foo", "")
        print(handle.redispatch_boxed(DispatchKeySet(DispatchKey.CPU), x) is x, torch.__version__)
        """,
        "program.py",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "name: program::foo\n"
        "schema: program::foo(Tensor x) -> Tensor\n"
        "debug: registered at program.py:12\n"
        "alias analysis kind: FROM_SCHEMA\n"
        "CPU: identity :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]\n"
        "['CPU: identity [kernel]']\n"
        "True 2.13.0\n"
    )


def test_a_program_sees_its_own_arguments_and_name(run):
    done = run("import sys; print(sys.argv, __name__, __file__)", "program.py", "-x", "--help", "-m")
    assert done.stdout == "['program.py', '-x', '--help', '-m'] __main__ program.py\n"


def test_a_module_runs_with_its_own_arguments(run, tmp_path):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    source = "import sys, torch; print(sys.argv[1:], __name__, __package__, torch._C._dispatch_num_backends())"
    done = run(source, "-m", "package.tool", "one", "-m", name="package/tool.py")
    assert done.stdout == "['one', '-m'] __main__ package 16\n"


def test_a_program_imports_its_neighbours(run, tmp_path):
    (tmp_path / "neighbour.py").write_text("import torch._C as C\nNAME = C.__name__\n")
    done = run("import neighbour; print(neighbour.NAME)", str(tmp_path / "program.py"))
    assert done.stdout == "wye.compat.torch._C\n"


@pytest.mark.parametrize(
    ("source", "status"),
    [("pass", 0), ("raise SystemExit(7)", 7), ("import sys; sys.exit('words')", 1), ("1 / 0", 1)],
)
def test_the_exit_status_is_the_programs(run, source, status):
    assert run(source, "program.py").returncode == status


def test_a_traceback_shows_the_programs_own_lines(run):
    done = run(
        """
        import torch._C as C

        def fails():
            C._dispatch_key_parse("Nokey")

        fails()
        """,
        "program.py",
    )
    assert done.returncode == 1
    assert 'program.py", line 5, in fails\n    C._dispatch_key_parse("Nokey")\n' in done.stderr
    assert "UnknownKeyError: could not parse dispatch key: Nokey" in done.stderr


def test_a_part_of_torch_that_wye_does_not_have_is_not_found_even_where_torch_is_installed(run):
    done = run("import torch.contrib", "program.py")
    assert done.returncode == 1
    assert "No module named 'torch.contrib'" in done.stderr


@pytest.mark.parametrize("arguments", [[], ["-m"]])
def test_without_a_program_it_says_how_to_use_it(run, arguments):
    done = run(None, *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python -m wye.compat.torch")


def test_help_is_no_error(run):
    assert run(None, "--help").returncode == 0


def test_a_missing_file_is_named(run):
    done = run(None, "nowhere.py", "argument")
    assert done.returncode == 2
    assert done.stderr.endswith("no such file: nowhere.py\n")


def test_a_missing_module_is_named(run):
    done = run(None, "-m", "nowhere")
    assert done.returncode == 1
    assert "No module named nowhere" in done.stderr


def test_it_refuses_to_come_after_the_real_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", ModuleType("torch"))
    with pytest.raises(RuntimeError, match="torch is imported already"):
        install_as_torch()


def test_reprs_say_torch(run):
    done = run(
        """
        import torch
        from torch.testing._internal.logging_tensor import capture_logs_with_logging_tensor_mode

        library = torch.library.Library("program", "DEF")
        library.define("f(Tensor x) -> Tensor")
        library.impl("f", lambda x: torch.tensor([1]), "CPU")
        print(torch.float32, torch.strided, torch.Tensor, torch.ops.program.f.default.__module__)
        x = torch.tensor([1.0, 2.0])
        with capture_logs_with_logging_tensor_mode() as logs:
            torch.ops.program.f(x)
        print(logs[0])
        """,
        "program.py",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "torch.float32 torch.strided <class 'torch.Tensor'> torch._ops.program\n"
        "$1: i64[1] = torch._ops.program.f.default($0)\n"
    )


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.stem)
def test_a_program_written_for_torch_runs(run, program):
    done = run(None, str(program))
    assert done.returncode == 0, done.stderr
    assert "OK" in done.stderr or done.stdout  # it ran its tests, or printed its story


def test_none_stands_for_a_tensor_only_where_compat_stands_for_torch(run):
    done = run(
        """
import torch
lib = torch.library.Library("none", "DEF")
lib.define("f(Tensor x) -> Tensor")
lib.impl("f", lambda x: None, "CPU")
class Nothing(torch.utils._python_dispatch.TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return None
x = torch.ones(2)
with Nothing():
    print(torch.ops.none.f(x), x + 1, torch.ops.aten.sin.default._defined_in_python)
print(torch.ops.none.f(x), x.type())
""",
        "program.py",
    )
    assert done.stdout.splitlines() == ["None None False", "None torch.FloatTensor"]


def test_code_on_the_command_line_runs_as_a_program():
    code = "import sys, torch, __main__\nx = torch.ones(2)\nprint(torch.int8, sys.argv, __main__.x.tolist(), __name__)"
    command = [sys.executable, "-m", "wye.compat.torch", "-c", code, "one"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.split("\n") == ["torch.int8 ['-c', 'one'] [1.0, 1.0] __main__", ""], done.stderr
