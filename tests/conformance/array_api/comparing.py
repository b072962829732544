"""Where the outcomes of two runs of program.py differ."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.conformance.array_api.functions import BINARY, UNARY
from tests.conformance.array_api.members import OPERATORS

TOLERANCE = {"float32": 2e-4, "complex64": 2e-4, "float64": 1e-7, "complex128": 1e-7}


def difference(text: str, theirs: Any, ours: Any) -> str | None:
    """How wye's outcome of a call differs from torch's; None: it does not.

    Signs of zeros count for functions of single elements: sums and products may be taken in another order.
    """
    if theirs[0] == "error" and ours[0] == "error":
        return None if theirs[1][0] in ours[1] else f"error: torch {_said(theirs)}; wye {_said(ours)}"
    if theirs[0] == "error":
        return f"taken: torch {_said(theirs)}; wye {ours[1]!r:.120}"
    if ours[0] == "error":
        return f"refused: torch {theirs[1]!r:.120}; wye {_said(ours)}"
    signs = text.partition("(")[0] in (*UNARY, *BINARY, *OPERATORS)
    found = _told(theirs[1], ours[1], signs) or _told(("list", None, theirs[2]), ("list", None, ours[2]), signs)
    return None if found is None else f"wrong: {found}"


def _said(outcome: Any) -> str:
    return f"{outcome[1][0]}: {outcome[2]}"


def _told(theirs: Any, ours: Any, signs: bool) -> str | None:
    if theirs[0] == "array" and ours[0] == "array":
        return _arrays(theirs, ours, signs)
    if theirs[0] in ("list", "tuple", "dict") and ours[:-1] == theirs[:-1]:
        if len(theirs[-1]) != len(ours[-1]):
            return f"{len(theirs[-1])} items in torch, {len(ours[-1])} in wye"
        pairs = zip(theirs[-1], ours[-1], strict=True)
        return next((found for one, other in pairs if (found := _told(one, other, signs))), None)
    if theirs[0] == ours[0] == "float" or theirs[0] == ours[0] == "complex":
        same = _close(np.array(theirs[1]), np.array(ours[1]), 1e-6, signs)
        return None if same else f"{theirs[1]} in torch, {ours[1]} in wye"
    if isinstance(theirs[0], str) and len(theirs) == 2 and isinstance(theirs[1], tuple) and theirs[0] == ours[0]:
        return _told(theirs[1], ours[1], signs)
    return None if theirs == ours else f"{theirs!r:.150} in torch, {ours!r:.150} in wye"


def _arrays(theirs: Any, ours: Any, signs: bool) -> str | None:
    if theirs[1:3] != ours[1:3]:
        return f"{theirs[1:3]} in torch, {ours[1:3]} in wye"
    if _close(theirs[3], ours[3], TOLERANCE.get(theirs[1], 0.0), signs):
        return None
    return f"{theirs[1]} {theirs[3].tolist()!s:.150} in torch, {ours[3].tolist()!s:.150} in wye"


def _close(theirs: Any, ours: Any, tolerance: float, signs: bool) -> bool:
    if theirs.dtype.kind == "c":  # which part of a product of infinities is NaN depends on the order of the steps
        finite = np.isfinite(theirs) & np.isfinite(ours)
        close = np.isclose(ours, theirs, rtol=tolerance, atol=tolerance * 1e-2)
        return bool(close[finite].all() and (np.isfinite(theirs) == np.isfinite(ours)).all())
    if theirs.dtype.kind != "f":
        return bool(np.array_equal(theirs, ours))
    with np.errstate(all="ignore"):
        close = np.isclose(ours, theirs, rtol=tolerance, atol=tolerance * 1e-2, equal_nan=True)
    zeros = signs & (theirs == 0) & (ours == 0)
    return bool(close.all() and (np.signbit(theirs) == np.signbit(ours))[zeros].all())
