"""The pytest plugin: tests of operators, made from their sample inputs.

A test module that gives samples by `wye.testing.opcheck_samples` gets five tests for that operator, one for each check.
``pytest --opcheck NAMESPACE`` makes them for all operators of a namespace.

Loaded with pytest, wherever wye is installed: imports the rest of wye only when there is something to check.
"""

from __future__ import annotations

import importlib
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["OpCheckItem"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("wye", "checks of operators")
    group.addoption(
        "--opcheck", action="append", default=[], metavar="NAMESPACE", help="check all operators of a namespace"
    )
    group.addoption(
        "--opcheck-import", action="append", default=[], metavar="MODULE", help="a module that defines operators"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Announce the marker of the tests that are made here."""
    config.addinivalue_line("markers", "opcheck: made by wye from sample inputs of an operator")


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> list[OpCheckItem] | None:
    """Make tests of samples in a test module."""
    if type(obj).__module__ != "wye.testing.operator_checks.samples" or not hasattr(obj, "make"):
        return None
    samples: Any = obj
    return list(_items(collector, name, samples.op, samples))


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the tests of whole namespaces."""
    namespaces = config.getoption("--opcheck")
    if not namespaces:
        return
    for module in config.getoption("--opcheck-import"):
        importlib.import_module(module)
    report = importlib.import_module("wye.testing.operator_checks.report")
    samples_of = importlib.import_module("wye.testing.operator_checks.samples").samples_of
    for namespace in namespaces:
        for op in report.operators_in(namespace):
            items.extend(_items(session, str(op), op, partial(samples_of, op)))


def _items(parent: Any, name: str, op: Any, samples: Callable[[], Any]) -> Iterator[OpCheckItem]:
    for check in importlib.import_module("wye.testing.operator_checks").ALL_TEST_UTILS:
        item: OpCheckItem = OpCheckItem.from_parent(parent, name=f"{name}[{check}]")
        item.op, item.samples, item.check = op, samples, check
        item.add_marker("opcheck")
        yield item


class OpCheckItem(pytest.Item):
    """One check of one operator, on all its samples.

    Attributes:
        op: The operator.
        samples: Makes the samples.
        check: The name of the check.
    """

    op: Any
    samples: Callable[[], Any]
    check: str

    def runtest(self) -> None:
        """Run the check.

        Raises:
            OpCheckError: it failed.
        """
        report = importlib.import_module("wye.testing.operator_checks.report")
        try:
            samples = self.samples()
        except LookupError as error:
            pytest.skip(str(error))
        found = report.check_samples(self.op, samples, self.check)
        if isinstance(found, Exception):
            raise importlib.import_module("wye.testing.operator_checks.run").failure(self.check, found) from found

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is wrong and what to change; the traceback of the operator's own code."""
        error = excinfo.value
        if type(error).__name__ != "OpCheckError" or error.__cause__ is None:
            return super().repr_failure(excinfo, style)
        cause = pytest.ExceptionInfo.from_exception(error.__cause__)
        return "\n".join((str(error), *getattr(error, "__notes__", ()), "", str(cause.getrepr(style="short"))))

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where the test is from, and its name."""
        return self.path, None, f"{self.op.name()} {self.name}"
