"""unittest for tests of operators: tensors compare by value, expected texts are written in the test.

Cold path.  PyTorch's dispatcher tests are written against these names.
"""

from __future__ import annotations

import functools
import itertools
import os
import subprocess
import sys
import unittest
import warnings
from contextlib import contextmanager
from numbers import Number
from typing import TYPE_CHECKING, Any, TypeVar

import wye.shown as shown
from wye.grad_mode import is_grad_enabled, set_grad_enabled
from wye.schema.values import device, dtype
from wye.tensors import Tensor, tensor
from wye.testing.comparing import assert_same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "TestCase",
    "bound",
    "first_sample",
    "instantiate_parametrized_tests",
    "own",
    "parametrize",
    "reparametrize",
    "run_tests",
    "runs_of",
    "subtest",
    "swap",
]

_T = TypeVar("_T", bound=type)


class TestCase(unittest.TestCase):
    """A unittest.TestCase whose ``assertEqual`` compares tensors by shape, dtype and value."""

    maxDiff = None
    exact_dtype = True
    precision, rel_tol = 0.0, 0.0  # how far results may be off, where the dtype's tolerances are smaller

    def setUp(self) -> None:
        """Start the random streams anew, so that a test draws the same numbers alone and after others."""
        from wye.testing.surroundings import seed_everything  # here: it loads NumPy

        seed_everything()
        self.addCleanup(set_grad_enabled, is_grad_enabled())

    def assertEqual(self, first: Any, second: Any, msg: Any = None, **allowed: Any) -> None:  # noqa: N802
        """Fail unless the two are equal; tensors and arrays element by element, up to rounding.

        Args:
            first: One value.
            second: The other.
            msg: A text to add; or a function from the error's message to another message.
            allowed: ``rtol``, ``atol``, ``exact_dtype``, ``exact_stride`` of `assert_same`; PyTorch's other options
                change nothing here.
        """
        known = {name: allowed[name] for name in ("rtol", "atol", "exact_dtype", "exact_stride") if name in allowed}
        known.setdefault("exact_dtype", self.exact_dtype)
        try:
            assert_same(first, second, **known, at_least=(self.rel_tol, self.precision))
        except AssertionError as error:
            words = msg(str(error)) if callable(msg) else _with_message(str(error), msg, self.longMessage)
            raise self.failureException(words) from None

    def assertNotEqual(self, first: Any, second: Any, msg: Any = None, **allowed: Any) -> None:  # noqa: N802
        """Fail if `assertEqual` does not."""
        with self.assertRaises(AssertionError, msg=msg):  # noqa: PT027 - this is a TestCase
            self.assertEqual(first, second, **allowed)  # noqa: PT009 - this is a TestCase

    def assertExpectedInline(self, actual: Any, expect: str, skip: int = 0) -> None:  # noqa: N802
        """Fail unless ``actual`` is the text that is written in the test."""
        self.assertMultiLineEqual(expect, actual if isinstance(actual, str) else str(actual))  # noqa: PT009

    def assertExpectedRaisesInline(  # noqa: N802 - PyTorch's name
        self, exc_type: type[BaseException], callable: Callable[..., Any], expect: str, *args: Any, **kwargs: Any
    ) -> None:
        """Fail unless the call raises an error with the text that is written in the test."""
        with self.assertRaises(exc_type) as caught:  # noqa: PT027 - this is a TestCase
            callable(*args, **kwargs)
        self.assertExpectedInline(str(caught.exception), expect)

    def assertEqualIgnoreType(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802 - PyTorch's name
        """`assertEqual` for tensors of whatever dtypes."""
        self.assertEqual(*args, exact_dtype=False, **kwargs)  # noqa: PT009 - this is a TestCase

    def assertExpectedInlineMunged(  # noqa: N802 - PyTorch's name
        self, exc_type: type[BaseException], callable: Callable[..., Any], expect: str, **options: Any
    ) -> None:
        """`assertExpectedRaisesInline` of a call without arguments."""
        self.assertExpectedRaisesInline(exc_type, callable, expect)

    def assertObjectIn(self, member: object, container: Iterable[object]) -> None:  # noqa: N802 - PyTorch's name
        """Fail unless the object itself is in the container."""
        self.assertTrue(any(member is other for other in container), "the object is not in the container")  # noqa: PT009

    def assertEqualTypeString(self, first: Any, second: Any) -> None:  # noqa: N802 - PyTorch's name
        """Fail unless two tensors have the same device and dtype."""
        self.assertEqual((first.device, first.dtype), (second.device, second.dtype))  # noqa: PT009

    def assertEqualBroadcasting(self, first: Any, second: Any, *args: Any, **allowed: Any) -> None:  # noqa: N802
        """`assertEqual` where one number may stand for all elements."""
        full = first.new_empty(first.shape).fill_(second) if isinstance(second, Number) else second.expand(first.shape)
        self.assertEqual(first, full, *args, **allowed)  # noqa: PT009

    def compare_with_numpy(
        self, fn: Callable[..., Any], reference: Callable[..., Any], data: Any, device: Any = None, dtype: Any = None,
        **allowed: Any,
    ) -> None:  # fmt: skip
        """Fail unless a function of tensors gives what a function of arrays gives.

        Args:
            fn: The function of tensors.
            reference: The function of arrays.
            data: A tensor; or numbers, with ``device`` and ``dtype``.
            device: Where the tensor of numbers is.
            dtype: Its dtype.
            allowed: Tolerances of `assertEqual`.
        """
        import numpy as np  # here: PyTorch's names are importable before NumPy is loaded

        given = data if isinstance(data, Tensor) else tensor(data, device=device, dtype=dtype)
        result, expected = fn(given), reference(given.detach().cpu().numpy())
        if isinstance(expected, np.bool_):  # a truth value of NumPy's is a number here, of whatever dtype
            expected = tensor(expected, device=result.device).to(result.dtype)
        elif not isinstance(expected, Tensor):
            expected = tensor(expected, device=result.device)
        self.assertEqual(result, expected.reshape(result.shape), **allowed)  # noqa: PT009

    def compare_with_reference(
        self, fn: Callable[..., Any], reference: Callable[..., Any], sample: Any, **allowed: Any
    ) -> None:
        """Fail unless a function gives for a sample what a function of arrays gives for it in arrays."""
        arrays = sample.numpy()
        result = fn(sample.input, *sample.args, **sample.kwargs)
        expected = reference(arrays.input, *arrays.args, **arrays.kwargs)
        self.assertEqual(result, expected, exact_dtype=False, **allowed)  # noqa: PT009

    def assertNotWarn(self, callable: Callable[..., Any], msg: str = "") -> None:  # noqa: N802
        """Fail if the call warns."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            callable()
        self.assertEqual(len(caught), 0, msg)  # noqa: PT009 - this is a TestCase

    def check_nondeterministic_alert(self, fn: Callable[[], Any], caller_name: str, should_alert: bool = True) -> None:
        """Fail unless a call is refused, or warns, exactly where it should as deterministic algorithms are wanted.

        Args:
            fn: The call.
            caller_name: What the error calls the operation.
            should_alert: Is it refused?
        """
        from wye.testing.surroundings import Deterministic  # here: it loads NumPy

        words = f"{caller_name} does not have a deterministic implementation, but you set"
        with Deterministic(True):
            if should_alert:
                self.assertRaisesRegex(RuntimeError, words, fn)  # noqa: PT027 - this is a TestCase
            else:
                fn()
        with Deterministic(True, warn_only=True):
            if should_alert:
                self.assertWarnsRegex(UserWarning, words, fn)
                return
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                fn()
        self.assertFalse([one for one in caught if words in str(one.message)], "it warned")  # noqa: PT009

    @staticmethod
    def run_process_no_exception(code: str, env: dict[str, str] | None = None) -> tuple[bytes, bytes]:
        """Run a program in a process of its own, with `wye.compat.torch` for torch if it stands for it here.

        Returns:
            What it wrote to its output, and its errors.
        """
        compat = ["-m", "wye.compat.torch"] if shown.package == "torch" else []
        done = subprocess.run([sys.executable, *compat, "-c", code], capture_output=True, env=env, check=False)
        return done.stdout, done.stderr

    @staticmethod
    def runWithPytorchAPIUsageStderr(code: str) -> str:  # noqa: N802 - PyTorch's name
        """Run a program in a process of its own and return its errors, as those of a program that is no test."""
        env = {name: value for name, value in os.environ.items() if name not in ("CI", "TEST_SHOWLOCALS")}
        return TestCase.run_process_no_exception(code, env | {"PYTORCH_API_USAGE_STDERR": "1"})[1].decode("ascii")

    @contextmanager
    def assertWarnsOnceRegex(self, category: type[Warning], regex: str = "") -> Iterator[None]:  # noqa: N802
        """Fail unless there is a warning like this inside."""
        from wye.testing.surroundings import warning_always  # here: it loads NumPy

        with warning_always(True), self.assertWarnsRegex(category, regex):
            yield


def first_sample(case: unittest.TestCase, samples: Iterable[Any]) -> Any:
    """The first of the samples; the test is skipped where there are none."""
    for sample in samples:
        return sample
    raise unittest.SkipTest("Skipped! Need at least 1 sample input")


def _with_message(words: str, msg: Any, both: bool) -> str:
    """The words of an error with a test's own: below them, or alone where ``longMessage`` is off, as PyTorch does."""
    return words if not msg else f"{words}\n{msg}" if both else str(msg)


class subtest:  # noqa: N801 - PyTorch's name
    """One set of values for `parametrize`, with a name."""

    def __init__(
        self, arg_values: Any, name: str | None = None, decorators: Iterable[Callable[..., Any]] | None = None
    ) -> None:
        self.arg_values, self.name, self.decorators = arg_values, name, tuple(decorators or ())


def parametrize(
    arg_str: str, arg_values: Iterable[Any], name_fn: Callable[..., str] | None = None
) -> Callable[..., Any]:
    """Mark a test method to run once for each of the values; `instantiate_parametrized_tests` makes the methods.

    Args:
        arg_str: Argument names, with commas between.
        arg_values: One value, or a tuple of values, or a `subtest`, for each run.
        name_fn: Gives the end of a run's name.
    """
    wanted = [name for name in map(str.strip, arg_str.split(",")) if name]

    def mark(test: Any) -> Any:
        if not wanted:
            return test
        runs = []
        for number, value in enumerate(arg_values):
            case = value if isinstance(value, subtest) else subtest(value)
            given = (case.arg_values,) if len(wanted) == 1 else tuple(case.arg_values)
            label = case.name or (name_fn(*given) if name_fn else _label(wanted, given, number))
            runs.append((label, dict(zip(wanted, given, strict=True)), case.decorators))
        test.__dict__.setdefault("parametrized", []).append(runs)
        return test

    return mark


def reparametrize(
    parametrizer: Callable[..., Any], adapter_fn: Callable[[str, dict[str, Any]], Iterable[Any]]
) -> Callable[..., Any]:
    """Mark a test method as `parametrize` does, with other runs.

    Args:
        parametrizer: What `parametrize` gave.
        adapter_fn: Given the end of a run's name and its arguments, it gives such pairs, or None for no run.
    """

    def mark(test: Any) -> Any:
        test = parametrizer(test)
        runs = test.parametrized.pop()
        test.parametrized.append(
            [(*made, rest) for label, given, rest in runs for made in adapter_fn(label, given) if made is not None]
        )
        return test

    return mark


def swap(values: Iterable[bool]) -> Callable[..., Any]:
    """Mark a test method to run once for each answer: do modules swap their parameters?  See `swapping_parameters`."""
    from wye.testing.surroundings import swapping_parameters  # here: it loads NumPy

    def mark(test: Any) -> Any:
        runs: list[tuple[str, dict[str, Any], Any]] = [
            (f"swap_{value}", {}, (swapping_parameters(value),)) for value in values
        ]
        test.__dict__.setdefault("parametrized", []).append(runs)
        return test

    return mark


def _label(names: list[str], values: tuple[Any, ...], number: int) -> str:
    return "_".join(_label_of(name, value, number) for name, value in zip(names, values, strict=True))


def _label_of(name: str, value: Any, number: int) -> str:
    """The part of a run's name that one argument gives, as PyTorch writes it."""
    if isinstance(value, dtype):
        return value.name
    if isinstance(value, device):
        return str(value)
    if isinstance(value, (str, int, float)):
        return f"{name}_{value}".replace(".", "_")
    return f"{name}{number}"


def runs_of(test: Any) -> Iterator[tuple[str, dict[str, Any], Callable[..., Any]]]:
    """The runs of a test: the end of their names, arguments by name, and the test with the runs' decorators.

    Raises:
        RuntimeError: two decorators give values for one argument.
        ValueError: a decorator was given no values.
    """
    choices = getattr(test, "parametrized", ())
    if not all(choices):
        raise ValueError(
            "An empty arg_values was passed to @parametrize. Note that this may result from reuse of a generator."
        )
    for runs in itertools.product(*reversed(choices)):
        arguments: dict[str, Any] = {}
        method = test
        for _, values, decorators in runs:
            for name in arguments.keys() & values.keys():
                raise RuntimeError(f"{test.__name__}: multiple parametrization decorators give values for {name}")
            arguments |= values
            if decorators:
                method = functools.reduce(lambda decorated, decorator: decorator(decorated), decorators, own(method))
        yield "_".join(label for label, _, _ in runs), arguments, method


def own(test: Callable[..., Any]) -> Callable[..., Any]:
    """A function that runs the test: decorators write on what they are given, and other runs have none of them."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> Any:
        return test(*args, **kwargs)

    return run


def instantiate_parametrized_tests(cls: _T) -> _T:
    """Replace the parametrized test methods of a class by one method for each run.

    Raises:
        RuntimeError: a test runs for operators or modules, which only classes for devices do.
    """
    for name, test in list(vars(cls).items()):
        if hasattr(test, "op_runs"):
            raise RuntimeError(
                f"{name} runs for operators or modules, which is intended to be used in a device-specific context: use "
                "instantiate_device_type_tests() instead of instantiate_parametrized_tests()"
            )
        if not hasattr(test, "parametrized"):
            continue
        delattr(cls, name)
        for label, arguments, method in runs_of(test):
            setattr(cls, f"{name}_{label}", bound(method, arguments))
    return cls


def bound(test: Callable[..., Any], arguments: dict[str, Any]) -> Callable[..., Any]:
    """A test method with these arguments given, under the decorators that it has for them."""

    def run(self: Any) -> Any:
        return test(self, **arguments)

    marks = {name: value for name, value in vars(test).items() if name not in ("parametrized", "__wrapped__")}
    vars(run).update(marks)  # unittest's: skipped, expected to fail
    decorators = (decorator for decorator, holds in getattr(test, "decorated_if", ()) if holds(arguments))
    return functools.reduce(lambda decorated, decorator: decorator(decorated), decorators, run)


def run_tests(argv: list[str] | None = None) -> None:
    """Run the tests of the main module."""
    unittest.main(argv=argv)
