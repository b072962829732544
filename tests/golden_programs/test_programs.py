"""Recorded programs of PyTorch, played on wye under its name: which differ, by category, and why."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "pytorch-differences.md"


def documented(name):
    """The numbers of the programs of a file that differ, as the table in the document has them."""
    section = DOCUMENT.read_text(encoding="utf-8").split("## Recorded programs that differ")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("|")]
    named = [part.removeprefix(name) for cell in cells for part in cell.strip().split("; ") if part.startswith(name)]
    return [int(number) for part in named for number in part.split(",")]


# The numbers of the programs that differ: in the document, and here for programs that come with another part of wye.
KNOWN = {
    "autograd": {"document": documented("autograd")},
    "transforms": {"document": documented("transforms")},
    # The steps that trace real tensors; those for fake tensors and symbolic sizes come with these.
    "tracing": {
        # an operator that wye does not have
        "make_fx": [59],
        # a step for other tracing modes; the order in which gradients are added; operators of formulas; levels of jvp
        "make_fx_details": [84, 94, 95, 96, 97, 103],
        # errors of wye are subclasses of those recorded
        "hop": [118, 124, 126, 128],
        # an operator that wye does not have
        "fx_graph": [144],
        # saved results without `detach`; views of inputs are results of the graph; fake tensors refuse earlier
        "aot": [171, 174, 175, 176, 182, 183, 184, 185, 186],
        # functionalization
        "view_and_inplace_graphs": [191, 194, 197, 202, 203, 204],
        # other operators in formulas
        "grad_graphs": [211, 212, 217, 218, 219, 221, 223, 225, 226, 228, 230, 231, 232, 233, 237],
        # primitive operators that PyTorch alone has
        "decompositions": [290],
    },
}

# How many steps of a program differ, where it is not one.
STEPS = {
    "autograd": {39: 2, 562: 2, 598: 2, 600: 2, 618: 2, 706: 2},
    "transforms": {126: 2, 226: 2, 228: 2, 401: 7, 407: 2},
}

UNSTEADY = {
    # what a mode sees of `y[0] = 1`: the engine in C writes the number itself
    "tracing": {191, 197},
}


@pytest.mark.parametrize("name", KNOWN)
def test_programs_do_what_pytorch_did_but_for_those_known(name):
    script = str(Path(__file__).with_name("play.py"))
    command = [sys.executable, "-m", "wye.compat.torch", script, name]
    played = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert played.returncode == 0, played.stderr
    found = json.loads(played.stdout)
    known = {number for numbers in KNOWN[name].values() for number in numbers}
    new = {number: step for number, step in found.items() if int(number) not in known | UNSTEADY.get(name, set())}
    assert new == {}
    unsteady = UNSTEADY.get(name, set())
    differing = {int(number) for number in found} - unsteady
    assert known - unsteady == differing, "a program that agrees now leaves the list"
    if name in STEPS:
        assert {int(number): steps for number, (_, steps, _, _) in found.items() if steps > 1} == STEPS[name]


def test_the_document_names_each_program_once():
    for name in ("autograd", "checkers", "transforms"):
        numbers = documented(name)
        assert numbers
        assert len(numbers) == len(set(numbers))


# Programs of `program` steps: the first step that differs is one of these kinds.
KNOWN_PROGRAMS = {
    "checkers": {"document": documented("checkers")},
    "functionalization": {
        # `detach` after a view of another dtype
        "view_then_write": [67, 68],
        # strides of an argument after as_strided_; `_foreach_` operators; `detach` for `.data`
        "write_kinds": [124, 126, 127, 130],
        # a size in a result stays a Size; traces with fake tensors
        "programs": [170, 198],
        # the batching rule of slice_scatter; parts of a gradient; nested functionalize works
        "transforms": [200, 202, 205],
        # `_foreach_` operators; names of a key and of an error's class; assertions of an export; symbolic sizes
        "mode": [302, 318, 320, 324],
        # operators of programs that write are functionalized everywhere; names of classes
        "custom_ops": [325, 327, 328, 334, 337, 340, 343, 344, 345, 348, 351],
        # the class of the error for a missing fake kernel
        "crossref": [371],
    },
    "fake": {
        "document": documented("fake"),
        # the section on symbolic shapes names them
        "symint": [262, 270, 286, 288, 319, 330, 333, 352],
    },
}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each program runs in a forked process")
@pytest.mark.parametrize("name", KNOWN_PROGRAMS)
def test_programs_of_steps_do_what_pytorch_did_but_for_those_known(name):
    script = str(Path(__file__).with_name("programs.py"))
    command = [sys.executable, "-m", "wye.compat.torch", script, name]
    played = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert played.returncode == 0, played.stderr
    found = json.loads(played.stdout)
    known = {number for numbers in KNOWN_PROGRAMS[name].values() for number in numbers}
    assert {int(number): step for number, step in found.items() if int(number) not in known} == {}
    assert known == set(map(int, found)), "a program that agrees now leaves the list"
