"""unittest for people who test operators: tensors compare by value, expected texts stand in the test.

Cold path.  PyTorch's dispatcher tests are written against these names.
"""

from __future__ import annotations

import itertools
import unittest
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from wye.tensors import Tensor

__all__ = ["TestCase", "assert_close", "instantiate_parametrized_tests", "parametrize", "run_tests", "subtest"]

_T = TypeVar("_T", bound=type)


def assert_close(actual: Any, expected: Any, *, rtol: float = 1e-5, atol: float = 1e-8) -> None:
    """Raise AssertionError unless two tensors, arrays, numbers, or containers of them are close.

    >>> assert_close([1.0, 2.0], [1.0, 2.0])
    """
    if isinstance(expected, Mapping):
        assert_close(sorted(actual), sorted(expected))
        for key in expected:
            assert_close(actual[key], expected[key], rtol=rtol, atol=atol)
    elif isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(f"{len(actual)} items, expected {len(expected)}")
        for one, other in zip(actual, expected, strict=True):
            assert_close(one, other, rtol=rtol, atol=atol)
    elif isinstance(expected, str) or expected is None:
        if actual != expected:
            raise AssertionError(f"{actual!r} is not {expected!r}")
    else:
        import numpy as np  # here: only who compares numbers needs NumPy

        np.testing.assert_allclose(_array(actual), _array(expected), rtol=rtol, atol=atol)


def _array(value: Any) -> Any:
    return value.numpy() if isinstance(value, Tensor) else value


class TestCase(unittest.TestCase):
    """A unittest.TestCase whose ``assertEqual`` compares tensors by shape, dtype and value."""

    maxDiff = None

    def assertEqual(self, first: Any, second: Any, msg: Any = None, **tolerances: Any) -> None:  # noqa: N802
        """Fail unless the two are equal; tensors and arrays element by element."""
        if isinstance(first, Tensor) and isinstance(second, Tensor):
            super().assertEqual((first.shape, first.dtype), (second.shape, second.dtype), msg)  # noqa: PT009
            first, second = first.tolist(), second.tolist()
        super().assertEqual(first, second, msg)  # noqa: PT009 - the method that this one refines

    def assertExpectedInline(self, actual: str, expect: str, skip: int = 0) -> None:  # noqa: N802
        """Fail unless ``actual`` is the text that stands in the test."""
        self.assertMultiLineEqual(expect, actual)  # noqa: PT009 - this is a TestCase


class subtest:  # noqa: N801 - PyTorch's name
    """One set of values for `parametrize`, with a name."""

    def __init__(self, values: Any, name: str | None = None, decorators: Iterable[Callable[..., Any]] = ()) -> None:
        self.values, self.name, self.decorators = values, name, tuple(decorators)


def parametrize(names: str, values: Iterable[Any], name_fn: Callable[..., str] | None = None) -> Callable[..., Any]:
    """Mark a test method to run once for each of the values; `instantiate_parametrized_tests` makes the methods.

    Args:
        names: Argument names, with commas between.
        values: One value, or a tuple of values, or a `subtest`, for each run.
        name_fn: Gives the end of a run's name.
    """
    wanted = [name.strip() for name in names.split(",")]

    def mark(test: Any) -> Any:
        runs = []
        for number, value in enumerate(values):
            case = value if isinstance(value, subtest) else subtest(value)
            given = (case.values,) if len(wanted) == 1 and not isinstance(value, subtest) else tuple(_many(case.values))
            label = case.name or (name_fn(*given) if name_fn else _label(wanted, given, number))
            runs.append((label, dict(zip(wanted, given, strict=True)), case.decorators))
        test.__dict__.setdefault("parametrized", []).append(runs)
        return test

    return mark


def _many(values: Any) -> Any:
    return values if isinstance(values, (list, tuple)) else (values,)


def _label(names: list[str], values: tuple[Any, ...], number: int) -> str:
    if all(isinstance(value, (str, int, float, bool)) for value in values):
        return "_".join(f"{name}_{value}" for name, value in zip(names, values, strict=True))
    return f"{'_'.join(names)}{number}"


def instantiate_parametrized_tests(cls: _T) -> _T:
    """Replace the parametrized test methods of a class by one method for each run."""
    for name, test in list(vars(cls).items()):
        dimensions = getattr(test, "parametrized", None)
        if not dimensions:
            continue
        delattr(cls, name)
        for runs in itertools.product(*reversed(dimensions)):
            full = "_".join([name, *(label for label, _, _ in runs)]).replace(" ", "_")
            arguments: dict[str, Any] = {}
            method = test
            for _, values, decorators in runs:
                arguments |= values
                for decorator in decorators:
                    method = decorator(method)
            setattr(cls, full, _bound(method, arguments))
    return cls


def _bound(test: Callable[..., Any], arguments: dict[str, Any]) -> Callable[..., Any]:
    def run(self: Any) -> Any:
        return test(self, **arguments)

    return run


def run_tests(argv: list[str] | None = None) -> None:
    """Run the tests of the main module."""
    unittest.main(argv=argv)
