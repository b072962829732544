"""Random sequences of views, resize_, set_ and .data on tensors that share memory, beside torch."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import wye

torch = pytest.importorskip("torch")

DTYPES = ["float32", "int32", "int64", "uint8", "complex64"]


def step(rng: random.Random, n: int) -> tuple[str, list[Any]]:
    """One thing to do, with numbers that fit both libraries."""
    a, b = rng.randrange(n), rng.randrange(n)
    size = [rng.randrange(5) for _ in range(rng.randrange(1, 3))]
    kind = rng.choice(list(STEPS))
    return kind, [a, b, size, rng.randrange(4), rng.choice(DTYPES)]


def grow(lib: Any, tensor: Any, change: Any) -> Any:
    """Do something that may make a storage larger, and give new bytes a value."""
    before = tensor.untyped_storage().nbytes()
    result = change()
    storage = tensor.untyped_storage()
    if storage.nbytes() > before:
        lib.empty(0, dtype=lib.uint8).set_(storage)[before:] = 0
    return result


def resize(lib: Any, xs: list[Any], a: int, b: int, size: list[int], k: int, dtype: str) -> None:
    grow(lib, xs[a], lambda: xs[a].resize_(size))


def set_storage(lib: Any, xs: list[Any], a: int, b: int, size: list[int], k: int, dtype: str) -> None:
    strides = [(i + 1) * (k % 3) for i in range(len(size))]
    grow(lib, xs[b], lambda: xs[a].set_(xs[b].untyped_storage(), k, size, strides))


def resize_storage(lib: Any, xs: list[Any], a: int, b: int, size: list[int], k: int, dtype: str) -> None:
    storage = xs[a].untyped_storage()
    grow(lib, xs[a], lambda: storage.resize_(storage.nbytes() + 8 * k))


def set_data(lib: Any, xs: list[Any], a: int, b: int, size: list[int], k: int, dtype: str) -> None:
    xs[a].data = xs[b]


def keep(change: Any) -> Any:
    """A step that makes another tensor."""

    def run(lib: Any, xs: list[Any], a: int, b: int, size: list[int], k: int, dtype: str) -> None:
        made = change(lib, xs[a], xs[b], size, k, getattr(lib, dtype))
        if len(xs) < 9:
            xs.append(made)

    return run


STEPS: dict[str, Any] = {
    "resize_": resize,
    "set_ a storage": set_storage,
    "resize a storage": resize_storage,
    "data": set_data,
    "set_": lambda lib, xs, a, b, size, k, dtype: xs[a].set_(xs[b]),
    "set_ nothing": lambda lib, xs, a, b, size, k, dtype: xs[a].set_(),
    "fill_": lambda lib, xs, a, b, size, k, dtype: xs[a].fill_(k),
    "t_": lambda lib, xs, a, b, size, k, dtype: xs[a].t_(),
    "squeeze_": lambda lib, xs, a, b, size, k, dtype: xs[a].unsqueeze_(0),
    "as_strided_": lambda lib, xs, a, b, size, k, dtype: xs[a].as_strided_(size, [1] * len(size), k),
    "slice": keep(lambda lib, x, y, size, k, dtype: x[k:]),
    "select": keep(lambda lib, x, y, size, k, dtype: x[k]),
    "view": keep(lambda lib, x, y, size, k, dtype: x.view(-1)),
    "dtype": keep(lambda lib, x, y, size, k, dtype: x.view(dtype) if not x.is_neg() else x.view(-1)),
    "detach": keep(lambda lib, x, y, size, k, dtype: x.detach()),
    "data of": keep(lambda lib, x, y, size, k, dtype: x.data),
    "conj": keep(lambda lib, x, y, size, k, dtype: x.conj()),
    "neg": keep(lambda lib, x, y, size, k, dtype: x._neg_view()),
    "as_strided": keep(lambda lib, x, y, size, k, dtype: x.as_strided(size, [k] * len(size), k)),
    "expand": keep(lambda lib, x, y, size, k, dtype: x.expand(*size, *x.shape)),
    "new": keep(lambda lib, x, y, size, k, dtype: lib.arange(12).to(dtype).reshape(3, 4)),
    "numpy": keep(lambda lib, x, y, size, k, dtype: lib.from_numpy(np.arange(6.0, dtype=np.float32))),
    "alias": keep(lambda lib, x, y, size, k, dtype: lib.Tensor(x)),
}


def seen(xs: list[Any]) -> list[Any]:
    """What can be told of the tensors, and which of them share their storage."""
    storages: dict[int, int] = {}
    found = []
    for x in xs:
        storage = x.untyped_storage()
        group = storages.setdefault(storage._cdata, len(storages))
        base = [i for i, y in enumerate(xs) if y is x._base]
        found.append(
            (
                group, storage.nbytes(), tuple(x.shape), tuple(x.stride()) if x.numel() else (), x.storage_offset(),
                str(x.dtype).rpartition(".")[2], x._version, x._is_view(), base, x.is_conj(), x.is_neg(),
                storage.resizable(), repr((np.array(x.tolist()) + 0).tolist()),
            )
        )  # fmt: skip
    return found


def run(lib: Any, steps: list[tuple[str, list[Any]]]) -> list[Any]:
    xs: list[Any] = [lib.arange(12.0).reshape(3, 4), lib.arange(6), lib.tensor([1 + 2j, 3 + 4j])]
    story = []
    for kind, (a, b, *rest) in steps:
        try:
            STEPS[kind](lib, xs, a % len(xs), b % len(xs), *rest)
            error = None
        except (RuntimeError, IndexError, TypeError, ValueError) as raised:
            error = type(raised)
        if error is not None and kind in ("resize_", "set_ a storage"):
            break  # torch has changed the tensor before it fails
        story.append((kind, error is None, seen(xs)))
    return story


@pytest.mark.parametrize("seed", range(150))
def test_sequences_end_as_in_torch(seed):
    rng = random.Random(seed)
    steps = [step(rng, 9) for _ in range(14)]
    ours, theirs = run(wye, steps), run(torch, steps)
    for number, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
        assert mine == other, (number, steps[: number + 1])
