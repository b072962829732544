"""Registering 2,000 operators with 5 kernels each; taking them back is not timed."""

from collections.abc import Callable, Iterator
from statistics import median

from wye import dispatch
from wye.bench.calls import noop
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, once
from wye.bench.sides import fresh_namespace, load_torch

__all__ = ["measure"]

OPERATORS = 2_000
KEYS = ("CPU", "CUDA", "Meta", "Autograd", "CompositeExplicitAutograd")
SCHEMA = "op{0}(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines: against torch's public library, and against the C++ object under it."""
    ways = {"wye": _wye}
    if load_torch() is not None:
        ways |= {"torch": _torch, "torch, low level": _torch_low_level}
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(effort.repeats):
        for name, way in ways.items():
            times[name].append(way())
    medians = {name: median(found) for name, found in times.items()}
    name = f"register {OPERATORS:,} operators x {len(KEYS)} kernels"
    each = f"{medians['wye'] / OPERATORS / (1 + len(KEYS)) * 1e6:.1f} us per define or impl"
    yield Line(name, medians, (at_most(1 / 2, "torch"),), each)
    if "torch" in ways:
        low = {"wye": medians["wye"], "torch": medians["torch, low level"]}
        yield Line("  beside torch._C._dispatch_library", low)


def _register(define: Callable[..., object], impl: Callable[[str, str], object]) -> None:
    for i in range(OPERATORS):
        define(SCHEMA.format(i))
        for key in KEYS:
            impl(f"op{i}", key)


def _wye() -> float:
    with dispatch.library("DEF", fresh_namespace()) as lib:
        return once(lambda: _register(lib.define, lambda name, key: lib.impl(name, noop, key)))


def _torch() -> float:
    lib = load_torch().library.Library(fresh_namespace(), "DEF")  # type: ignore[union-attr]
    try:
        return once(lambda: _register(lib.define, lambda name, key: lib.impl(name, noop, key)))
    finally:
        lib._destroy()


def _torch_low_level() -> float:
    lib = load_torch()._C._dispatch_library("DEF", fresh_namespace(), "")  # type: ignore[union-attr]
    try:
        return once(lambda: _register(lib.define, lambda name, key: lib.impl(name, key, noop, False)))
    finally:
        lib.reset()
