"""Draws arrays, numbers and axes, in words that do not depend on a library."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
FLOATS = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
REAL = (*SIGNED, *UNSIGNED, *FLOATS)
ALL = ("bool", *REAL, *COMPLEX)
SHAPES = ((), (0,), (1,), (3,), (4,), (2, 3), (3, 3), (0, 3), (2, 0), (2, 1, 3), (1, 3), (2, 3, 4), (3, 1))
SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, 3.0, np.inf, -np.inf, np.nan, 1e-310, 1e-42, 1e30, -1e30,
           np.pi / 2, 2**53, 1e-8, -3.7)  # fmt: skip


@dataclass
class Made:
    """An array to make."""

    values: np.ndarray
    layout: str = "plain"

    def __str__(self) -> str:
        numbers = np.array2string(self.values, threshold=12, separator=",").replace("\n", "")
        shape = f" {self.values.shape}" if self.values.size == 0 else ""
        return f"{self.values.dtype}{shape}{'' if self.layout == 'plain' else ' ' + self.layout}{numbers}"


class Drawer:
    """Draws arrays, numbers and axes."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.choice, self.chance = self.rng.choice, lambda p: self.rng.random() < p

    def shape(self) -> tuple[int, ...]:
        return self.choice(SHAPES)

    def dtype(self, among: tuple[str, ...] = ALL) -> str:
        return self.choice(among)

    def numbers(self, dtype: str, count: int) -> list[Any]:
        if dtype == "bool":
            return [self.chance(0.5) for _ in range(count)]
        if dtype in COMPLEX:
            return [complex(*self.numbers("float64", 2)) for _ in range(count)]
        if dtype in FLOATS:
            special = self.chance(0.5)
            return [self.choice(SPECIAL) if special else round(self.rng.uniform(-4, 4), 3) for _ in range(count)]
        limits = np.iinfo(dtype)
        ends = [int(limits.min), int(limits.max), int(limits.max) - 1]
        low = max(-5, int(limits.min))
        wide = self.chance(0.3)
        return [self.choice(ends) if wide and self.chance(0.4) else self.rng.randint(low, 6) for _ in range(count)]

    def array(self, dtype: str | None = None, shape: tuple[int, ...] | None = None, among: Any = ALL) -> Made:
        dtype = dtype or self.dtype(among)
        shape = self.shape() if shape is None else shape
        count = int(np.prod(shape))
        with np.errstate(all="ignore"):
            values = np.array(self.numbers(dtype, count), dtype=dtype).reshape(shape)
        return Made(values, self.choice(("plain", "plain", "plain", "transposed", "strided")))

    def finite(self, dtype: str, shape: tuple[int, ...]) -> Made:
        """Numbers of ordinary size, for linear algebra."""
        count = int(np.prod(shape))
        real = [round(self.rng.uniform(-2, 2), 3) for _ in range(2 * count)]
        numbers = [complex(*pair) for pair in zip(real[::2], real[1::2], strict=True)] if dtype in COMPLEX else real
        return Made(np.array(numbers[:count]).astype(dtype).reshape(shape))

    def partner(self, of: Made, among: Any = None) -> Made:
        """An array that broadcasts with another, mostly."""
        shape = of.values.shape
        if self.chance(0.4):
            shape = self.choice(((), (1,), shape[-1:], tuple(1 if self.chance(0.4) else n for n in shape)))
        elif self.chance(0.15):
            shape = self.shape()
        same = str(of.values.dtype)
        return self.array(same if self.chance(0.5) else self.dtype(among or ALL), shape)

    def scalar(self) -> Any:
        return self.choice((True, False, 0, 1, 2, -1, -3, 7, 300, 2**31, 2**63, -(2**63), 0.0, -0.0, 1.5, -2.5, 3.0,
                            float("inf"), float("-inf"), float("nan"), 1 + 2j, 0j, -1j))  # fmt: skip

    def axis(self, rank: int, wrong: float = 0.08) -> int:
        return (
            self.rng.randint(-rank - 1, rank) if self.chance(wrong) or rank == 0 else self.rng.randint(-rank, rank - 1)
        )

    def axes(self, rank: int) -> Any:
        kind = self.choice(("none", "one", "tuple", "empty"))
        if kind == "none" or (rank == 0 and kind != "empty"):
            return None
        if kind == "one":
            return self.axis(rank)
        picked = self.rng.sample(range(rank), self.rng.randint(0, rank)) if kind == "tuple" else []
        return {"$tuple": [axis - rank if self.chance(0.3) else axis for axis in picked]}


Drawn = tuple[list[Any], dict[str, Any]]  # arguments by place and by keyword


def size(d: Drawer) -> Any:
    shape = d.shape()
    return shape[0] if len(shape) == 1 and d.chance(0.5) else {"$tuple": list(shape)}


def options(d: Drawer, /, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if d.chance(0.6):
        made["dtype"] = {"$dtype": d.dtype()}
    if d.chance(0.2):
        made["device"] = d.choice(("cpu", None))
    return made | {name: value for name, value in more.items() if d.chance(0.5)}
