"""Random programs with gradients, run line by line on torch and on wye, which must agree after every line.

    python -m tests.conformance.autograd.programs --seed 7 --count 500 [--first 0] [--all]

Program i of a seed is always the same.  A mismatch is shrunk to the few lines that show it, and ends the run with
status 1; with ``--all`` the run goes on, and mismatches of one kind are shown once.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import warnings
from typing import Any

from tests.conformance.autograd.drawing import Drawer
from tests.conformance.autograd.prelude import PRELUDE
from tests.conformance.sides import sides

__all__ = ["find_mismatch", "main"]


def see(tensor: Any) -> Any:
    """A tensor, or what a name stands for, as plain data."""
    if isinstance(tensor, (list, tuple)):
        return [see(one) for one in tensor]
    if not hasattr(tensor, "requires_grad"):
        return None if tensor is None else type(tensor).__name__
    return [
        str(tensor.dtype).rpartition(".")[2],
        list(tensor.shape),
        tensor.detach().resolve_conj().resolve_neg().tolist(),
    ]


def ask(question: Any) -> Any:
    """The answer, or the class of the error and its message."""
    try:
        return question()
    except Exception as error:  # noqa: BLE001 - whatever is raised is compared
        return Raised(error)


class Raised:
    """An error as an answer."""

    def __init__(self, error: Exception) -> None:
        self.type = type(error)
        text = (str(error).splitlines() or [""])[0]
        self.text = re.sub(r"wye\.|torch\.|aten::", "", re.sub(r"0x[0-9a-f]+", "0x", text)).strip()

    @property
    def is_breakdown(self) -> bool:
        """Whether a check inside of torch failed, as nobody meant it to."""
        return "INTERNAL ASSERT" in self.text or "Could this error message be improved?" in self.text

    def __repr__(self) -> str:
        return f"{self.type.__name__}: {self.text}"


def graph(node: Any, depth: int) -> Any:
    """The names of the nodes behind a tensor, so deep."""
    if node is None:
        return None
    name = node.name()
    if name in ("AsStridedBackward0", "ConjBackward0", "ViewAsRealBackward0", "ViewAsComplexBackward0"):
        return ["a part"]  # of a base that was written to: where that has complex numbers, torch repeats every view
    return [name, *(graph(n, depth - 1) for n, _ in node.next_functions)] if depth else name


def look(tensor: Any, *, names: bool) -> dict[str, Any]:
    """Everything that is compared of a tensor."""
    questions = {
        "value": lambda: see(tensor),
        "stride": lambda: [s for s, n in zip(tensor.stride(), tensor.shape, strict=True) if n != 1 and tensor.numel()],
        "offset": tensor.storage_offset,
        "requires_grad": lambda: tensor.requires_grad,
        "is_leaf": lambda: tensor.is_leaf,
        "version": lambda: tensor._version,
        "inference": tensor.is_inference,
        "is_view": tensor._is_view,
        "has_base": lambda: tensor._base is not None,
        "graph": lambda: graph(tensor.grad_fn, 2) if names else tensor.grad_fn is None,
        "output_nr": lambda: tensor.output_nr,
        "retains_grad": lambda: tensor.retains_grad,
        "grad": lambda: see(tensor.grad),
        "grad history": lambda: None if tensor.grad is None else tensor.grad.requires_grad,
    }
    return {what: ask(question) for what, question in questions.items()}


class World:
    """One of the two libraries, and the names of a program in it."""

    def __init__(self, library: Any, *, names: bool) -> None:
        self.compare_names = names
        self.names: dict[str, Any] = {"torch": library, "see": see, "__builtins__": __builtins__}
        exec(PRELUDE, self.names)
        self.library = library

    def do(self, line: str) -> Any:
        """Run a line: "ok" or its error."""
        return ask(lambda: exec(line, self.names)) or "ok"

    def tensors(self) -> dict[str, Any]:
        found = {n: v for n, v in self.names.items() if re.fullmatch(r"[abgt]\d+", n)}
        return {n: look(v, names=self.compare_names) if hasattr(v, "requires_grad") else v for n, v in found.items()}

    def state(self) -> dict[str, Any]:
        """What is compared after a line."""
        return {"log": list(self.names["log"]), "modes": self.modes(), **self.tensors()}

    def modes(self) -> list[Any]:
        library = self.library
        return [library.is_grad_enabled(), library.is_inference_mode_enabled(), library.is_anomaly_enabled()]

    def close(self) -> None:
        """Leave the blocks that are open."""
        while self.names["blocks"]:
            self.do("leave()")


def close(one: Any, other: Any, rough: bool) -> bool:
    if isinstance(one, complex) or isinstance(other, complex):
        one, other = complex(one), complex(other)
        return close(one.real, other.real, rough) and close(one.imag, other.imag, rough)
    if isinstance(one, float) and isinstance(other, float):
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) == math.isnan(other)
        return math.isclose(one, other, rel_tol=2e-4 if rough else 1e-7, abs_tol=1e-4 if rough else 1e-8)
    return one == other


def same(theirs: Any, ours: Any, rough: bool = False) -> bool:
    """Whether two answers agree; numbers nearly, errors by class and by text."""
    if isinstance(theirs, Raised) and theirs.is_breakdown:
        return True
    if isinstance(theirs, Raised) or isinstance(ours, Raised):
        return isinstance(theirs, Raised) and isinstance(ours, Raised) and same_error(theirs, ours)
    if isinstance(theirs, (list, tuple)) and isinstance(ours, (list, tuple)):
        rough = rough or (bool(theirs) and theirs[0] in ("float32", "complex64"))
        return len(theirs) == len(ours) and all(same(a, b, rough) for a, b in zip(theirs, ours, strict=True))
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return theirs.keys() == ours.keys() and all(same(theirs[k], ours[k], rough) for k in theirs)
    return close(theirs, ours, rough)


SAME = 20  # so many characters of the messages agree: wye may add what helps


def same_error(theirs: Raised, ours: Raised) -> bool:
    """Narrower classes are welcome; texts agree unless they are about the inside of PyTorch."""
    if not issubclass(ours.type, next(c for c in theirs.type.__mro__ if c.__module__ == "builtins")):
        return False
    if "invalid gradient at index" in theirs.text:
        return "invalid gradient at index" in ours.text
    return ours.text[:SAME].casefold() == theirs.text[:SAME].casefold() or "c10::" in theirs.text


def first_difference(theirs: Any, ours: Any, rough: bool = False, where: str = "") -> str:
    """The smallest part in which two states differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in theirs:
            if key not in ours or not same(theirs[key], ours[key], rough):
                return first_difference(theirs[key], ours.get(key), rough, f"{where} {key}")
    return f"{where}\n    torch: {theirs!r:.900}\n    wye:   {ours!r:.900}"


def run(lines: list[str], *, often: bool, names: bool) -> tuple[str, str] | None:
    """Run a program on both: None, or the kind of the first mismatch and the mismatch in words."""
    theirs, ours = (World(side, names=names) for side in sides())
    rough = False
    try:
        for number, line in enumerate(lines):
            answers = theirs.do(line), ours.do(line)
            if isinstance(answers[0], Raised) and answers[0].is_breakdown:
                return None
            if reads_for_nothing(*answers, lines[:number]):
                return None
            rough = rough or "float32" in line
            if not same(*answers):
                return f"outcome {kind_of(line)} {answers}"[:150], f"line {number}: {line}{first_difference(*answers)}"
            if often or number + 1 == len(lines):
                states = theirs.state(), ours.state()
                if not same(*states, rough):
                    found = first_difference(*states, rough)
                    return f"{kind_of(line)} {kind_of(found)}", f"after line {number}: {line}\n  {found}"
        return None
    finally:
        theirs.close()
        ours.close()


def reads_for_nothing(theirs: Any, ours: Any, before: list[str]) -> bool:
    """Whether torch alone has checked what a node saved that got no gradient: a difference that is documented."""
    no_gradient = any(name in line for line in before for name in ("Part.", "Loose."))
    return no_gradient and ours == "ok" and isinstance(theirs, Raised) and "modified by an inplace" in theirs.text


def kind_of(text: str) -> str:
    """A text without numbers and names of tensors."""
    return re.sub(r"\b[abgth]\d+\b", "t", re.sub(r"[-\d.]{2,}", "", text))[:150]


def draw(seed: int, index: int) -> tuple[list[str], dict[str, bool]]:
    """A program, and how it is compared."""
    import torch

    higher = index % 3 == 0
    world = World(torch, names=True)
    drawer = Drawer(f"{seed}:{index}", world.do, world.names, higher=higher)
    try:
        lines = drawer.program()
    finally:
        world.close()
    return lines, {"often": index % 2 == 0, "names": not any("create_graph" in line for line in lines)}


def shrink(lines: list[str], how: dict[str, bool]) -> list[str]:
    """Fewer lines that also differ."""
    size = max(1, len(lines) // 2)
    while size:
        for start in range(0, len(lines), size):
            fewer = lines[:start] + lines[start + size :]
            if fewer and run(fewer, **how) is not None and not broken(fewer):
                lines = fewer
                break
        else:
            size //= 2
    return lines


def broken(lines: list[str]) -> bool:
    """Does a line use a name that was dropped?"""
    import torch

    world = World(torch, names=True)
    try:
        return any(isinstance(answer := world.do(line), Raised) and answer.type is NameError for line in lines)
    finally:
        world.close()


def explain(seed: int, index: int) -> tuple[str, str] | None:
    """None, or the mismatch of a program: its kind, and a text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lines, how = draw(seed, index)
        if run(lines, **how) is None:
            return None
        few = shrink(lines, how)
        found = run(few, **how)
        assert found is not None
        text = "".join(f"  {number:2} {line}\n" for number, line in enumerate(few))
        return found[0], f"seed {seed}, program {index}:\n{text}  {found[1]}"


def find_mismatch(seed: int, indices: range) -> str | None:
    """The first mismatch among some programs, in words."""
    for index in indices:
        found = explain(seed, index)
        if found is not None:
            return found[1]
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="go on after a mismatch")
    options = parser.parse_args()
    kinds: dict[str, int] = {}
    for index in range(options.first, options.first + options.count):
        found = explain(options.seed, index)
        if found is None:
            continue
        kinds[found[0]] = kinds.get(found[0], 0) + 1
        if kinds[found[0]] == 1:
            print(found[1], flush=True)
        if not options.all:
            return 1
    print(f"seed {options.seed}: {options.count} programs, {sum(kinds.values())} differ")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
