"""Programs by subject, in topics.txt, print on wye what they print on torch: values, errors and warnings."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from tests.conformance.sides import sides

PROGRAMS = Path(__file__).with_name("topics.txt").read_text(encoding="utf-8").split("\n#---")
pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]


def clean(text: str) -> str:
    """A text without addresses, places in C++ and the name of the library."""
    text = re.sub(r"\(Triggered internally[^)]*\)", "", re.sub(r"0x[0-9a-f]+", "0x", text))
    return re.sub(r"\bwye\.", "torch.", text).strip()


def plain(value: Any) -> Any:
    """A value as data that both libraries print alike."""
    if isinstance(value, float):
        return float(f"{value:.3g}") + 0.0
    if isinstance(value, complex):
        return plain(value.real), plain(value.imag)
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, "grad_fn"):
        node = None if value.grad_fn is None else value.grad_fn.name()
        return str(value.dtype).rpartition(".")[2], plain(value.detach().tolist()), value.requires_grad, node
    return value


class Printed:
    """What a program prints."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, *values: Any) -> None:
        self.lines += [clean(str(plain(value))) for value in values]

    def tried(self, call: Any) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                self.show(call())
            except Exception as error:  # noqa: BLE001 - whatever is raised is compared
                kind = next(c.__name__ for c in type(error).__mro__ if c.__module__ == "builtins")
                self.lines.append(f"{kind}: {clean(str(error))[:200]}")
        self.lines += [f"warned {one.category.__name__}: {clean(str(one.message))[:200]}" for one in caught]


def run(library: Any, program: str) -> list[str]:
    printed = Printed()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(program, {"torch": library, "show": printed.show, "tried": printed.tried})
    return printed.lines


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda text: text.strip().splitlines()[0].removeprefix("# "))
def test_a_program_prints_what_it_prints_on_torch(program):
    theirs, ours = (run(side, program) for side in sides())
    assert theirs
    assert ours == theirs
