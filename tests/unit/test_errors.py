"""Every error has a code, a builtin base, a first line that says it all, and its advice in notes."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
import textwrap
import traceback

import pytest

from wye import errors
from wye.errors import NoKernelError, SchemaError, WyeError

CLASSES = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, WyeError)]
CONCRETE = [cls for cls in CLASSES if cls not in (WyeError, errors.DispatchError)]
SPECIAL = {NoKernelError: {"op": "ns::f", "key": "CPU"}}


def make(cls, message="the truth", **kwargs):
    return cls(message, **SPECIAL.get(cls, {}), **kwargs)


def test_every_class_is_public():
    assert {cls.__name__ for cls in CLASSES} == set(errors.__all__)


@pytest.mark.parametrize("cls", CONCRETE)
def test_every_error_has_a_code_of_its_own(cls):
    assert cls.code.startswith("WYE")
    assert cls.code[3:].isdecimal()
    assert [other for other in CONCRETE if other.code == cls.code] == [cls]


@pytest.mark.parametrize("cls", CONCRETE)
def test_every_error_is_also_a_builtin_exception(cls):
    builtin = [
        base for base in cls.__mro__ if base.__module__ == "builtins" and base not in (Exception, BaseException, object)
    ]
    assert builtin
    assert issubclass(cls, WyeError)


@pytest.mark.parametrize(
    ("cls", "builtin"),
    [
        (errors.UnknownKeyError, ValueError),
        (errors.SchemaError, RuntimeError),
        (errors.RegistrationError, RuntimeError),
        (errors.ArgumentError, TypeError),
        (errors.ArgumentError, RuntimeError),
        (errors.ReturnError, TypeError),
        (errors.NoKernelError, NotImplementedError),
        (errors.MissingEngineError, NotImplementedError),
        (errors.SchemaMismatchError, errors.RegistrationError),
        (errors.OperatorNotFoundError, RuntimeError),
    ],
)
def test_old_except_clauses_catch_it(cls, builtin):
    with pytest.raises(builtin, match="the truth"):
        raise make(cls)


@pytest.mark.parametrize("cls", CLASSES)
def test_the_message_is_what_was_said_and_the_advice_stands_in_notes(cls):
    error = make(cls, fix=("do this", "or that"))
    assert str(error) == "the truth"
    assert error.__notes__ == ["  do this", "  or that", f"  [{cls.code}]"]
    assert make(cls, fix="do this").__notes__ == ["  do this", f"  [{cls.code}]"]
    assert make(cls).__notes__ == [f"  [{cls.code}]"]


def test_the_traceback_ends_with_message_advice_and_code():
    text = "".join(traceback.format_exception_only(make(errors.RegistrationError, fix="do this")))
    assert text == "wye.errors.RegistrationError: the truth\n  do this\n  [WYE120]\n"


@pytest.mark.parametrize("cls", [cls for cls in CLASSES if cls is not NoKernelError])
def test_errors_survive_pickling(cls):
    error = pickle.loads(pickle.dumps(make(cls, fix="do this")))
    assert (type(error), str(error)) == (cls, "the truth")
    assert "  do this" in error.__notes__


def test_a_missing_kernel_has_its_facts_for_programs():
    error = NoKernelError("the truth", op="ns::f", key="CPU", have=["Meta"])
    assert (error.op, error.key, error.have) == ("ns::f", "CPU", ("Meta",))


@pytest.mark.parametrize(
    ("text", "column", "width", "shown"),
    [
        ("f(x", 2, 1, "f(x\n  ~ <--- HERE"),
        ("f(xyz", 2, 3, "f(xyz\n  ~~~ <--- HERE"),
        ("one\ntwo(x\nthree", 6, 1, "two(x\n  ~ <--- HERE"),
        ("f(", 2, 0, "f(\n  ~ <--- HERE"),
    ],
)
def test_a_schema_error_points_at_the_column(text, column, width, shown):
    error = SchemaError("expected a type", text=text, column=column, width=width)
    assert str(error) == f"expected a type\n{shown}"
    assert (error.text, error.column) == (text, column)


def test_the_module_imports_nothing_of_wye():
    program = """
        import importlib.util, sys
        spec = importlib.util.spec_from_file_location("errors", sys.argv[1])
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
        assert not [name for name in sys.modules if name.partition(".")[0] in ("wye", "numpy", "torch")]
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program), errors.__file__], check=True, timeout=200)


def run_errors(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "wye.errors", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("wanted", ["WYE140", "wye140", "ArgumentError"])
def test_the_page_about_an_error_is_shown_by_its_code_or_its_name(wanted):
    done = run_errors(wanted)
    assert done.returncode == 0
    assert done.stdout.startswith("# WYE140: ArgumentError\n")
    assert done.stderr == ""


def test_without_a_code_the_list_of_all_errors_is_shown():
    done = run_errors()
    assert all(cls.code in done.stdout for cls in CONCRETE)


def test_an_unknown_code_is_refused_with_the_known_ones():
    done = run_errors("WYE999")
    assert done.returncode == 1
    assert "WYE140" in done.stderr
    assert done.stdout == ""
