"""``wye stubs``: the operators of a namespace as a type checker sees them.

A stub describes a module whose names are the operators: each is an object that can be called as its schema says, and
has its overloads as attributes.  `wye.aten.signatures` and `wye.aten.stub_text` spell the types.
"""

from __future__ import annotations

import re
from keyword import iskeyword
from typing import TYPE_CHECKING, Final

from wye.aten.signatures import operator_forms
from wye.aten.stub_text import of_arrays, overloads, spelled, with_arrays
from wye.command.console import nearest, refused
from wye.command.operators import namespaces
from wye.registry import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from wye.schema import FunctionSchema

__all__ = ["module_text", "stub_text", "write_stubs"]

# Overloads may be called as types are, so types get names that no operator has.
_TYPES: Final = re.compile(
    r"\b(int|float|bool|complex|str|object|list|tuple|dict|dtype|device|layout|memory_format|Tensor|Generator|Storage"
    r"|Sequence|Any)\b"
)
_HEAD: Final = """\
# Made by `wye stubs {namespace}` from the schemas of the operators.  Do not edit.
from builtins import (
    bool as _bool,
    complex as _complex,
    dict as _dict,
    float as _float,
    int as _int,
    list as _list,
    object as _object,
    str as _str,
    tuple as _tuple,
)
from collections.abc import Sequence as _Sequence
from typing import Any as _Any, TypeAlias as _TypeAlias, overload as _overload

from wye import OpOverload as _OpOverload, OpOverloadPacket as _OpOverloadPacket, Tensor as _Tensor
from wye.call.arrays import ArrayLike as _ArrayLike
from wye.schema.values import device as _device, dtype as _dtype, layout as _layout, memory_format as _memory_format
from wye.tensors.generator import Generator as _Generator
from wye.tensors.storage import Storage as _Storage

_Number: _TypeAlias = _int | _float | _bool | _complex
"""
_MODULE: Final = '''\
"""The operators of the namespace {namespace}, with types: the stub beside this file has them."""

{imports}import wye


def __getattr__(name: str) -> object:
    return getattr(wye.ops.{namespace}, name)
'''


def write_stubs(namespace: str, output: Path | None, imports: Iterable[str], *, module: bool) -> None:
    """Print the stub, or write it and, where asked to, the module beside it."""
    known = namespaces()
    if namespace not in known:
        hint = nearest(namespace, known) or "--import MODULE loads the module that registers the operators"
        raise refused(f"there is no namespace {namespace!r}", hint)
    if output is None:
        if module:
            raise refused("--module writes a file beside the stub", "say where with --output FILE.pyi")
        print(stub_text(namespace), end="")
        return
    if output.suffix != ".pyi" or not output.parent.is_dir():
        raise refused(f"{output} is no place for a stub", "it is a file FILE.pyi in a directory that exists")
    output.write_text(stub_text(namespace), encoding="utf-8")
    print(f"wrote {output}")
    if module:
        beside = output.with_suffix(".py")
        beside.write_text(module_text(namespace, imports), encoding="utf-8")
        print(f"wrote {beside}")


def module_text(namespace: str, imports: Iterable[str] = ()) -> str:
    """The module that a stub describes: its names are the operators."""
    lines = "".join(f"import {name}  # registers them\n" for name in imports if not name.endswith(".py"))
    return _MODULE.format(namespace=namespace, imports=lines and f"{lines}")


def stub_text(namespace: str) -> str:
    """The stub of all operators of a namespace."""
    registry.load(namespace)
    prefix = f"{namespace}::"
    packets = sorted(name for name in registry.overloads if name.startswith(prefix))
    lines = [_HEAD.format(namespace=namespace)]
    for packet in packets:
        name = packet.removeprefix(prefix)
        if iskeyword(name) or not name.isidentifier():
            lines.append(f"# {packet} is no name in Python: getattr(wye.ops.{namespace}, {name!r})\n")
            continue
        entries = registry.overloads[packet]
        schemas = {n or "default": e.definition.schema for n, e in entries.items() if e.definition is not None}
        lines += _packet(name, schemas)
    return "\n".join(lines)


def _packet(name: str, schemas: dict[str, FunctionSchema]) -> Iterator[str]:
    """The class of an operator, with those of its overloads inside, and the operator itself."""
    yield f"class _Packet_{name}(_OpOverloadPacket):"
    for overload, schema in schemas.items():
        if not iskeyword(overload):
            yield f"    class _Overload_{overload}(_OpOverload):"
            yield from _calls([schema], "        ")
            yield f"    {overload}: _Overload_{overload}"
    yield from _calls(schemas.values(), "    ")
    yield f"{name}: _Packet_{name}\n"


def _calls(schemas: Iterable[FunctionSchema], indent: str) -> Iterator[str]:
    forms = [spelled(form) for form in operator_forms(schemas)]
    typed = [with_arrays(words, returns) for words, returns in forms]
    own = [(["_self", *map(_renamed, words)], _typed(returns)) for words, returns in [*typed, *of_arrays(forms)]]
    for line in overloads("__call__", own, indent):
        yield line.replace("@overload", "@_overload")


def _renamed(text: str) -> str:
    """A parameter with the names that types have in the stub."""
    name, colon, rest = text.partition(": ")
    kind, equals, default = rest.partition(" = ")
    return f"{name}{colon}{_typed(kind)}{equals}{default}"


def _typed(text: str) -> str:
    return _TYPES.sub(r"_\1", text)
