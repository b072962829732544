"""Runs a public call on torch and on wye's compat module, and writes down what a dispatch mode sees of it."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.conformance.operators.sides import Side as Library
from tests.conformance.operators.sides import Torch, Wye

import wye.compat.torch as compat
from wye.compat.torch.utils._python_dispatch import TorchDispatchMode as CompatMode

if TYPE_CHECKING:
    from types import ModuleType

    from tests.conformance.operators.calls import Call

__all__ = ["Side", "sides"]


def inputs(module: Any) -> dict[str, Any]:
    """The tensors that calls may name, made anew for each."""
    numbers = np.random.default_rng(0)

    def of(array: Any) -> Any:
        return module.from_numpy(np.array(array, order="C"))

    def normal(*shape: int) -> Any:
        return of(numbers.standard_normal(shape).astype("float32"))

    half = numbers.standard_normal((3, 3)).astype("float32")
    return {
        "x": normal(3, 4), "y": normal(3, 4), "v": normal(4), "w": normal(4, 5), "s": of(np.array(1.5, "float32")),
        "b": normal(2, 3, 4), "b2": normal(2, 4, 5), "sq": of(half @ half.T + 3 * np.eye(3, dtype="float32")),
        "sq4": normal(4, 4), "o": normal(3, 4), "o64": normal(6, 4), "o234": normal(2, 3, 4),
        "o35": normal(3, 5), "e": normal(10, 4),
        "c": of((numbers.standard_normal((3, 4)) + 1j).astype("complex64")),
        "i": of(np.array([[0, 1, 2, 0], [2, 1, 0, 1], [1, 1, 3, 2]])), "idx": of(np.array([0, 2, 1])),
        "idx4": of(np.zeros(4, "int64")), "m": of(numbers.standard_normal((3, 4)) > 0),
        "img": normal(2, 3, 8, 8), "seq": normal(2, 3, 10), "vol": normal(1, 2, 4, 4, 4),
        "k1": normal(3, 3, 2), "k2": normal(3, 3, 2, 2), "k3": normal(2, 2, 2, 2, 2), "np": np,
    }  # fmt: skip


def _words(value: Any) -> Any:
    """An argument in words that are alike on both sides."""
    if hasattr(value, "untyped_storage"):
        return f"{str(value.dtype).rpartition('.')[2]}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        return [_words(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, complex, str)):
        return repr(value) if value == value else "nan"
    return str(value).rpartition(".")[2]  # dtypes, devices, layouts, memory formats


def _by_name(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments that are not what the schema says by default, by name."""
    arguments = func._schema.arguments
    given = dict(zip((a.name for a in arguments), args, strict=False)) | kwargs
    defaults = {a.name: _words(a.default_value) for a in arguments if a.has_default_value()}
    words = {name: _words(value) for name, value in given.items()}
    return {name: said for name, said in words.items() if name not in defaults or said != defaults[name]}


class Side:
    """One implementation.

    Attributes:
        module: torch, or what stands for it.
    """

    def __init__(self, module: ModuleType, mode: type, library: Library) -> None:
        self.module: Any = module
        self._library = library
        seen: list[tuple[str, dict[str, Any]]] = []

        class Recorder(mode):  # type: ignore[misc]
            def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
                seen.append((str(func), _by_name(func, args, kwargs or {})))
                return func(*args, **(kwargs or {}))

        self._seen, self._recorder = seen, Recorder

    def run_operator(self, call: Call, seed: int) -> list[tuple[str, dict[str, Any]]] | str:
        """The same of a stored call of an operator."""
        numbers, made = np.random.default_rng(seed), []
        args, kwargs = (self._library.values(words, numbers, made) for words in (call.args, call.kwargs))
        operator = self._library.operator(call.name)
        self._seen.clear()
        try:
            with warnings.catch_warnings(), self._recorder():
                warnings.simplefilter("ignore")
                operator(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - whatever it is, both sides are compared
            return f"{type(error).__name__}: {error}"
        return list(self._seen)

    def run(self, call: str) -> list[tuple[str, dict[str, Any]]] | str:
        """The operators and arguments that a mode sees of a call; the name of the exception where one is raised."""
        names = {"torch": self.module, "F": self.module.nn.functional, **inputs(self.module)}
        self.module.manual_seed(0)
        code = compile(call, "<call>", "exec")
        self._seen.clear()
        try:
            with warnings.catch_warnings(), self._recorder():
                warnings.simplefilter("ignore")
                exec(code, names)
        except Exception as error:  # noqa: BLE001 - whatever it is, both sides are compared
            return f"{type(error).__name__}: {error}"
        return list(self._seen)


def sides() -> tuple[Side, Side]:
    """Torch's and wye's."""
    import torch  # here: it may be missing
    from torch.utils._python_dispatch import TorchDispatchMode

    return Side(torch, TorchDispatchMode, Torch()), Side(compat, CompatMode, Wye())
