"""A small array class: a box around a NumPy array, with nothing but a shape and a dtype."""

from __future__ import annotations

import contextlib
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
from tests.conformance.operators.calls import Call
from tests.conformance.operators.sides import Wye

import wye
from wye.aten.rows import Row, build
from wye.backends import numpy_fallback
from wye.keys import register_backend
from wye.library import Library

__all__ = ["KEY", "STORED", "Boxed", "ResizedError", "array_of", "box", "calls", "primitive", "run", "same", "unlocked"]

KEY = "Boxed"
STORED = json.loads(
    gzip.decompress((Path(__file__).parents[2] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)


class Boxed:
    """An array of another library: no methods, no operators, no strides."""

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        self.array = np.asarray(array)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def dtype(self) -> Any:
        return self.array.dtype


register_backend(KEY)
wye.register_array_type(Boxed, KEY)


def array_of(value: Any) -> Any:
    return value.array if isinstance(value, Boxed) else value


def converted(value: Any, convert: Any) -> Any:
    """A value, or what is in a list, converted."""
    if type(value) in (list, tuple):
        return type(value)(converted(item, convert) for item in value)
    return {name: converted(item, convert) for name, item in value.items()} if type(value) is dict else convert(value)


def box(value: Any) -> Any:
    """Arrays and tensors in boxes."""
    if isinstance(value, wye.Tensor):
        value = value._resolved()._data.copy()
    return Boxed(value) if isinstance(value, (np.ndarray, np.generic)) else value


def primitive(name: str) -> Any:
    """A kernel: the operator on the arrays in the boxes."""
    packet, _, overload = name.partition(".")
    op = wye.ops.aten.reshape.default  # what is in a box may have any strides
    if name != "view":
        op = getattr(getattr(wye.ops.aten, packet), overload or "default")

    def there(value: Any) -> Any:
        if isinstance(value, wye.Tensor):
            return value._data
        return wye.device("numpy") if isinstance(value, wye.device) and value.type == "boxed" else array_of(value)

    def kernel(*args: Any, **kwargs: Any) -> Any:
        given = {id(there(x)): x for x in (*args, *kwargs.values()) if isinstance(x, (Boxed, wye.Tensor))}
        result = op(*converted(args, there), **converted(kwargs, there))
        return converted(result, lambda one: given.get(id(one), box(one)))

    return kernel


def composites() -> dict[str, Row]:
    """The composites of the set that have stored calls with tensors."""
    rows = build()
    found = {}
    for name in sorted(STORED):
        row = rows.get(name)
        source = None if row is None else (row.functional if row.is_derived else row)
        if source is None or not source.rules.keys() & {"implicit", "explicit"} or "kernel" in source.rules:
            continue
        if any(a.type.has_tensors for a in row.schema.arguments):
            found[name] = row
    return found


def run(name: str, words: dict[str, Any], *, boxed: bool) -> tuple[list[Any], list[Any]]:
    """The arrays of the results of a stored call, and those of its arguments after it."""
    side, made = Wye(), []
    numbers, call = np.random.default_rng(words["seed"]), Call.of(name, words)
    args, kwargs = (side.values(part, numbers, made) for part in (call.args, call.kwargs))
    if boxed:
        boxes = {id(x): box(x) for x in made}
        args, kwargs = (converted(part, lambda x: boxes.get(id(x), x)) for part in (args, kwargs))
        made = list(boxes.values())
    shapes = [tuple(x.shape) for x in made]
    result = side.operator(name)(*args, **kwargs)
    if [tuple(x.shape) for x in made] != shapes:
        raise ResizedError
    return _arrays([result]), _arrays(made)


class ResizedError(Exception):
    """The call gave an argument another shape, which only a Tensor can have."""


def _arrays(values: Any) -> list[Any]:
    found = []
    for value in values:
        if isinstance(value, (list, tuple)):
            found += _arrays(value)
        elif isinstance(value, wye.Tensor):
            found.append(value._resolved()._data)
        else:
            found.append(array_of(value))
    return found


# Composites about memory, which no array but a Tensor shows, and such whose results have no particular values.
ABOUT_MEMORY = frozenset(
    ("as_strided_copy", "as_strided_scatter", "empty_like", "new_empty", "new_empty_strided", "empty", "swapaxes_",
     "swapdims_", "sym_storage_offset", "sym_stride", "stride", "sym_is_contiguous", "is_contiguous",
     "is_non_overlapping_and_dense", "is_strides_like_format")
)  # fmt: skip


def calls() -> dict[str, list[dict[str, Any]]]:
    """Stored calls of every composite that an array class can have."""
    found = {
        name: [words for words in STORED[name] if "raised" not in words]
        for name in composites()
        if name.partition(".")[0] not in ABOUT_MEMORY
    }
    return {name: stored for name, stored in found.items() if stored}


def same(one: Any, other: Any) -> bool:
    """Are two results equal, but for rounding?"""
    if not isinstance(one, (np.ndarray, np.generic)):
        return bool(one == other)
    a, b = np.asarray(one), np.asarray(other)
    wide = (a.astype("complex128"), b.astype("complex128"))
    return a.shape == b.shape and a.dtype == b.dtype and np.allclose(*wide, 1e-4, 1e-5, equal_nan=True)


def unlocked() -> dict[str, list[str]]:
    """The operators at the end of the way of every composite, each with the composites that need it."""
    found: dict[str, set[str]] = {}
    now = ""
    fallback = numpy_fallback(array_of, Boxed)

    def record(op: Any, *args: Any, **kwargs: Any) -> Any:
        found.setdefault(op.name().removeprefix("aten::"), set()).add(now)
        return fallback(op, *args, **kwargs)

    library = Library("_", "IMPL")
    library.fallback(record, KEY)
    try:
        for now, stored in calls().items():
            for words in stored:
                with contextlib.suppress(ResizedError):
                    run(now, words, boxed=False)
                    run(now, words, boxed=True)
    finally:
        library._destroy()
    return {name: sorted(found[name]) for name in sorted(found)}
