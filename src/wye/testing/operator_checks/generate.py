"""generate_opcheck_tests: from each test of a class, one more test for each check of the operators that it calls.

Cold path.  A made test runs the original under `OpCheckMode`, which checks every call of an operator of the given
namespaces; files of known failures say which are expected to fail.
"""

from __future__ import annotations

import functools
import inspect
import threading
import unittest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import wye.shown as shown
from wye.call import OpOverload, OpOverloadPacket
from wye.errors import OpCheckError
from wye.inspection.operators import lookup_op
from wye.modes import FunctionMode
from wye.schema.tags import Tag
from wye.tensors import Tensor
from wye.testing.operator_checks.arguments import copied, has_data
from wye.testing.operator_checks.failures import (
    FailuresDict,
    accepts_failures,
    validate_failures_dict_formatting,
    validate_failures_dict_structure,
)
from wye.testing.operator_checks.run import ALL_TEST_UTILS, DEFAULT_TEST_UTILS, resolve_unique_overload_or_throw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = [
    "OpCheckMode",
    "dont_generate_opcheck_tests",
    "generate_opcheck_tests",
    "generate_repro",
    "generate_tag_tests",
    "is_inside_opcheck_mode",
]

_SMALL: Final = 64  # elements of a tensor that a script shows


class _Inside(threading.local):
    active: bool = False


_inside: Final = _Inside()


def is_inside_opcheck_mode() -> bool:
    """Is a test running under a check?"""
    return _inside.active


def dont_generate_opcheck_tests(reason: str) -> Callable[[Any], Any]:
    """A decorator for tests that no other tests are made from."""

    def mark(test: Any) -> Any:
        test._torch_dont_generate_opcheck_tests = True
        return test

    return mark


def generate_opcheck_tests(
    testcase: Any,
    namespaces: list[str],
    failures_dict_path: str | None = None,
    additional_decorators: Mapping[str, Sequence[Callable[..., Any]]] | None = None,
    test_utils: Iterable[str] = DEFAULT_TEST_UTILS,
) -> None:
    """Add to a class of tests, for each test and each check, a test named ``<check>__<test>``.

    It runs the original test, and the check on each call of an operator of the namespaces.  An operator named in the
    file of known failures and tagged as fit for compilers gets a test, too, that none of its failures is known.

    Args:
        testcase: A subclass of ``unittest.TestCase``.
        namespaces: Whose operators are checked.
        failures_dict_path: The file of known failures; by default ``failures_dict.json`` beside the calling module, if
            there is one.
        additional_decorators: Name of a made test -> decorators of it.
        test_utils: The checks.

    Raises:
        RuntimeError: a name is taken, or the file names what does not exist, or is not in its one form.
        KeyError: there is no such check.
    """
    utilities = list(test_utils)
    path = failures_dict_path or str(Path(_calling_file()).with_name("failures_dict.json"))
    if failures_dict_path is None and not accepts_failures() and not Path(path).exists():
        known = FailuresDict(path, {})
    else:
        known = FailuresDict.load(path, create_file=accepts_failures())
        validate_failures_dict_structure(known, utilities, testcase)
        validate_failures_dict_formatting(path)
    decorators = additional_decorators or {}
    for name in [name for name in dir(testcase) if name.startswith("test_") and callable(getattr(testcase, name))]:
        for utility in utilities:
            _add_test(testcase, name, (utility, ALL_TEST_UTILS[utility]), namespaces, known, decorators)
    generate_tag_tests(testcase, known, decorators)


def _calling_file() -> str:
    frame = inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    return frame.f_code.co_filename if frame is not None else ""


def _put(testcase: Any, name: str, test: Any, decorators: Mapping[str, Sequence[Callable[..., Any]]]) -> None:
    if hasattr(testcase, name):
        raise RuntimeError(
            f"Tried to autogenerate {name} but {testcase} already has method named {name}. Please rename the original "
            "method on the TestCase."
        )
    for decorator in decorators.get(name, ()):
        test = decorator(test)
    setattr(testcase, name, test)


def _add_test(
    testcase: Any,
    name: str,
    utility: tuple[str, Callable[..., Any]],
    namespaces: list[str],
    known: FailuresDict,
    decorators: Mapping[str, Sequence[Callable[..., Any]]],
) -> None:
    original = getattr(testcase, name)
    if getattr(original, "_torch_dont_generate_opcheck_tests", False):
        return
    made_name = f"{utility[0]}__{name}"

    @functools.wraps(original)
    def test(*args: Any, **kwargs: Any) -> None:
        with OpCheckMode(namespaces, *utility, known, f"{testcase.__name__}.{made_name}", known.path):
            original(*args, **kwargs)

    test.__name__ = made_name
    test.__qualname__ = f"{testcase.__qualname__}.{made_name}"
    _put(testcase, made_name, test, decorators)


def generate_tag_tests(
    testcase: Any, failures_dict: FailuresDict, additional_decorators: Mapping[str, Sequence[Callable[..., Any]]]
) -> None:
    """Add a test for each operator with known failures: it must not be tagged ``pt2_compliant_tag``."""
    for qualname, tests in failures_dict.data.items():
        # graphs with fixed shapes are no part of what the tag promises
        failing = [
            name
            for name, entry in tests.items()
            if entry["status"] == "xfail" and "test_aot_dispatch_static" not in name
        ]

        def test(self: Any, qualname: str = qualname, failing: list[str] = failing) -> None:
            try:
                op = lookup_op(qualname)
            except AttributeError as error:  # what defines it is not loaded here
                raise unittest.SkipTest(f"Can't import operator {qualname}") from error
            if failing and Tag.pt2_compliant_tag in op.tags:
                raise AssertionError(
                    f"op '{qualname}' was tagged with torch.Tag.pt2_compliant_tag but it failed some of the generated "
                    f"opcheck tests ({failing}). This may lead to silent correctness issues, please fix this."
                )

        name = qualname.replace("::", "_").replace(".", "_")
        _put(testcase, f"test_pt2_compliant_tag_{name}", test, additional_decorators)


class OpCheckMode(FunctionMode):
    """Runs a check on each call of operators of some namespaces, and raises at the end if one failed.

    Args:
        namespaces: Whose operators are checked.
        test_util_name: The name of the check.
        test_util: The check: takes an operator, its arguments, and ``copy_inputs``.
        failures_dict: Known failures.
        test_name: The name of the running test, as the known failures have it.
        failures_dict_path: Where they are from.
    """

    def __init__(
        self,
        namespaces: list[str],
        test_util_name: str,
        test_util: Callable[..., Any],
        failures_dict: FailuresDict,
        test_name: str,
        failures_dict_path: str,
    ) -> None:
        self.namespaces, self.test_util_name, self.test_util = namespaces, test_util_name, test_util
        self.failures_dict, self.test_name, self.failures_dict_path = failures_dict, test_name, failures_dict_path
        self.seen_ops_to_errors: dict[str, list[tuple[Exception, OpOverload, tuple[Any, ...], dict[str, Any]]]] = {}

    def __enter__(self) -> Self:
        self.seen_ops_to_errors = {}
        self._was_inside, _inside.active = _inside.active, True
        return super().__enter__()

    def __exit__(self, *exc: object) -> None:
        _inside.active = self._was_inside
        super().__exit__(*exc)
        if exc[0] is None:
            self.maybe_raise_errors_on_exit()

    def __wye_function__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Call an operator, and check it if it belongs to the namespaces."""
        kwargs = kwargs or {}
        if not isinstance(func, (OpOverload, OpOverloadPacket)) or _namespace(func) not in self.namespaces:
            return func(*args, **kwargs)
        op = resolve_unique_overload_or_throw(func) if isinstance(func, OpOverloadPacket) else func
        name = op.name().removesuffix(".default")
        if not has_data((args, kwargs)) or self.failures_dict.get_status(name, self.test_name) == "skip":
            return func(*args, **kwargs)
        copies = copied((args, kwargs))
        result = func(*args, **kwargs)
        errors = self.seen_ops_to_errors.setdefault(name, [])
        try:
            self.test_util(op, *copies, copy_inputs=False)
        except Exception as error:  # noqa: BLE001 - reported at the end
            errors.append((error, op, args, kwargs))
        return result

    def maybe_raise_errors_on_exit(self) -> None:
        """Compare what failed with what is known to fail.

        Raises:
            OpCheckError: an operator failed unexpectedly, or one that is known to fail did not.
        """
        failed = []
        for name, errors in self.seen_ops_to_errors.items():
            expected = self.failures_dict.get_status(name, self.test_name)
            if bool(errors) == (expected == "xfail"):
                continue
            if accepts_failures():
                self.failures_dict.set_status(name, self.test_name, "xfail" if errors else "xsuccess")
            elif errors:
                failed.append(name)
            else:
                raise OpCheckError(
                    f"generate_opcheck_tests: Unexpected success for operator {name} on test {self.test_name}. This "
                    "may mean that you have fixed this test failure. Please rerun the test with "
                    "PYTORCH_OPCHECK_ACCEPT=1 to automatically update the test runner or manually remove the expected "
                    f"failure in the failure dict at {self.failures_dict_path}."
                )
        if accepts_failures():
            self.failures_dict.save()
        if failed:
            error, op, args, kwargs = self.seen_ops_to_errors[failed[0]][0]
            made = OpCheckError(
                f"Test generated by `generate_opcheck_tests`, {self.test_name}, failed on operators {failed}. This "
                "usually means that the operators are not implemented correctly and may lead to silently incorrect "
                "behavior. Set PYTORCH_OPCHECK_ACCEPT=1 to accept the failures as known. To reproduce this problem "
                f"locally, try to run the following:\n{generate_repro(self.test_util_name, op, args, kwargs)}"
            )
            for note in getattr(error, "__notes__", ()):
                made.add_note(note)
            raise made from error


def _namespace(func: OpOverload | OpOverloadPacket) -> str:
    name = func.name() if isinstance(func, OpOverload) else func._qualified_op_name
    return name.partition("::")[0]


def generate_repro(test: str, op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any], **options: Any) -> str:
    """A script that runs one check again, with the same arguments where they are small.

    Args:
        test: The name of the check.
        op: The operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.
        options: Options of PyTorch, accepted.
    """
    package, line = shown.package, "# " + "=" * 57
    by_name = ", ".join(f"{name!r}: {_as_code(value)}" for name, value in kwargs.items())
    by_place = "".join(f"{_as_code(value)}, " for value in args)
    return "\n".join(
        (
            line,
            "# BEGIN REPRO SCRIPT",
            line,
            f"import {package}",
            f"from {package}.library import opcheck",
            "",
            "# Import the module that defines the operator first.",
            f"op = {package}.ops.{op}",
            f"args = ({by_place.strip()})",
            f"kwargs = {{{by_name}}}",
            f'opcheck(op, args, kwargs, test_utils="{test}")',
            line,
            "# END REPRO SCRIPT",
            line,
            "",
        )
    )


def _as_code(value: Any) -> str:
    if isinstance(value, (list, tuple)) and any(isinstance(item, Tensor) for item in value):
        return f"[{', '.join(map(_as_code, value))}]"
    if not isinstance(value, Tensor):
        return repr(value)
    grad = ", requires_grad=True" if value.requires_grad else ""
    if value.numel() <= _SMALL and value.is_contiguous():
        return f"{shown.package}.tensor({value.detach().tolist()}, dtype={value.dtype}{grad})"
    made = f"{shown.package}.empty_strided({tuple(value.shape)}, {value.stride()}, dtype={value.dtype}).fill_(1)"
    return f"{made}.requires_grad_()" if grad else made
