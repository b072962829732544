"""Calls of public functions and methods, drawn as people write them.

A recorded call of an operator is written by place or by keyword, then changed in one or two places: another kind of
number, a list for a number, None, a wrong type, an argument more or less, ``out=``.  Words are those of
tests/conformance/operators/calls.py, and a few more for what only Python has.
"""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field
from typing import Any

from tests.conformance.operators.search import seeds

OTHER_NAMES = {"dim": "axis", "keepdim": "keepdims", "input": "x", "other": "x2"}
NUMPY_INTS = ("int64", "int32", "int8", "uint8")
NUMPY_FLOATS = ("float64", "float32", "float16")
WRONG = ("text", None, {"$object": 0}, {"$dict": 0}, {"$type": "float"})


@dataclass
class PublicCall:
    """One call in words."""

    name: str
    method: bool
    args: list[Any]
    kwargs: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        words = [*map(_shown, self.args), *(f"{name}={_shown(value)}" for name, value in self.kwargs.items())]
        if self.method:
            return f"{words[0]}.{self.name}({', '.join(words[1:])})"
        return f"{self.name}({', '.join(words)})"


def _shown(words: Any) -> str:
    if isinstance(words, dict) and "shape" in words:
        values = f" {words['values']}" if "values" in words and not words["shape"] else ""
        return f"<{words['dtype']} {words['shape']}{values}>"
    if isinstance(words, dict) and len(words) == 1:
        kind, value = next(iter(words.items()))
        if kind == "$tuple":
            return f"({', '.join(map(_shown, value))},)"
        return f"{kind[1:]}:{value}"
    return f"[{', '.join(map(_shown, words))}]" if isinstance(words, list) else repr(words)


def is_tensor(words: Any) -> bool:
    return isinstance(words, dict) and "shape" in words


def _scalar_tensor(dtype: str, value: Any, shape: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"shape": list(shape), "dtype": dtype, "values": value if not shape else [value]}


def _numbers_like(value: Any) -> list[Any]:
    """Other values that may stand for a number, rightly or wrongly."""
    number = complex(*value["$complex"]).real if isinstance(value, dict) else value
    whole = int(number) if abs(number) < 100 else 1  # also of inf and nan, which compare False
    return [
        whole, float(whole), bool(whole), {"$complex": [float(whole), 1.0]}, None, "text", [whole], {"$tuple": [whole]},
        *({"$numpy": [name, whole]} for name in (*NUMPY_INTS, *NUMPY_FLOATS, "bool", "complex64")),
        _scalar_tensor("int64", whole), _scalar_tensor("float32", float(whole)), _scalar_tensor("bool", bool(whole)),
        _scalar_tensor("int64", whole, (1,)), {"$object": 0}, {"$index": whole}, {"$int": whole},
    ]  # fmt: skip


def _lists_like(value: list[Any]) -> list[Any]:
    found: list[Any] = [{"$tuple": value}, None, [], [*value, None], [*value, "text"], {"$range": len(value)}]
    if value and all(type(item) is int for item in value):
        first = value[0]
        found += [
            first, {"$size": value}, [{"$numpy": ["int64", item]} for item in value], [float(item) for item in value],
            [bool(first), *value[1:]], [*value, True], [_scalar_tensor("int64", item) for item in value],
            {"$numpy": ["int64", first]}, _scalar_tensor("int64", first), bool(first), float(first), first,
        ]  # fmt: skip
    return found


def _alternatives(value: Any) -> list[Any]:
    if is_tensor(value):
        return [2, 2.5, True, {"$numpy": ["float64", 1.5]}, {"$numpy": ["int64", 2]}, None, "text", [1.0, 2.0], [value],
                _scalar_tensor("float64", 1.5), _scalar_tensor("int64", 2)]  # fmt: skip
    if isinstance(value, bool):
        return [not value, int(value), float(value), None, {"$numpy": ["bool", value]}, _scalar_tensor("bool", value),
                "text"]  # fmt: skip
    if isinstance(value, (int, float)) or (isinstance(value, dict) and "$complex" in value):
        return _numbers_like(value)
    if isinstance(value, list):
        return _lists_like(value)
    if isinstance(value, dict) and "$dtype" in value:
        return [{"$type": "float"}, {"$type": "int"}, {"$type": "bool"}, {"$dtype": "float64"},
                {"$numpytype": "float64"}, "float32", None, 6]  # fmt: skip
    if value is None:
        return [1, 0.5, True, [1], "text", {"$dtype": "float64"}]
    if isinstance(value, str):
        return ["text", None, 1, {"$type": "float"}]
    return [None, 1, "text"]


class Drawer:
    """Draws calls of one name."""

    def __init__(self, name: str, schemas: dict[str, Any], seed: int) -> None:
        self.rng = random.Random(f"{name} {seed}")
        self.name = name
        self.schemas = {key: schema for key, schema in schemas.items() if key in seeds()}

    def calls(self, count: int, *, function: bool, method: bool) -> list[PublicCall]:
        if not self.schemas:
            return []
        kinds = [False] * function + [True] * method
        drawn = [self._call(self.rng.choice(kinds)) for _ in range(count)]
        return [call for call in drawn if call is not None]

    def _call(self, method: bool) -> PublicCall | None:
        key = self.rng.choice(sorted(self.schemas))
        schema, words = self.schemas[key], copy.deepcopy(self.rng.choice(seeds()[key]))
        arguments = schema.arguments
        values = dict(zip((a.name for a in arguments if not a.kwarg_only), words["args"], strict=False))
        outs = {a.name for a in arguments if a.is_out}
        values |= {name: value for name, value in words["kwargs"].items() if name not in outs}
        names = [a.name for a in arguments if a.name in values]
        by_name = {a.name for a in arguments if a.kwarg_only}
        if method:
            if "self" not in names or not is_tensor(values["self"]):
                return None
            names.remove("self")
            names.insert(0, "self")
        cut = self.rng.randint(1, len(names)) if names and self.rng.random() < 0.4 else len(names)
        call = PublicCall(self.name, method, [])
        for place, name in enumerate(names):
            if name in by_name or place >= cut:
                public = "input" if name == "self" and is_tensor(values[name]) else name
                call.kwargs[public] = values[name]
            else:
                call.args.append(values[name])
        for _ in range(self.rng.choice((0, 0, 1, 1, 1, 2))):
            self._change(call)
        return call

    def _change(self, call: PublicCall) -> None:
        change = self.rng.choice(
            (self._replace,) * 6 + (self._drop, self._more, self._keyword, self._out, self._rename)
        )
        change(call)

    def _replace(self, call: PublicCall) -> None:
        places: list[Any] = [*range(int(call.method), len(call.args)), *call.kwargs]
        if not places:
            return
        place = self.rng.choice(places)
        holder: Any = call.args if isinstance(place, int) else call.kwargs
        choices = _alternatives(holder[place])
        holder[place] = self.rng.choice(choices if self.rng.random() < 0.85 else WRONG)

    def _drop(self, call: PublicCall) -> None:
        if call.kwargs and self.rng.random() < 0.5:
            call.kwargs.pop(self.rng.choice(sorted(call.kwargs)))
        elif len(call.args) > int(call.method):
            call.args.pop()

    def _more(self, call: PublicCall) -> None:
        call.args.append(self.rng.choice((0, 1, True, None, 0.5, [0])))

    def _keyword(self, call: PublicCall) -> None:
        name, value = self.rng.choice(
            (("dim", 0), ("axis", 0), ("keepdim", True), ("dtype", {"$dtype": "float64"}), ("foo", 1), ("alpha", 2),
             ("other", 1), ("requires_grad", False), ("device", "cpu"), ("dtype", None), ("p", 2))
        )  # fmt: skip
        call.kwargs.setdefault(name, value)

    def _out(self, call: PublicCall) -> None:
        empty = {"shape": [0], "dtype": "float32"}
        call.kwargs["out"] = self.rng.choice(
            (None, empty, empty, {"$tuple": [empty, {"shape": [0], "dtype": "int64"}]}, 1, [empty])
        )

    def _rename(self, call: PublicCall) -> None:
        for name, other in OTHER_NAMES.items():
            if name in call.kwargs and other not in call.kwargs:
                call.kwargs[other] = call.kwargs.pop(name)
                return
