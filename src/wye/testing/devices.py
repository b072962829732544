"""Test classes for each kind of device: one class written, one class run for every device that there is.

Cold path.  In: a class whose tests take ``device``, and ``dtype`` where they say which.  Out: ``TestFooCPU`` and so on.
"""

from __future__ import annotations

import inspect
import unittest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.testing.cases import bound, runs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wye.schema.values import dtype

__all__ = ["DEVICES", "all_types", "dtypes", "instantiate_device_type_tests", "only_on", "tol"]

DEVICES: Final = ("cpu",)  # where wye.tensor can hold data


class tol(NamedTuple):  # noqa: N801 - PyTorch's name
    """How far results may be from what is expected."""

    atol: float
    rtol: float


def all_types() -> list[str]:
    """The devices that tests can use."""
    return list(DEVICES)


def dtypes(*wanted: dtype) -> Callable[[Any], Any]:
    """Mark a test to run once for each of these dtypes, given as ``dtype``."""

    def mark(test: Any) -> Any:
        test.dtypes = wanted
        return test

    return mark


def only_on(*device_types: str) -> Callable[[Any], Any]:
    """Mark a test to run on these devices only."""

    def mark(test: Any) -> Any:
        test.only_on = device_types
        return test

    return mark


def instantiate_device_type_tests(
    generic: type,
    scope: dict[str, Any],
    except_for: str | Iterable[str] | None = None,
    only_for: str | Iterable[str] | None = None,
    **options: Any,
) -> None:
    """Put a class for each device into ``scope``, and take the written class out.

    Args:
        generic: The class.
        scope: Where the classes go: ``globals()``.
        except_for: Devices to leave out.
        only_for: The only devices to take.
        options: PyTorch's others, which concern devices that wye does not have.
    """
    scope.pop(generic.__name__, None)
    for device in DEVICES:
        if device in _many(except_for) or (only_for is not None and device not in _many(only_for)):
            continue
        name = f"{generic.__name__}{device.upper()}"
        # Its own bases come first: a test that the class inherits is not one to be made.
        made = type(name, generic.__bases__, {"__module__": generic.__module__, "__qualname__": name})
        made.device_type = device  # type: ignore[attr-defined]
        for attribute, value in vars(generic).items():
            if attribute in ("__dict__", "__weakref__", "__module__", "__qualname__"):
                continue
            if attribute.startswith("test") and callable(value):
                _add_runs(made, attribute, value, device)
            else:
                setattr(made, attribute, value)
        scope[name] = made


def _many(names: str | Iterable[str] | None) -> tuple[str, ...]:
    return () if names is None else (names,) if isinstance(names, str) else tuple(names)


def _add_runs(cls: type, name: str, test: Any, device: str) -> None:
    takes = inspect.signature(test).parameters
    for label, arguments, method in runs_of(test):
        given = {**arguments, "device": device} if "device" in takes else arguments
        full = "_".join(filter(None, (name, label, device if "device" in takes else "")))
        if device not in getattr(test, "only_on", (device,)):
            method = unittest.skip(f"only on {', '.join(test.only_on)}")(method)  # noqa: PLW2901 - the same, skipped
        for pattern, more in _typed_runs(test, takes):
            setattr(cls, pattern.format(name=name, full=full, device=device), bound(method, given | more))


def _typed_runs(test: Any, takes: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Names and arguments of the runs that a test's dtypes and operators give."""
    for op, kind in getattr(test, "op_runs", ()):
        more = {"op": op} if kind is None or "dtype" not in takes else {"op": op, "dtype": kind}
        parts = ["{name}", op.formatted_name, "{device}", *([] if kind is None else [kind.name])]
        yield "_".join(parts), more
    if hasattr(test, "op_runs"):
        return
    for kind in getattr(test, "dtypes", (None,)):
        yield ("{full}", {}) if kind is None else ("{full}_" + kind.name, {"dtype": kind})
