"""Results as tools/record_operator_samples.py stores them."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.conformance.operators.calls import numpy_dtype


def stored_result(words: Any) -> Any:
    """A stored result as a side tells it."""
    if isinstance(words, dict) and "values" in words:
        numbers = [np.array([float(v) if isinstance(v, str) else v for v in part]) for part in words["values"]]
        flat = numbers[0] + 1j * numbers[1] if len(numbers) == 2 else numbers[0]
        with np.errstate(all="ignore"):
            array = flat.astype(numpy_dtype(words["dtype"])).reshape(words["shape"])
        return {**words, "array": array, "bits": None}
    if isinstance(words, dict):
        return complex(*words["$complex"])
    return [stored_result(item) for item in words] if isinstance(words, list) else words


def without_bits(told: Any) -> Any:
    if isinstance(told, dict):
        return {key: None if key == "bits" else without_bits(value) for key, value in told.items()}
    return [without_bits(item) for item in told] if isinstance(told, list) else told
