"""Recorded programs of PyTorch, played on wye under its name: which differ, by category, and why."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "pytorch-differences.md"


def documented(name, how=""):
    """The numbers of the programs of a file that differ, or do in words alone, as the document's tables have them."""
    title = f"\n## Recorded programs that differ{how}\n"
    section = DOCUMENT.read_text(encoding="utf-8").split(title)[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("|")]
    named = [part.removeprefix(name) for cell in cells for part in cell.strip().split("; ") if part.startswith(name)]
    return [int(number) for part in named for number in part.split(",")]


# The numbers of the programs that differ.
KNOWN = {
    "autograd": {"document": documented("autograd")},
    "transforms": {"document": documented("transforms")},
}

# How many steps of a program differ, where it is not one.
STEPS = {
    "autograd": {39: 2, 562: 2, 598: 2, 600: 2, 618: 2, 706: 2},
    "transforms": {126: 2, 226: 2, 228: 2, 401: 7, 407: 2},
}


@pytest.mark.parametrize("name", KNOWN)
def test_programs_do_what_pytorch_did_but_for_those_known(name):
    script = str(Path(__file__).with_name("play.py"))
    command = [sys.executable, "-m", "wye.compat.torch", script, name]
    played = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert played.returncode == 0, played.stderr
    found = json.loads(played.stdout)
    known = {number for numbers in KNOWN[name].values() for number in numbers}
    assert {number: step for number, step in found.items() if int(number) not in known} == {}
    assert known == set(map(int, found)), "a program that agrees now leaves the list"
    if name in STEPS:
        assert {int(number): steps for number, (_, steps, _, _) in found.items() if steps > 1} == STEPS[name]


def test_the_document_names_each_program_once():
    for name in ("autograd", "checkers", "fake", "functionalization", "tracing", "transforms"):
        numbers = documented(name)
        assert numbers
        if name in KNOWN_PROGRAMS:
            numbers += documented(name, IN_WORDS)
        assert len(numbers) == len(set(numbers))


# What a mode sees of `y[0] = 1`: the engine in C writes the number itself.
UNSTEADY = {"tracing": {191, 197}}
IN_WORDS = " in words alone"
# Programs of `program` steps that do something else.
KNOWN_PROGRAMS = {
    "checkers": {"document": documented("checkers")},
    "functionalization": {"document": documented("functionalization")},
    "tracing": {"document": documented("tracing")},
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
    found = {int(number): step for number, step in json.loads(played.stdout).items()}
    does = {number: step for number, step in found.items() if step[0] == "does"}
    says = {number: step for number, step in found.items() if step[0] == "says"}
    known = {number for numbers in KNOWN_PROGRAMS[name].values() for number in numbers}
    in_words = set(documented(name, IN_WORDS))
    assert {number: step for number, step in does.items() if number not in known} == {}
    assert {number: step for number, step in says.items() if number not in in_words} == {}
    assert known - UNSTEADY.get(name, set()) <= set(does), "a program that agrees now leaves the list"
    assert in_words <= set(says), "a program that says the same now leaves the list"
