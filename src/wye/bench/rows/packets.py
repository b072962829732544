"""Calling an operator by its overload, `ops.ns.name.default`, and by its packet, `ops.ns.name`."""

from collections.abc import Iterator

import wye
from wye.bench.calls import noop
from wye.bench.lines import Line
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch, torch_op, wye_op

__all__ = ["measure"]

SCHEMA = "op(Tensor x) -> Tensor"


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines; all are measured together, so that they can be compared."""
    torch = load_torch()
    with wye_op(SCHEMA, ("CPU", noop)) as ours, torch_op(SCHEMA, ("CPU", noop)) as theirs:
        x = wye.tensor([1.0, 2.0, 3.0])
        contenders = {
            "overload": Snippet("f(x)", {"f": ours, "x": x}),
            "packet": Snippet("f(x)", {"f": ours.overloadpacket, "x": x}),
            "direct": Snippet("f(x)", {"f": noop, "x": x}),
        }
        if torch is not None:
            t = torch.tensor([1.0, 2.0, 3.0])
            contenders["torch overload"] = Snippet("f(x)", {"f": theirs, "x": t})
            contenders["torch packet"] = Snippet("f(x)", {"f": theirs.overloadpacket, "x": t})  # type: ignore[union-attr]
        found = compare(effort, contenders)
    for way in ("overload", "packet"):
        times = {"wye": found[way], "direct": found["direct"]}
        if torch is not None:
            times["torch"] = found[f"torch {way}"]
        note = "" if way == "overload" else f"{found['packet'] / found['overload']:.2f}x the overload"
        yield Line(f"define+impl, by {way}", times, (), note)
