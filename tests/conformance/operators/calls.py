"""Calls of operators in words: arguments as JSON, and the tensors that torch and wye make of the same words.

A tensor is described by shape, strides, offset, dtype and either its values or a range to draw them from, so that both
sides see the same bytes in the same layout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

TARGET = Path(__file__).with_name("seeds.json")
EXACT = 64  # integer tensors up to this size keep their values: they may be indices
NUMPY = {"bfloat16": ml_dtypes.bfloat16} | {
    name: getattr(ml_dtypes, name) for name in ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz")
}


def numpy_dtype(name: str) -> np.dtype:
    return np.dtype(NUMPY.get(name, name))


@dataclass
class Call:
    """One call in words."""

    name: str
    args: list[Any]
    kwargs: dict[str, Any] = field(default_factory=dict)

    def words(self) -> dict[str, Any]:
        return {"args": self.args, "kwargs": self.kwargs}

    @classmethod
    def of(cls, name: str, words: dict[str, Any]) -> Call:
        return cls(name, words["args"], words["kwargs"])

    def tensors(self) -> list[dict[str, Any]]:
        """The descriptions of its tensors, in order; changing one changes the call."""
        return list(_tensors([self.args, self.kwargs]))


def _tensors(words: Any) -> Any:
    if isinstance(words, dict) and "shape" in words:
        yield words
    elif isinstance(words, dict):
        for item in words.values():
            yield from _tensors(item)
    elif isinstance(words, list):
        for item in words:
            yield from _tensors(item)


def describe(value: Any) -> Any:
    """Words for an argument of torch's."""
    import torch

    if isinstance(value, torch.Tensor):
        words = {"shape": list(value.shape), "dtype": str(value.dtype).removeprefix("torch.")}
        if value.dtype in (torch.int64, torch.int32, torch.bool) and value.numel() <= EXACT:
            words["values"] = value.tolist()
        return words
    if isinstance(value, (list, tuple)):
        return [describe(item) for item in value]
    if isinstance(value, dict):
        return {name: describe(item) for name, item in value.items()}
    if isinstance(value, complex):
        return {"$complex": [value.real, value.imag]}
    if (isinstance(value, float) and value != value) or value in (float("inf"), float("-inf")):
        return {"$float": str(value)}
    for kind in ("dtype", "memory_format", "layout", "device"):
        if isinstance(value, getattr(torch, kind)):
            return {f"${kind}": str(value).removeprefix("torch.")}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"no words for {value!r}")


def array_of(words: dict[str, Any], rng: np.random.Generator) -> np.ndarray:
    """The elements of a described tensor as a new row-major array."""
    dtype, shape = numpy_dtype(words["dtype"]), tuple(words["shape"])
    if "values" in words:
        return np.array(words["values"]).astype(dtype).reshape(shape)
    if dtype == np.bool_:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        low = 0 if dtype.kind == "u" else -9
        return rng.integers(words.get("low", low), words.get("high", 10), shape).astype(dtype)
    values = rng.standard_normal(shape) * words.get("scale", 2.0)
    if dtype.kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    special = words.get("special", 0)
    if special and values.size:
        flat = values.reshape(-1)
        flat[rng.integers(0, flat.size, special)] = rng.choice([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0])
    with np.errstate(all="ignore"):
        return values.astype(dtype)


def memory_of(words: dict[str, Any], rng: np.random.Generator) -> tuple[np.ndarray, list[int], int]:
    """A flat buffer, strides and an offset (in elements) that show the described tensor."""
    array = array_of(words, rng)
    order, step, offset = words.get("order"), words.get("step", 1), words.get("offset", 0)
    shape = list(array.shape)
    order = list(range(len(shape))) if order is None else order
    strides, reach = [0] * len(shape), step
    for dim in reversed(order):
        if dim in words.get("expanded", ()):
            continue
        strides[dim] = reach
        reach *= max(shape[dim], 1)
    flat = np.zeros(offset + reach + step, array.dtype)
    index = np.full(shape, offset)
    for dim, stride in enumerate(strides):
        index += (np.arange(shape[dim]) * stride).reshape([-1 if d == dim else 1 for d in range(len(shape))])
    flat[index.reshape(-1)] = array.reshape(-1)
    return flat, strides, offset
