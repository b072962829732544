"""Random variations of recorded calls: other dtypes, layouts, values, shapes, numbers and dimensions.

A variation may well be wrong; then both sides must refuse it.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from tests.conformance.operators.calls import Call

FLOATS = ("float32", "float64", "float16", "bfloat16")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("int64", "int32", "int16", "int8", "uint8")
ALL = (*FLOATS, *COMPLEX, *INTEGERS, "bool")
NUMBERS = (0, 1, -1, 2, 3, 0.5, -1.5, 2.0, 1e-3, True, False)
SHAPES = ((), (1,), (3,), (0,), (2, 3), (3, 1), (1, 3), (2, 0), (4, 3), (2, 3, 4), (1, 1), (2, 1, 3), (5, 2, 1))


def mutated(call: Call, rng: np.random.Generator, *, pointwise: bool, written: frozenset[int]) -> Call:
    """A variation of a call.

    Args:
        call: The recorded one; stays as it is.
        rng: Decides everything.
        pointwise: Do its tensors only need to broadcast?
        written: The numbers of the tensors that it writes to, which cannot be expanded.
    """
    made = copy.deepcopy(call)
    tensors = made.tensors()
    if pointwise and rng.random() < 0.6:
        _reshape(tensors, rng)
    _retype(tensors, rng)
    for number, words in enumerate(tensors):
        _lay_out(words, rng, may_expand=number not in written)
        if rng.random() < 0.2 and "values" not in words:
            words["special"] = int(rng.integers(1, 4))
    if rng.random() < 0.35:
        made.args = _vary(made.args, rng)
        made.kwargs = _vary(made.kwargs, rng)
    return made


def _is_index(words: dict[str, Any]) -> bool:
    return "values" in words and words["dtype"] in ("int64", "int32")


def _reshape(tensors: list[dict[str, Any]], rng: np.random.Generator) -> None:
    base = list(SHAPES[rng.integers(len(SHAPES))])
    for words in tensors:
        words.pop("values", None)
        shape = [1 if rng.random() < 0.2 else size for size in base]
        words["shape"] = shape[rng.integers(0, len(shape)) :] if shape and rng.random() < 0.25 else shape


def _retype(tensors: list[dict[str, Any]], rng: np.random.Generator) -> None:
    plain = [words for words in tensors if not _is_index(words)]
    if rng.random() < 0.55:
        kinds = ALL if rng.random() < 0.5 else FLOATS
        dtype = kinds[rng.integers(len(kinds))]
        for words in plain:
            if words["dtype"] != "bool" or rng.random() < 0.3:
                words["dtype"] = dtype
    elif rng.random() < 0.3 and plain:
        plain[rng.integers(len(plain))]["dtype"] = ALL[rng.integers(len(ALL))]
    for words in plain:
        if words["dtype"] != "bool" and "values" in words and words["dtype"] not in INTEGERS:
            del words["values"]


def _lay_out(words: dict[str, Any], rng: np.random.Generator, *, may_expand: bool) -> None:
    n = len(words["shape"])
    if rng.random() < 0.35 and n > 1:
        words["order"] = [int(dim) for dim in rng.permutation(n)]
    if rng.random() < 0.2:
        words["step"] = 2
    if rng.random() < 0.2:
        words["offset"] = int(rng.integers(1, 4))
    if may_expand and rng.random() < 0.1 and n and "values" not in words:
        words["expanded"] = [int(rng.integers(n))]


def _vary(words: Any, rng: np.random.Generator) -> Any:
    """Other numbers, switches and dimensions."""
    if isinstance(words, dict):
        if "shape" in words or any(name.startswith("$") for name in words):
            return words
        return {name: _vary(value, rng) for name, value in words.items()}
    if isinstance(words, list):
        return [_vary(item, rng) for item in words]
    if rng.random() < 0.5 or words is None or isinstance(words, str):
        return words
    if isinstance(words, bool):
        return not words
    if isinstance(words, int):
        return int(words + rng.integers(-2, 3))
    return float(NUMBERS[rng.integers(len(NUMBERS))])
