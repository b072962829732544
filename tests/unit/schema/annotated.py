"""What the tests of inferred schemas share: annotations of every kind, and functions that have them."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from typing import Any, Generic, NamedTuple, NewType, TypedDict, TypeVar

import numpy as np

import wye
from wye.schema.infer import infer_signature, register_annotation
from wye.schema.values import DTYPES, device, dtype, layout, memory_format
from wye.tensors import Tensor


class Generator: ...


class ScriptObject: ...


class Parameter(Tensor): ...


class Size(tuple): ...  # noqa: SLOT001 - a stand-in for PyTorch's


class SymInt: ...


register_annotation(Tensor, "Tensor")
register_annotation(Generator, "Generator")
register_annotation(ScriptObject, None)

SPELLINGS: dict[str, Any] = {
    name: getattr(typing, name)
    for name in ("Any", "Callable", "Dict", "Iterable", "List", "Optional", "Sequence", "Set", "Tuple", "Union")
}
WYE_NAMES: dict[str, Any] = SPELLINGS | {
    "Tensor": Tensor,
    "Number": int | float | bool,
    "np": np,
    "torch": types.SimpleNamespace(
        Tensor=Tensor,
        Generator=Generator,
        ScriptObject=ScriptObject,
        Size=Size,
        SymInt=SymInt,
        complex64=DTYPES["complex64"],
        device=device,
        dtype=dtype,
        float32=DTYPES["float32"],
        layout=layout,
        memory_format=memory_format,
        nn=types.SimpleNamespace(Parameter=Parameter),
        ones=lambda n: wye.tensor([1.0] * n),
        types=types.SimpleNamespace(Number=int | float | bool),
    ),
}


def function(signature: str, names: dict[str, Any], *, future: bool = False) -> Any:
    scope = dict(names)
    source = f"def func{signature}: ..."
    exec(
        f"from __future__ import annotations\n{source}" if future else compile(source, "", "exec", dont_inherit=True),
        scope,
    )
    return scope["func"]


def signature_of(annotation: Any, **more: Any) -> Any:
    def func(x): ...

    func.__annotations__ = {"x": annotation, "return": None}
    return infer_signature(func, mutates_args=more.pop("mutates_args", ()), **more)


def argument_of(annotation: Any) -> str:
    return signature_of(annotation).schema.removeprefix("(").removesuffix(") -> ()")


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Mode(enum.StrEnum):
    FAST = "fast"
    EXACT = "exact"


class Bits(enum.IntFlag):
    A = 1
    B = 2


class Mixed(enum.Enum):
    ONE = 1
    TWO = "two"


class Nan(enum.Enum):
    NAN = float("nan")


T = TypeVar("T")
BoundT = TypeVar("BoundT", bound=Tensor)
OneOf = TypeVar("OneOf", int, float, bool)
Meters = NewType("Meters", float)


class Opaque: ...


@dataclasses.dataclass
class Cfg:
    w: Tensor
    alpha: float = 1.0


@dataclasses.dataclass(frozen=True, slots=True)
class Inner:
    bias: Tensor | None
    mode: Mode


@dataclasses.dataclass
class Outer:
    counted: typing.ClassVar[int] = 0
    inner: Inner
    sizes: list[int]
    total: int = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        self.total = sum(self.sizes)


class Pair(NamedTuple):
    left: Tensor
    right: Color = Color.RED


class Options(TypedDict):
    w: Tensor
    scale: float


class Partly(TypedDict):
    w: Tensor
    scale: typing.NotRequired[float]


@dataclasses.dataclass
class Node:
    value: Tensor
    next: Node | None = None


@dataclasses.dataclass
class Endless:
    again: Endless


@dataclasses.dataclass
class Box(Generic[T]):
    item: T
