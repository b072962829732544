"""Torch and wye as two sides of a comparison: both make the same tensors, run the same call, and tell the outcome."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from tests.conformance.operators.calls import Call, memory_of


class Side:
    """One library."""

    def tensor(self, flat: np.ndarray, shape: list[int], strides: list[int], offset: int) -> Any:
        raise NotImplementedError

    def run(self, call: Call, seed: int) -> dict[str, Any]:
        """The call's outcome in words."""
        rng = np.random.default_rng(seed)
        made: list[Any] = []
        args = self.values(call.args, rng, made)
        kwargs = self.values(call.kwargs, rng, made)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = self.operator(call.name)(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other side must raise too
            return {"raised": type(error).__name__, "message": str(error)}
        return {
            "result": self.told(result, made),
            "inputs": [(self.numpy(x), self.version(x)) for x in made],
        }

    def values(self, words: Any, rng: np.random.Generator, made: list[Any]) -> Any:
        if isinstance(words, dict) and "shape" in words:
            flat, strides, offset = memory_of(words, rng)
            made.append(self.tensor(flat, words["shape"], strides, offset))
            return made[-1]
        if isinstance(words, dict) and len(words) == 1 and next(iter(words)).startswith("$"):
            return self.constant_of(*next(iter(words.items())))
        if isinstance(words, dict):
            return {name: self.values(value, rng, made) for name, value in words.items()}
        return [self.values(item, rng, made) for item in words] if isinstance(words, list) else words

    def constant_of(self, kind: str, value: Any) -> Any:
        if kind == "$complex":
            return complex(*value)
        if kind == "$float":
            return float(value)
        return self.device(value) if kind == "$device" else self.constant(value)

    def told(self, value: Any, made: list[Any]) -> Any:
        if self.is_tensor(value):
            return {
                "shape": list(value.shape),
                "dtype": str(value.dtype).rpartition(".")[2],
                "strides": list(value.stride()),
                "offset": value.storage_offset(),
                "array": self.numpy(value),
                "shares": [i for i, x in enumerate(made) if self.shares(value, x)],
                "is": [i for i, x in enumerate(made) if value is x],
                "bits": [value.is_conj(), value.is_neg()],
            }
        if isinstance(value, (list, tuple)):
            return [self.told(item, made) for item in value]
        return value


class Torch(Side):
    def __init__(self) -> None:
        import torch

        self.torch = torch

    def operator(self, name: str) -> Any:
        packet, _, overload = name.partition(".")
        return getattr(getattr(self.torch.ops.aten, packet), overload or "default")

    def tensor(self, flat: np.ndarray, shape: list[int], strides: list[int], offset: int) -> Any:
        dtype = getattr(self.torch, flat.dtype.name)
        whole = self.torch.from_numpy(flat.view(np.uint8)).view(dtype).clone()  # memory of its own can be resized
        return whole.as_strided(shape, strides, offset).detach()

    def constant(self, name: str) -> Any:
        return getattr(self.torch, name)

    def device(self, name: str) -> Any:
        return self.torch.device(name)

    def is_tensor(self, value: Any) -> bool:
        return isinstance(value, self.torch.Tensor)

    def numpy(self, value: Any) -> np.ndarray:
        from tests.conformance.operators.calls import numpy_dtype

        if value.dtype == self.torch.complex32:  # NumPy has no such elements
            value = value.to(self.torch.complex64)
        plain = self.torch.empty(value.numel(), dtype=value.dtype)
        plain.copy_(value.detach().resolve_conj().resolve_neg().reshape(-1))
        name = str(value.dtype).rpartition(".")[2]
        raw = plain.view(self.torch.uint8).numpy()
        return raw.view(numpy_dtype(name)).reshape([max(size, 0) for size in value.shape])

    def version(self, value: Any) -> int:
        return value._version

    def shares(self, a: Any, b: Any) -> bool:
        return a.untyped_storage()._cdata == b.untyped_storage()._cdata


class Wye(Side):
    def __init__(self) -> None:
        import wye

        self.wye = wye

    def operator(self, name: str) -> Any:
        packet, _, overload = name.partition(".")
        return getattr(getattr(self.wye.ops.aten, packet), overload or "default")

    def tensor(self, flat: np.ndarray, shape: list[int], strides: list[int], offset: int) -> Any:
        return self.wye.from_numpy(flat).clone().as_strided(shape, strides, offset).detach()

    def constant(self, name: str) -> Any:
        return getattr(self.wye, name)

    def device(self, name: str) -> Any:
        return self.wye.device(name)

    def is_tensor(self, value: Any) -> bool:
        return isinstance(value, self.wye.Tensor)

    def numpy(self, value: Any) -> np.ndarray:
        return value._resolved()._data.copy()

    def version(self, value: Any) -> int:
        return value._version

    def shares(self, a: Any, b: Any) -> bool:
        return a.untyped_storage() == b.untyped_storage()


class WyeMeta(Wye):
    """wye on tensors without data: only shapes, dtypes and strides come out."""

    def tensor(self, flat: np.ndarray, shape: list[int], strides: list[int], offset: int) -> Any:
        dtype = super().tensor(flat, shape, strides, offset).dtype
        whole = self.wye.empty(len(flat), dtype=dtype, device="meta")
        return whole.as_strided(shape, strides, offset).detach()

    def numpy(self, value: Any) -> Any:
        return None

    def device(self, name: str) -> Any:
        return self.wye.device("meta")
