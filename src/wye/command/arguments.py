"""The small language in which ``wye explain`` takes arguments.  Nothing is evaluated; docs/command.md describes it.

    f32[2,3]                      a tensor of ones; integers and bools are zeros
    f32[2,3]:requires_grad:meta   with properties, in any order
    i64[4]:arange  f32[3]:randn   with other contents
    f32[3]:ndarray                a NumPy array
    [f32[2],f32[3]]  (1,2)        lists and tuples
    2  -1.5  1e-3  2j  inf        numbers
    true  false  none             constants
    float32  channels_last        dtypes, layouts and memory formats by name
    'mean'  "mean"  mean          texts; quoted where they look like something else

In: texts.  Out: values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import wye
from wye.fx.annotations import short_dtype
from wye.keys.devices import device_types
from wye.schema.values import DTYPE_ALIASES, DTYPES, LAYOUTS, MEMORY_FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Description", "UnreadableError", "make", "read", "split_options"]

_CONSTANTS: Final = {"true": True, "True": True, "false": False, "False": False, "none": None, "None": None}
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<open>[\[(])|(?P<close>[\])])|(?P<comma>,)|(?P<word>'[^']*'|\"[^\"]*\"|[^\s\[\](),]+))"
)
_NUMBER: Final = re.compile(r"[+-]?(\d|\.\d|inf\b|nan\b)")
_MOST: Final = 1 << 24  # elements: a description is no way to fill the memory


class UnreadableError(ValueError):
    """A text is not of the language."""


@dataclass(frozen=True, slots=True)
class Description:
    """A tensor to be made.

    Attributes:
        dtype: Its dtype.
        shape: Its sizes.
        properties: Words after colons.
    """

    dtype: Any
    shape: tuple[int, ...]
    properties: tuple[str, ...] = ()

    @property
    def is_batched(self) -> bool:
        """Does ``--vmap`` map over its first dimension?"""
        return "unbatched" not in self.properties


def _dtypes() -> dict[str, Any]:
    """The dtypes by all names: ``f32``, ``float32``, ``float``."""
    named = {**DTYPES, **DTYPE_ALIASES}
    return {**{short_dtype(dtype): dtype for dtype in DTYPES.values()}, **named}


def read(text: str) -> Any:
    """The value that a text describes; tensors stay descriptions.

    >>> read("[1,(2.5,none),sum]")
    [1, (2.5, None), 'sum']
    >>> read("f32[2,3]:meta").shape
    (2, 3)

    Raises:
        UnreadableError: it is not of the language.
    """
    reader = _Reader(text)
    value = reader.value()
    if reader.rest:
        raise UnreadableError(f"cannot read {text!r}: {reader.rest!r} is left over")
    return value


class _Reader:
    """Reads one value after the other from a text."""

    __slots__ = ("rest", "text")

    def __init__(self, text: str) -> None:
        self.text, self.rest = text, text.strip()

    def next(self, *, peek: bool = False) -> tuple[str, str]:
        """The kind and the text of the next token; ``("", "")`` at the end."""
        found = _TOKEN.match(self.rest)
        if found is None or found.lastgroup is None:
            return "", ""
        if not peek:
            self.rest = self.rest[found.end() :]
        return found.lastgroup, found[found.lastgroup]

    def value(self) -> Any:
        """One value."""
        kind, token = self.next()
        if kind == "open":
            return self.items("]" if token == "[" else ")")
        if kind != "word":
            raise UnreadableError(
                f"cannot read {self.text!r}: a value is missing{f' before {token!r}' if token else ''}"
            )
        if self.rest.startswith("[") and token[0] not in "'\"":
            return self.tensor(token)
        return _word(token)

    def items(self, end: str) -> Any:
        """The values up to a closing bracket."""
        found: list[Any] = []
        while True:
            kind, token = self.next(peek=True)
            if kind == "close":
                self.next()
                if token != end:
                    raise UnreadableError(f"cannot read {self.text!r}: {token!r} where {end!r} is needed")
                return found if end == "]" else tuple(found)
            if not kind:
                raise UnreadableError(f"cannot read {self.text!r}: {end!r} is missing")
            found.append(self.value())
            if self.next(peek=True)[0] == "comma":
                self.next()

    def tensor(self, name: str) -> Description:
        """A dtype was read: sizes and properties follow."""
        dtype = _dtypes().get(name)
        if dtype is None:
            raise UnreadableError(f"cannot read {self.text!r}: there is no dtype {name!r} (f32, i64, bool, bf16, ...)")
        self.next()
        sizes = self.items("]")
        if any(type(size) is not int or size < 0 for size in sizes):
            raise UnreadableError(f"cannot read {self.text!r}: sizes are whole numbers, not {sizes}")
        properties: tuple[str, ...] = ()
        if self.rest.startswith(":"):
            properties = tuple(self.next()[1].lstrip(":").split(":"))
        return Description(dtype, tuple(sizes), properties)


def _word(token: str) -> Any:
    if token[0] in "'\"":
        return token[1:-1]
    if token in _CONSTANTS:
        return _CONSTANTS[token]
    if _NUMBER.match(token):
        return _number(token)
    for table in (DTYPES, DTYPE_ALIASES, LAYOUTS, MEMORY_FORMATS):
        if token in table:
            return table[token]
    return token


def _number(token: str) -> Any:
    for kind in (int, float, complex):
        try:
            return kind(token)
        except ValueError:
            continue
    raise UnreadableError(f"{token!r} is no number; a text that looks like one is quoted")


_CONTENTS: Final[dict[str, Callable[..., Any]]] = {
    "zeros": wye.zeros,
    "ones": wye.ones,
    "arange": lambda shape, **options: wye.arange(_count(shape), **options).reshape(shape),
    "randn": wye.randn,
    "rand": wye.rand,
}
# What is done to a tensor that was made, in this order.
_CHANGES: Final[dict[str, Callable[[Any], Any]]] = {
    "transposed": lambda x: x.transpose(-1, -2),
    "conj": lambda x: x.conj(),
    "neg": lambda x: x._neg_view(),
    "requires_grad": lambda x: x.requires_grad_(),
    "parameter": lambda x: wye.nn.Parameter(x, requires_grad=x.is_floating_point()),
    "ndarray": lambda x: x.numpy(),
}


def _count(shape: tuple[int, ...]) -> int:
    total = 1
    for size in shape:
        total *= size
    return total


def make(value: Any) -> Any:
    """The value with tensors in the place of descriptions.

    Raises:
        UnreadableError: a property is unknown or does not fit, or the tensor is absurdly large.
    """
    if isinstance(value, (list, tuple)):
        return type(value)(make(item) for item in value)
    return _tensor(value) if isinstance(value, Description) else value


def _tensor(described: Description) -> Any:
    contents = "ones" if described.dtype.is_floating_point or described.dtype.is_complex else "zeros"
    device = "cpu"
    for word in described.properties:
        if word in _CONTENTS:
            contents = word
        elif word in device_types():
            device = word
        elif word not in _CHANGES and word != "unbatched":
            known = ", ".join((*_CONTENTS, *_CHANGES, "unbatched", "meta"))
            raise UnreadableError(f"a tensor has no property {word!r}; there are {known}")
    if _count(described.shape) > _MOST and device != "meta":
        raise UnreadableError(f"a tensor of shape {described.shape} is too large; describe it on the device meta")
    try:
        made = _CONTENTS[contents](described.shape, dtype=described.dtype, device=device)
        for name, change in _CHANGES.items():
            if name in described.properties:
                made = change(made)
    except Exception as error:  # noqa: BLE001 - say which description it was
        text = str(error).partition("\n")[0]
        raise UnreadableError(f"cannot make {described.dtype} of shape {described.shape}: {text}") from None
    return made


def split_options(texts: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Arguments by place and by name: ``--dim 0``, ``--dim=0`` and ``dim=0`` are the same.

    >>> split_options(["f32[2]", "--dim", "-1", "keepdim=true"])
    (['f32[2]'], {'dim': '-1', 'keepdim': 'true'})

    Raises:
        UnreadableError: a name has no value, or is given twice.
    """
    placed: list[str] = []
    named: dict[str, str] = {}
    rest = list(texts)
    while rest:
        text = rest.pop(0)
        if text.startswith("--") and "=" not in text:
            if not rest:
                raise UnreadableError(f"{text} needs a value")
            text = f"{text}={rest.pop(0)}"
        name, equals, value = text.removeprefix("--").partition("=")
        name = name.replace("-", "_") if text.startswith("--") else name
        if not equals or not name.isidentifier():
            placed.append(text)
        elif name in named:
            raise UnreadableError(f"{name} is given twice")
        else:
            named[name] = value
    return placed, named
