"""Public calls, one to a line, whose operators a dispatch mode records on both sides.

``torch`` is the module, ``F`` its ``nn.functional``; the other names are the inputs of `sides.inputs`.
"""

from __future__ import annotations

from typing import Final

from tests.conformance.seen.calls import (
    conversions,
    factories,
    indexing,
    linalg,
    nn,
    outputs,
    pointwise,
    reductions,
    views,
)

__all__ = ["CALLS"]

_FAMILIES: Final = (factories, conversions, pointwise, reductions, views, indexing, linalg, nn, outputs)
CALLS: Final = [line for family in _FAMILIES for line in family.CALLS.strip().splitlines()]
