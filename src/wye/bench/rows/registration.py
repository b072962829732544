"""Registering 2,000 operators with 5 kernels each; taking them back is not timed."""

from collections.abc import Iterator
from statistics import median

from wye import dispatch
from wye.bench.calls import noop
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, gc_off
from wye.bench.sides import fresh_namespace, load_torch
from wye.library import Library

__all__ = ["measure"]

OPERATORS = 2_000
KEYS = ("CPU", "CUDA", "Meta", "Autograd", "CompositeExplicitAutograd")
SCHEMA = "op{0}(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"


# Text, so that it runs outside of wye as programs do: who registers is looked for among the callers.
PROGRAM = """
for i in range(number):
    define(schema.format(i))
    for key in keys:
        impl(f"op{i}", noop, key)
"""
LOW_LEVEL = PROGRAM.replace("noop, key", "key, noop, False")  # the order that torch's object has


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines: the public libraries, and the objects under them."""
    ways = {"wye": _wye, "wye, low level": _wye_low_level}
    if load_torch() is not None:
        ways |= {"torch": _torch, "torch, low level": _torch_low_level}
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(effort.repeats):
        for name, way in ways.items():
            times[name].append(way())
    medians = {name: median(found) for name, found in times.items()}
    name = f"register {OPERATORS:,} operators x {len(KEYS)} kernels"
    each = f"{medians['wye'] / OPERATORS / (1 + len(KEYS)) * 1e6:.1f} us per define or impl"
    sides = ("wye",) if "torch" not in ways else ("wye", "torch")
    yield Line(name, {side: medians[side] for side in sides}, (at_most(1 / 2, "torch"),), each)
    yield Line("  low level", {side: medians[f"{side}, low level"] for side in sides})


def _seconds(define: object, impl: object, program: str = PROGRAM) -> float:
    names = {"define": define, "impl": impl, "noop": noop, "schema": SCHEMA, "keys": KEYS, "number": OPERATORS}
    timer = Snippet(program, names).timer()
    with gc_off():
        return timer.timeit(1)


def _wye() -> float:
    lib = Library(fresh_namespace(), "DEF")
    try:
        return _seconds(lib.define, lib.impl)
    finally:
        lib._destroy()


def _wye_low_level() -> float:
    with dispatch.library("DEF", fresh_namespace()) as lib:
        return _seconds(lib.define, lib.impl)


def _torch() -> float:
    lib = load_torch().library.Library(fresh_namespace(), "DEF")  # type: ignore[union-attr]
    try:
        return _seconds(lib.define, lib.impl)
    finally:
        lib._destroy()


def _torch_low_level() -> float:
    lib = load_torch()._C._dispatch_library("DEF", fresh_namespace(), "")  # type: ignore[union-attr]
    try:
        return _seconds(lib.define, lib.impl, LOW_LEVEL)
    finally:
        lib.reset()
