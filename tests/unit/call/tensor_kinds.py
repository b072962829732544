"""Tensors of every kind that the recorded calls use, made from the key set that was recorded for the kind."""

from __future__ import annotations

import json
from pathlib import Path

import wye
from wye.keys import DispatchKey, DispatchKeySet
from wye.schema.values import device
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.meta_array import MetaArray

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "calls.json").read_text())
BY_CATEGORY = {
    category: [scenario for scenario in GOLDEN["scenarios"] if scenario["category"] == category]
    for category in GOLDEN["categories"]
}
KEYS_OF_KIND = {
    scenario["spec"]["tensor"]: DispatchKeySet(*(getattr(DispatchKey, name) for name in scenario["keyset"]))
    for scenario in BY_CATEGORY["tensor_keyset"]
    if "tensor" in scenario["spec"]
}


class Tensor(wye.Tensor):
    """A tensor with whatever keys; called Tensor because messages name the class of what was passed."""

    __slots__ = ("kind",)

    @staticmethod
    def __new__(cls: type, kind: str, keys: DispatchKeySet | None = None) -> Tensor:
        return cls._over(MetaArray((2, 3), to_numpy_dtype(wye.float32)), device("meta"))

    def __init__(self, kind: str, keys: DispatchKeySet | None = None) -> None:
        self.kind = kind
        self._keys = KEYS_OF_KIND[kind] if keys is None else keys


class Sub(Tensor):
    """Stands for PyTorch's recorded tensor subclass of that name."""

    __slots__ = ()


def make(kind: str) -> wye.Tensor:
    """A new tensor of a recorded kind."""
    if kind == "scalar_tensor":
        return wye.tensor(3)
    return (Sub if kind.startswith("sub") else Tensor)(kind)


def names(keys: DispatchKeySet) -> list[str]:
    """Key names as the recordings list them: from low to high."""
    return [key.name for key in reversed(list(keys))]
