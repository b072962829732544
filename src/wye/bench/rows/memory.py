"""Memory per operator: what a process grows by, and what Python's allocators say, while 5,000 are registered.

Each is measured in a process of its own: ``python -m wye.bench.rows.memory (wye|torch) (rss|traced) COUNT``.
"""

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

from wye import dispatch
from wye.bench.calls import noop
from wye.bench.lines import Line, below
from wye.bench.measure import Effort, run_child
from wye.bench.rows.registration import SCHEMA
from wye.bench.sides import fresh_namespace, has_torch, load_torch

__all__ = ["measure"]

OPERATORS = 5_000
KEYS = ("CPU", "Autograd")
TARGET = below("8 KiB", 8 * 1024)


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    del effort  # a size needs no repeats
    growth = {side: _ask(side, "rss") for side in (("wye", "torch") if has_torch() else ("wye",))}
    yield Line(
        f"memory per operator with {len(KEYS)} kernels", growth, (TARGET,), "growth of the process", in_bytes=True
    )
    yield Line("  the same", {"wye": _ask("wye", "traced")}, (TARGET,), "traced by tracemalloc", in_bytes=True)


def _ask(side: str, way: str) -> float:
    return float(run_child("-m", "wye.bench.rows.memory", side, way, str(OPERATORS)))


def main(side: str, way: str, count: int) -> float:
    """Bytes per operator in this process."""
    register = _registering_in_torch() if side == "torch" else dispatch.library("DEF", fresh_namespace())
    _register(register, range(200))  # what is made once and shared
    gc.collect()
    if way == "traced":
        tracemalloc.start()
    size: Callable[[], int] = _resident if way == "rss" else lambda: tracemalloc.get_traced_memory()[0]
    before = size()
    _register(register, range(200, 200 + count))
    gc.collect()
    return (size() - before) / count


def _registering_in_torch() -> dispatch.Library:
    torch = load_torch()
    assert torch is not None
    library: dispatch.Library = torch.library.Library(fresh_namespace(), "DEF")
    return library


def _register(lib: dispatch.Library, numbers: range) -> None:
    for i in numbers:
        lib.define(SCHEMA.format(i))
        for key in KEYS:
            lib.impl(f"op{i}", noop, key)


def _resident() -> int:
    """Bytes of this process in memory; at its peak where there is no /proc."""
    import resource  # here: Windows has none

    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


if __name__ == "__main__":
    print(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
