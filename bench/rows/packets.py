"""Calling an operator by its packet, `ops.ns.name`, instead of by its overload."""

from collections.abc import Iterator

import wye
from bench.calls import noop
from bench.lines import Line
from bench.measure import Effort, Snippet, compare
from bench.sides import load_torch, torch_op, wye_op

__all__ = ["measure"]

SCHEMA = "op(Tensor x) -> Tensor"


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    with wye_op(SCHEMA, ("CPU", noop)) as ours, torch_op(SCHEMA, ("CPU", noop)) as theirs:
        x = wye.tensor([1.0, 2.0, 3.0])
        contenders = {
            "wye": Snippet("f(x)", {"f": ours.overloadpacket, "x": x}),
            "direct": Snippet("f(x)", {"f": noop, "x": x}),
        }
        if torch is not None:
            packet = theirs.overloadpacket  # type: ignore[union-attr]
            contenders["torch"] = Snippet("f(x)", {"f": packet, "x": torch.tensor([1.0, 2.0, 3.0])})
        yield Line("no-op kernel by packet", compare(effort, contenders))
