"""Outputs that fit: most variants demand the result's dtype, so of random ones both sides would only say no."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from tests.conformance.operators.calls import Call
    from tests.conformance.operators.sides import Side

OFTEN = 0.8


def fitted(call: Call, row: Any, side: Side, rng: np.random.Generator) -> Call:
    """The call with outputs of the dtypes, and now and then of the shapes, that the functional operator gives."""
    if not row.outs or row.functional is None or rng.random() > OFTEN:
        return call
    made = copy.deepcopy(call)
    outs = [made.kwargs.pop(name) for name in row.outs if name in made.kwargs]
    made.name = row.functional.name
    outcome = side.run(made, 0)
    results = outcome.get("result")
    results = results if isinstance(results, list) else [results]
    if len(outs) != len(results) or not all(isinstance(words, dict) for words in results):
        return call
    keeps_shape = rng.random() < 0.5
    for words, result in zip(outs, results, strict=True):
        words["dtype"] = result["dtype"].replace("complex32", "complex64")  # NumPy has no such elements
        words.pop("values", None)
        if not keeps_shape:
            words["shape"] = result["shape"]
            words.pop("order", None)
    made.name = call.name
    made.kwargs |= dict(zip(row.outs, outs, strict=True))
    return made
