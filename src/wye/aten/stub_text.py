"""Signatures as type stubs write them.

Cold path: runs when stubs are made, by ``tools/make_stubs.py`` for wye and by ``wye stubs`` for programs.
In: forms of calls.  Out: lines of a stub.
Pure.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wye.aten.signatures import Form, Given

__all__ = ["definition", "of_arrays", "overloads", "spelled", "with_arrays"]

WIDTH: Final = 120


def definition(name: str, words: Iterable[str], returns: str, indent: str = "") -> str:
    """One ``def``, on one line where it fits."""
    words = list(words)
    line = f"{indent}def {name}({', '.join(words)}) -> {returns}: ..."
    if len(line) <= WIDTH:
        return line
    rows = "".join(f"{indent}    {word},\n" for word in words)
    return f"{indent}def {name}(\n{rows}{indent}) -> {returns}: ..."


def overloads(name: str, forms: list[tuple[list[str], str]], indent: str = "") -> Iterator[str]:
    """All forms of one function."""
    for words, returns in forms:
        if len(forms) > 1:
            yield f"{indent}@overload"
        yield definition(name, words, returns, indent)


def spelled(form: Form, types: re.Pattern[str] | None = None) -> tuple[list[str], str]:
    """The parameters and the result of a form as a stub writes them."""

    def word(text: str) -> str:
        text = re.sub(r"\bNumber\b", "_Number", text)
        return text if types is None else types.sub(r"_\1", text)

    def default(text: str | None) -> str:
        return "" if text is None else f" = {text}"

    given: list[str] = []
    for parameter, text in zip(_with_marks(form), form.words(), strict=True):
        if parameter is None:
            given.append(text)
            continue
        name = f"{'*' * parameter.many}{parameter.name}"
        given.append(f"{name}: {word(' | '.join(parameter.types))}{default(parameter.default)}")
    return given, word(form.returns)


def _with_marks(form: Form) -> list[Given | None]:
    """The parameters, with None where the words of the form have a mark."""
    parameters = iter(form.parameters)
    return [None if text in ("*", "/") else next(parameters) for text in form.words()]


def with_arrays(words: list[str], returns: str) -> tuple[list[str], str]:
    """A form that takes arrays of other libraries beside its first tensor."""
    return [
        words[0],
        *(re.sub(r": Tensor\b", ": Tensor | _ArrayLike", word) for word in words[1:]),
    ] if words else [], returns


def of_arrays(forms: list[tuple[list[str], str]]) -> Iterator[tuple[list[str], str]]:
    """The same forms for arrays of other libraries: the result is whatever theirs is."""
    for words, _ in forms:
        taken = [re.sub(r"\bTensor\b", "_ArrayLike", word) for word in words]
        if words and taken[0] != words[0]:
            yield taken, "Any"
