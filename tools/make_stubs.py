"""Write the type stubs of what is made from schemas: functions, constants, methods of `Tensor`, classes of results.

`python tools/make_stubs.py` writes them; `--check` says which are out of date, and exits with 1 if any is.
The stubs are for type checkers alone: nothing imports them at run time.
"""

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from keyword import iskeyword
from pathlib import Path

import wye.functional
from wye.aten.functions import Function, function_forms, names, result_type
from wye.aten.methods import BINARY, CONVERSIONS, IN_PLACE, PROPERTIES, REFLECTED
from wye.aten.stub_text import definition, of_arrays, overloads, spelled, with_arrays
from wye.functional.methods import METHODS
from wye.schema.values import DTYPE_ALIASES, DTYPES, LAYOUTS, MEMORY_FORMATS
from wye.tensors import Tensor

SOURCE = Path(__file__).resolve().parent.parent / "src" / "wye"
HEAD = "# Made by tools/make_stubs.py from the schemas of the operators.  Do not edit.\n"
# Words for types that are names of methods as well, so a class that has these methods spells them differently.
CLASHING = re.compile(r"\b(int|float|bool|str|dtype|device|layout|memory_format)\b")
NUMBER = "Number: TypeAlias = _int | _float | _bool | _complex"

FAMILIES = ("fft", "linalg", "special")  # modules with the functions of a prefix

FUNCTIONS_HEAD = f"""\
# The functions of `{{}}`.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, TypeAlias, overload

from wye import return_types
from wye.call.arrays import ArrayLike as _ArrayLike
from wye.schema.values import device, dtype, layout, memory_format
from wye.tensors.dense import Tensor
from wye.tensors.generator import Generator
from wye.tensors.storage import Storage

_{NUMBER}
"""

METHODS_HEAD = f"""\
# The methods and operators of `Tensor`; `wye.aten.methods` gives them to the class.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int, str as _str
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Self, TypeAlias, overload

from wye import return_types
from wye.schema.values import device as _device, dtype as _dtype, layout as _layout, memory_format as _memory_format
from wye.tensors.dense import Tensor
from wye.tensors.generator import Generator
from wye.tensors.storage import Storage

_{NUMBER}
_Operand: TypeAlias = Tensor | _Number | Any  # and arrays
_Part: TypeAlias = _int | slice | EllipsisType | Tensor | Sequence[Any] | None | Any  # and arrays
_Index: TypeAlias = _Part | tuple[_Part, ...]

class Methods:
"""

# What `wye.aten.methods` writes by hand.
SPECIAL = """\
    def __neg__(self) -> Tensor: ...
    def __pos__(self) -> Tensor: ...
    def __abs__(self) -> Tensor: ...
    def __invert__(self) -> Tensor: ...
    def __bool__(self) -> _bool: ...
    def __int__(self) -> _int: ...
    def __float__(self) -> _float: ...
    def __complex__(self) -> _complex: ...
    def __index__(self) -> _int: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __contains__(self, element: Tensor | _Number) -> _bool: ...
    def __getitem__(self, index: _Index) -> Tensor: ...
    def __setitem__(self, index: _Index, value: _Operand) -> None: ...
    @overload
    def to(
        self,
        dtype: _dtype,
        non_blocking: _bool = False,
        copy: _bool = False,
        *,
        memory_format: _memory_format | None = None,
    ) -> Tensor: ...
    @overload
    def to(
        self,
        device: _device | _str | None = None,
        dtype: _dtype | None = None,
        non_blocking: _bool = False,
        copy: _bool = False,
        *,
        memory_format: _memory_format | None = None,
    ) -> Tensor: ...
    @overload
    def to(
        self,
        other: Tensor,
        non_blocking: _bool = False,
        copy: _bool = False,
        *,
        memory_format: _memory_format | None = None,
    ) -> Tensor: ...
    @overload
    def type(self, wanted: None = None, non_blocking: _bool = False) -> _str: ...
    @overload
    def type(self, wanted: _dtype, non_blocking: _bool = False) -> Tensor: ...
    def cpu(self, memory_format: _memory_format | None = None) -> Tensor: ...
"""


def functions_stub(module: str, prefix: str = "") -> str:
    """The functions of a module, those with a private name left out."""
    lines = [HEAD + FUNCTIONS_HEAD.format(module)]
    written = () if prefix else wye.functional.__all__  # in Python, with annotations of their own
    lines += [f"from wye.functional import {name} as {name}" for name in written]
    lines += ["from wye.errors import LinAlgError as LinAlgError"] if prefix == "linalg_" else []
    public = (n for n in names() if n.startswith(prefix) and not n.startswith("_") and not iskeyword(n))
    made = sorted(n for n in public if n not in written)
    exported = [*written, *(name.removeprefix(prefix) for name in made)]
    exported += ["LinAlgError"] if prefix == "linalg_" else []
    lines.append(public_list(exported))
    for name in made:
        forms = [spelled(form) for form in function_forms(name)]
        short = name.removeprefix(prefix)
        typed = [with_arrays(words, returns.replace("Self", "Tensor")) for words, returns in forms]
        lines += overloads(short, [*typed, *of_arrays(forms)])
    return "\n".join(lines) + "\n"


def public_list(exported: Iterable[str]) -> str:
    """``__all__``: type checkers take other names of an installed package for private."""
    lines = "".join(f'    "{name}",\n' for name in sorted(exported))
    return f"__all__: list[str] = [\n{lines}]\n"


def constants_stub() -> str:
    """Dtypes, layouts and memory formats."""
    lines = [HEAD + "# Dtypes, layouts and memory formats."]
    lines += ["from wye.schema.values import dtype, layout, memory_format", ""]
    found = [
        (name, kind)
        for kind, table in (
            ("dtype", {**DTYPES, **DTYPE_ALIASES}), ("layout", LAYOUTS), ("memory_format", MEMORY_FORMATS)
        )
        for name in table
        if not name.startswith("_")
    ]  # fmt: skip
    lines.append(public_list(name for name, _ in found))
    lines += [f"{name}: {kind}" for name, kind in found]
    return "\n".join(lines) + "\n"


def results_stub() -> str:
    """The classes of results that have names."""
    lines = [HEAD + "# The classes of results that have names.", "from typing import NamedTuple", ""]
    lines += ["from wye.tensors.dense import Tensor", ""]
    for name in sorted(names()):
        made = result_type(name)
        if made is not None:
            lines += [f"class {name}(NamedTuple):", *(f"    {field}: Tensor" for field in made._fields), ""]
    return "\n".join(lines)


def methods_stub() -> str:
    """The methods and operators of `Tensor`."""
    lines = [HEAD + METHODS_HEAD + SPECIAL.rstrip("\n")]
    for name in BINARY:
        # object's own comparisons take anything and give a bool
        remark = "  # type: ignore[override]" if name in ("eq", "ne") else ""
        lines.append(f"    def __{name}__(self, other: _Operand) -> Tensor: ...{remark}")
    lines += [f"    def __r{name}__(self, other: _Operand) -> Tensor: ..." for name in sorted(REFLECTED)]
    lines += [f"    def __i{name}__(self, other: _Operand) -> Self: ..." for name in IN_PLACE]
    for name in CONVERSIONS:
        lines.append(f"    def {name}(self, memory_format: _memory_format | None = None) -> Tensor: ...")
    for name in PROPERTIES:
        lines += ["    @property", f"    def {name}(self) -> Tensor: ..."]
        if getattr(Tensor, name).fset is not None:
            lines += [f"    @{name}.setter", f"    def {name}(self, value: Tensor) -> None: ..."]
    for name in sorted(n for n in names() if isinstance(getattr(Tensor, n, None), Function) and not n.startswith("__")):
        lines += overloads(name, list(method_forms(name)), "    ")
    lines += [written_method(name) for name in METHODS]
    return "\n".join(lines) + "\n"


def written_method(name: str) -> str:
    """A method that is written in Python, with its own annotations."""
    signature = inspect.signature(METHODS[name])

    def word(text: str) -> str:
        return CLASHING.sub(r"_\1", text.replace("dtype_type", "dtype"))

    given = ["self"]
    for parameter in list(signature.parameters.values())[1:]:
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}".replace("'", '"')
        given.append(f"{parameter.name}: {word(parameter.annotation)}{default}")
    return definition(name, given, word(signature.return_annotation), "    ")


def method_forms(name: str) -> Iterator[tuple[list[str], str]]:
    """The forms of a function whose first argument is a tensor, without that."""
    for form in function_forms(name):
        places = [i for i, p in enumerate(form.parameters) if i == 0 or p.name in ("self", "input")]
        for place in reversed(places):  # a method's own tensor need not come first: `polygamma(n, input)`
            own = form.parameters[place]
            if not own.by_name and not own.many and "Tensor" in own.types:
                words, returns = spelled(form, CLASHING)
                yield ["self", *words[:place], *words[place + 1 :]], returns
                break


def stubs() -> dict[Path, str]:
    """Every stub by its file."""
    return {
        SOURCE / "_constants.pyi": constants_stub(),
        SOURCE / "_functions.pyi": functions_stub("wye"),
        **{SOURCE / f"{name}.pyi": functions_stub(f"wye.{name}", f"{name}_") for name in FAMILIES},
        SOURCE / "return_types.pyi": results_stub(),
        SOURCE / "tensors" / "_methods.pyi": methods_stub(),
    }


def main(arguments: list[str]) -> int:
    """Write the stubs, or say which are out of date."""
    stale = [path for path, text in stubs().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(SOURCE.parent)} is out of date: run python tools/make_stubs.py")
        return 1 if stale else 0
    made = stubs()
    for path in stale:
        path.write_text(made[path], encoding="utf-8")
        print(f"wrote {path.relative_to(SOURCE.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
