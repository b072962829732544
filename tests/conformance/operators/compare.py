"""What must be equal between the two sides, and how nearly."""

from __future__ import annotations

from typing import Any

import numpy as np

# relative and absolute tolerance of results, by dtype
TOLERANCE = {
    "float64": (1e-7, 1e-7), "complex128": (1e-7, 1e-7), "float32": (1e-4, 1e-5), "complex64": (1e-4, 1e-4),
    "float16": (4e-3, 2e-3), "bfloat16": (3e-2, 2e-2),
}  # fmt: skip


def differences(theirs: dict[str, Any], ours: dict[str, Any], *, values: bool = True) -> list[str]:
    """Where two outcomes differ, in words; nothing where they do not."""
    if ("raised" in theirs) != ("raised" in ours):
        shown = [f"raises {s['raised']}: {s['message'][:160]}" if "raised" in s else "returns" for s in (theirs, ours)]
        return [f"torch {shown[0]}, wye {shown[1]}"]
    if "raised" in theirs:
        return []
    narrowest = _narrowest([array.dtype.name for array, _ in theirs["inputs"]])
    found = _compare(theirs["result"], ours["result"], "result", values, narrowest)
    for i, (a, b) in enumerate(zip(theirs["inputs"], ours["inputs"], strict=True)):
        if a[1] != b[1]:
            found.append(f"input {i}: version {a[1]} in torch, {b[1]} in wye")
        if values:
            found += _values(a[0], b[0], f"input {i} after the call", narrowest)
    return found


def _narrowest(names: list[str]) -> tuple[float, float]:
    """The widest tolerance of the dtypes that a call may compute in; integers become float32."""
    return max((TOLERANCE.get(name, TOLERANCE["float32"]) for name in names), default=(0, 0))


def _compare(a: Any, b: Any, where: str, values: bool, narrowest: tuple[float, float]) -> list[str]:
    if isinstance(a, list) or isinstance(b, list):
        if not (isinstance(a, list) and isinstance(b, list) and len(a) == len(b)):
            return [f"{where}: {a!r:.80} in torch, {b!r:.80} in wye"]
        pairs = enumerate(zip(a, b, strict=True))
        return [line for i, (x, y) in pairs for line in _compare(x, y, f"{where}[{i}]", values, narrowest)]
    if not isinstance(a, dict) or not isinstance(b, dict):
        numbers = isinstance(a, (float, complex)) and type(a) is type(b)
        same = a == b or (numbers and np.isclose(a, b, equal_nan=True, rtol=1e-4))
        return [] if same or not values else [f"{where}: {a!r:.80} in torch, {b!r:.80} in wye"]
    keys = (
        ("shape", "dtype", "strides") if not values else ("shape", "dtype", "strides", "offset", "shares", "is", "bits")
    )
    found = [f"{where}.{key}: {a[key]} in torch, {b[key]} in wye" for key in keys if _differs(key, a, b)]
    if found or not values:
        return found
    # What is stored in an argument may have been computed in a narrower dtype than its own.
    return _values(a["array"], b["array"], where, narrowest if a["is"] else (0, 0))


def _differs(key: str, a: dict[str, Any], b: dict[str, Any]) -> bool:
    if key != "strides":
        return bool(a[key] != b[key])
    # Where there is one element or none in a dimension, no stride is ever used.
    if 0 in a["shape"] or a["shape"] != b["shape"]:
        return False
    return any(size > 1 and x != y for size, x, y in zip(a["shape"], a["strides"], b["strides"], strict=True))


def _values(a: np.ndarray, b: np.ndarray, where: str, narrowest: tuple[float, float]) -> list[str]:
    tolerance = TOLERANCE.get(a.dtype.name, (0, 0))
    tolerance = max(tolerance, narrowest) if any(tolerance) else tolerance
    if a.shape != b.shape:
        return [f"{where}: of shape {a.shape} in torch, {b.shape} in wye"]
    same = np.asarray(_close(a, b, tolerance))
    if np.all(same):
        return []
    at = tuple(int(i[0]) for i in np.nonzero(~same)) if a.ndim else ()
    return [f"{where}: {np.count_nonzero(~same)} of {a.size} values differ, at {at}: {a[at]} in torch, {b[at]} in wye"]


def _close(a: np.ndarray, b: np.ndarray, tolerance: tuple[float, float]) -> Any:
    relative, absolute = tolerance
    if a.dtype.kind == "c":
        if np.isfinite(a).all():  # errors of one part may be as large as the other part
            return np.isclose(a, b, rtol=relative, atol=absolute)
        no_numbers = np.isnan(a) & np.isnan(b)  # and if only one part is, nobody says which
        return no_numbers | (_close(a.real, b.real, tolerance) & _close(a.imag, b.imag, tolerance))
    if not relative:
        return a == b
    with np.errstate(all="ignore"):
        return np.isclose(a.astype(float), b.astype(float), rtol=relative, atol=absolute, equal_nan=True)
