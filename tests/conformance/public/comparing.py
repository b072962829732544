"""Runs a public call on torch and on wye, and says where they differ."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.conformance.operators.compare import TOLERANCE, _values
from tests.conformance.operators.sides import Torch, Wye

if TYPE_CHECKING:
    from tests.conformance.public.drawing import PublicCall

SEED = 20261115


class _Index:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class _Int(int):
    pass


_MADE = {
    "$tuple": tuple,
    "$range": range,
    "$object": lambda value: object(),
    "$dict": lambda value: {},
    "$index": _Index,
    "$int": _Int,
    "$type": {"float": float, "int": int, "bool": bool, "complex": complex}.__getitem__,
    "$numpytype": lambda name: getattr(np, name),
    "$numpy": lambda value: np.dtype(value[0]).type(value[1]),
}


class PublicTorch(Torch):
    name = "torch"

    def spaces(self) -> tuple[Any, ...]:
        c = self.torch._C
        return self.torch, c._nn, c._linalg, c._fft, c._special

    def function(self, call: PublicCall) -> Any:
        return next((getattr(space, call.name) for space in self.spaces() if hasattr(space, call.name)), None)

    def size(self, value: Any) -> Any:
        return self.torch.Size(value)


class PublicWye(Wye):
    name = "wye"

    def function(self, call: PublicCall) -> Any:
        from wye.aten.functions import function

        try:
            return getattr(self.wye, call.name)
        except AttributeError:
            return function(call.name)

    def size(self, value: Any) -> Any:
        return self.wye.Size(value)


def _value(side: Any, words: Any, rng: np.random.Generator) -> Any:
    if isinstance(words, dict) and len(words) == 1 and next(iter(words)) in (*_MADE, "$size"):
        kind, inner = next(iter(words.items()))
        if kind == "$size":
            return side.size(inner)
        return _MADE[kind](_value(side, inner, rng) if kind == "$tuple" else inner)
    if isinstance(words, list):
        return [_value(side, item, rng) for item in words]
    return side.values(words, rng, [])


@dataclass
class Outcome:
    """What a call gave: an error, or a value in words."""

    error: Exception | None
    result: Any = None


def run(side: Any, call: PublicCall) -> Outcome:
    rng = np.random.default_rng(SEED)
    try:
        args = [_value(side, words, rng) for words in call.args]
        kwargs = {name: _value(side, words, rng) for name, words in call.kwargs.items()}
    except Exception as error:  # noqa: BLE001 - a list that no tensor is made of
        return Outcome(LookupError(f"no argument: {error}"))
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            called = getattr(args.pop(0), call.name) if call.method else side.function(call)
            return Outcome(None, _told(side, called(*args, **kwargs)))
    except Exception as error:  # noqa: BLE001 - whatever it is, the other side must raise the same
        return Outcome(error)


def _told(side: Any, value: Any) -> Any:
    if side.is_tensor(value):
        return {"shape": list(value.shape), "dtype": str(value.dtype).rpartition(".")[2], "array": side.numpy(value)}
    if isinstance(value, (list, tuple)):
        named = hasattr(value, "_fields") or hasattr(value, "n_fields")
        kind = "named tuple" if named else "list" if isinstance(value, list) else "tuple"
        return [kind, [_told(side, item) for item in value]]
    if type(value).__module__.partition(".")[0] in ("torch", "wye"):
        return str(value).replace("wye.", "torch.")
    return value


def difference(theirs: Outcome, ours: Outcome, *, values: bool) -> str | None:
    """How two outcomes differ; None: they do not."""
    if theirs.error is not None and ours.error is not None:
        if isinstance(theirs.error, LookupError) and str(theirs.error).startswith("no argument"):
            return None
        return (
            None
            if _same_kind(theirs.error, ours.error)
            else (f"error: torch {_text(theirs.error)}; wye {_text(ours.error)}")
        )
    if theirs.error is not None:
        return f"taken: torch {_text(theirs.error)}; wye {ours.result!r:.80}"
    if ours.error is not None:
        return f"refused: torch {theirs.result!r:.80}; wye {_text(ours.error)}"
    found = _compare(theirs.result, ours.result, values)
    return None if found is None else f"wrong: {found}"


def _same_kind(theirs: Exception, ours: Exception) -> bool:
    return isinstance(ours, type(theirs))


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {(str(error).splitlines() or [''])[0][:150]}"


def _compare(a: Any, b: Any, values: bool) -> str | None:
    if isinstance(a, dict) and isinstance(b, dict):
        for key in ("shape", "dtype"):
            if a[key] != b[key]:
                return f"{key} {a[key]} in torch, {b[key]} in wye"
        if not values:
            return None
        widest = max(TOLERANCE["float16"], TOLERANCE.get(a["dtype"], (0, 0)))
        loose = (0, 0) if a["dtype"] in ("bool", "int64", "int32") else widest
        return next(iter(_values(a["array"], b["array"], "result", loose)), None)
    if isinstance(a, list) and isinstance(b, list):
        if a and b and isinstance(a[0], str) and a[0] != b[0]:
            return f"a {a[0]} in torch, a {b[0]} in wye"
        if len(a) != len(b):
            return f"{len(a)} items in torch, {len(b)} in wye"
        return next((found for x, y in zip(a, b, strict=True) if (found := _compare(x, y, values))), None)
    if isinstance(a, float) and isinstance(b, float):
        return None if not values or np.isclose(a, b, rtol=1e-3, atol=1e-4, equal_nan=True) else f"{a} and {b}"
    if type(a) is not type(b):
        return f"{a!r:.60} in torch, {b!r:.60} in wye"
    return None if not values or a == b or (a != a and b != b) else f"{a!r:.60} in torch, {b!r:.60} in wye"
