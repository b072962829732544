"""Test classes for each kind of device: one class written, one class run for every device that there is.

Cold path.  In: a class whose tests take ``device``, and ``dtype`` where they say which.  Out: ``TestFooCPU`` and so on.
"""

from __future__ import annotations

import functools
import inspect
import os
import unittest
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.testing.cases import bound, own, runs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from wye.schema.values import dtype

__all__ = [
    "DEVICES",
    "all_types",
    "count_at_least",
    "dtypes",
    "dtypes_on",
    "instantiate_device_type_tests",
    "large",
    "only_on",
    "only_on_native",
    "precision",
    "skip_on",
    "tol",
    "tolerance",
]

DEVICES: Final = ("cpu",)  # where wye.tensor can hold data
_EVERYWHERE: Final = "all"  # the key of dtypes that hold on devices without their own


class tol(NamedTuple):  # noqa: N801 - PyTorch's name
    """How far results may be from what is expected."""

    atol: float
    rtol: float


def all_types() -> list[str]:
    """The devices that tests can use."""
    return list(DEVICES)


def dtypes(*wanted: Any, device_type: str = _EVERYWHERE) -> Callable[[Any], Any]:
    """Mark a test to run once for each of these dtypes, given as ``dtype``; tuples of them are given as ``dtypes``.

    Args:
        wanted: The dtypes, or tuples of dtypes.
        device_type: Count on these devices alone, where they take the place of the others.
    """

    def mark(test: Any) -> Any:
        test.dtypes = {**getattr(test, "dtypes", {}), device_type: wanted}
        return test

    return mark


def dtypes_on(device_type: str) -> Callable[..., Callable[[Any], Any]]:
    """`dtypes` for one kind of device."""
    return functools.partial(dtypes, device_type=device_type)


def precision(allowed: Mapping[dtype, float]) -> Callable[[Any], Any]:
    """Mark a test to take results that are as far from what is expected, by dtype."""
    return tolerance({kind: tol(far, 0) for kind, far in allowed.items()})


def tolerance(allowed: Mapping[dtype, tol]) -> Callable[[Any], Any]:
    """Mark a test to take results that are as far from what is expected, absolutely and relatively, by dtype."""

    def mark(test: Any) -> Any:
        test.tolerances = dict(allowed)
        return test

    return mark


def only_on(*device_types: str | Iterable[str]) -> Callable[[Any], Any]:
    """Mark a test to run on these devices only."""
    wanted = tuple(name for given in device_types for name in _many(given))

    def mark(test: Any) -> Any:
        test.only_on = wanted
        return test

    return mark


def only_on_native(more: Iterable[str] = ()) -> Callable[[Any], Any]:
    """Mark a test to run on devices of the set, and on those named."""
    return only_on("cpu", "cuda", "meta", more)


def skip_on(device_type: str, condition: Any, reason: str) -> Callable[[Any], Any]:
    """A decorator that skips a test on one kind of device; a condition that is a text names an attribute of the test.

    Args:
        device_type: The kind of device.
        condition: Whether.
        reason: What the skip says.
    """

    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def run(self: Any, *args: Any, **kwargs: Any) -> Any:
            holds = getattr(self, condition, False) if isinstance(condition, str) else condition
            if holds and self.device_type == device_type:
                raise unittest.SkipTest(reason)
            return test(self, *args, **kwargs)

        return run

    return decorate


def count_at_least(number: int) -> Callable[[Any], Any]:
    """Mark a test that takes all devices of a kind, as ``devices``, and runs where there are so many."""

    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def run(self: Any, device: str, **arguments: Any) -> Any:
            devices = [device]
            if len(devices) < number:
                raise unittest.SkipTest(f"fewer than {number} devices detected")
            return test(self, devices, **arguments)

        vars(run).pop("__wrapped__")  # its signature is its own
        return run

    return decorate


def large(size: Any, device: Any = None, inductor: bool = True) -> Callable[[Any], Any]:
    """A decorator that skips a test where there is less free memory.

    Args:
        size: Bytes, a text as "4GB", or a function of the test's arguments that gives one of them.
        device: Accepted: there is one kind of memory.
        inductor: Accepted: nothing is compiled.
    """

    def needed(given: Any) -> int:
        return int(given) if isinstance(given, (int, float)) else int(float(given.upper().removesuffix("GB")) * 2**30)

    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> Any:
            asked = size(*args, **kwargs) if callable(size) else size
            if _free_memory() < needed(asked):
                raise unittest.SkipTest(f"less than {asked} of free memory")
            return test(*args, **kwargs)

        return run

    return decorate


def _free_memory() -> int:
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if "SC_AVPHYS_PAGES" in os.sysconf_names else 0


def instantiate_device_type_tests(
    generic: type,
    scope: dict[str, Any],
    except_for: str | Iterable[str] | None = None,
    only_for: str | Iterable[str] | None = None,
    **options: Any,
) -> None:
    """Put a class for each device into ``scope``, and take the written class out.

    Args:
        generic: The class; its tests are taken out of it.
        scope: Where the classes go: ``globals()``.
        except_for: Devices to leave out.
        only_for: The only devices to take.
        options: PyTorch's others, which concern devices that wye does not have.
    """
    scope.pop(generic.__name__, None)
    # The new classes derive from the written one, which `super()` in its methods needs.  Tests that it inherits are
    # not ones to be made.
    tests = {name: test for name, test in vars(generic).items() if name.startswith("test") and callable(test)}
    # What writes `super(self.__class__, self)` must be the new class's own: it would call itself for ever.
    moved = {name: method for name, method in vars(generic).items() if name not in tests and _asks_its_class(method)}
    for name in {**tests, **moved}:
        delattr(generic, name)
    for device in DEVICES:
        if device in _many(except_for) or (only_for is not None and device not in _many(only_for)):
            continue
        name = f"{generic.__name__}{device.upper()}"
        own = {**moved, "__module__": generic.__module__, "__qualname__": name, "device_type": device}
        made = type(name, (_OnDevice, generic), own)
        for attribute, test in tests.items():
            _add_runs(made, attribute, test, device)
        scope[name] = made


def _asks_its_class(method: Any) -> bool:
    return isinstance(method, FunctionType) and "__class__" in method.__code__.co_names


class _OnDevice:
    """What classes for a device have."""

    device_type: str

    @classmethod
    def get_primary_device(cls) -> str:
        """The device that a test runs on."""
        return cls.device_type

    @classmethod
    def get_all_devices(cls) -> list[str]:
        """All devices of its kind."""
        return [cls.device_type]


def _many(names: str | Iterable[str] | None) -> tuple[str, ...]:
    return () if names is None else (names,) if isinstance(names, str) else tuple(names)


def _add_runs(cls: type, name: str, test: Any, device: str) -> None:
    takes = inspect.signature(test).parameters
    for label, arguments, method in runs_of(test):
        given = {**arguments, "device": device} if "device" in takes else arguments
        if device not in getattr(test, "only_on", (device,)):
            method = unittest.skip(f"only on {', '.join(test.only_on)}")(method)  # noqa: PLW2901 - the same, skipped
        # The name of an operator stands where its decorator does: before the labels that are written below it.
        inside = bool(getattr(test, "op_labels_inside", 0))
        for op_name, after, more in _typed_runs(test, takes, device):
            for argument in arguments.keys() & more.keys():
                raise RuntimeError(f"{name}: the argument {argument} is handled multiple times")
            run = _decorated(method, test, more, cls, name, device, given)
            parts = (op_name, label) if inside else (label, op_name)
            full = "_".join(filter(None, (name, *parts, device, after)))
            setattr(cls, full, bound(_within(test, more, run), given | more))


def _decorated(
    method: Any, test: Any, more: dict[str, Any], cls: type, name: str, device: str, given: dict[str, Any]
) -> Any:
    """The test with the decorators that its operator has for it, and it for the operator."""
    op, kind = more.get(getattr(test, "op_argument", "op")), more.get("dtype")
    if op is None:
        return method
    decorators = [*op.get_decorators(cls.__bases__[1].__name__, name, device, kind, given)]
    decorators += filter(None, (spec.decorator(op, device, kind) for spec in getattr(test, "op_skips", ())))
    return functools.reduce(lambda decorated, decorator: decorator(decorated), decorators, own(method))


def _within(test: Any, more: dict[str, Any], run: Any) -> Any:
    """The test with the tolerances that it has for its dtype."""
    allowed = getattr(run, "tolerances", {}).get(more.get("dtype"))
    if allowed is None:
        return run

    @functools.wraps(run)
    def tolerant(self: Any, **arguments: Any) -> Any:
        before = self.precision, self.rel_tol
        self.precision, self.rel_tol = (max(pair) for pair in zip(before, allowed, strict=True))
        try:
            return run(self, **arguments)
        finally:
            self.precision, self.rel_tol = before

    return tolerant


def _typed_runs(test: Any, takes: Any, device: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The runs that a test's dtypes and operators give: parts of their names, and arguments."""
    argument = getattr(test, "op_argument", "op")
    for op, kind, *rest in getattr(test, "op_runs", ()):
        label, given = rest or ("", {})
        more = {argument: op, **given}
        if kind is not None and "dtype" in takes:
            more["dtype"] = kind
        name = "_".join(filter(None, (op.formatted_name, label)))
        yield name, "" if kind is None else kind.name, more
    known = getattr(test, "dtypes", {})
    if hasattr(test, "op_runs"):
        if known.get(device, known.get(_EVERYWHERE)) and "dtype" in takes:
            raise RuntimeError(f"{test.__name__}: the argument dtype is handled multiple times")
        return
    for kind in known.get(device, known.get(_EVERYWHERE, (None,))):
        if kind is None:
            yield "", "", {}
        elif isinstance(kind, tuple | list):
            yield "", "_".join(one.name for one in kind), {"dtypes": tuple(kind)}
        else:
            yield "", kind.name, {"dtype": kind}
