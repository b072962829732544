"""A call of an operator with a no-op kernel while nothing is recorded, after a recording was left, and while it runs.

What is measured while calls are recorded are whole recordings of many calls: begun, ended, and forgotten.
"""

from collections.abc import Iterator

import wye
from wye._engine import engine
from wye.bench.calls import noop
from wye.bench.lines import Line, at_most, below
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import wye_op

__all__ = ["measure"]

CALLS = 500
MOST = 1e-6  # seconds that recording may add to a call
LOOP = "for _ in turns: f(x)"


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    log, turns = engine.CallLog(10 * CALLS), range(CALLS)
    x, y = wye.tensor([1.0, 2.0, 3.0]), wye.tensor([1.0, 2.0, 3.0])
    with wye_op("op(Tensor x) -> Tensor", ("CPU", noop)) as f:
        with wye.record():
            f(x)
        names = {"f": f, "x": x, "turns": turns}
        recorded = Snippet(f"log.start()\n{LOOP}\nlog.stop()\nlog.clear()", {**names, "log": log})
        off = compare(effort, {"wye": Snippet("f(x)", names), "direct": Snippet("f(x)", {"f": noop, "x": x})})
        times = compare(effort, {"wye": recorded, "direct": Snippet(LOOP, names)})
    yield Line("recording off", off, (at_most(2, "direct"),))
    yield _line("recording on, no-op kernel", times)
    names = {"f": wye.ops.aten.add.Tensor, "x": x, "y": y, "turns": turns}
    loop = LOOP.replace("f(x)", "f(x, y)")
    recorded = Snippet(f"log.start()\n{loop}\nlog.stop()\nlog.clear()", {**names, "log": log})
    yield _line(
        "recording on, ops.aten.add of 3 elements", compare(effort, {"wye": recorded, "direct": Snippet(loop, names)})
    )


def _line(name: str, times: dict[str, float]) -> Line:
    """A line per call; ``direct`` is the same call while nothing is recorded."""
    each = {side: seconds / CALLS for side, seconds in times.items()}
    added = each["wye"] - each["direct"]
    return Line(
        name,
        each,
        (below("1 us more", each["direct"] + MOST),),
        note=f"{added * 1e9:.0f} ns more than without recording",
    )
