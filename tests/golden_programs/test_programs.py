"""Recorded programs of PyTorch, played on wye under its name: which differ, by category, and why."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

# The numbers of the programs that differ.
KNOWN = {
    "autograd": {
        # a warning names the place in C++
        "leaf": [15],
        # a warning names the place in C++
        "accumulate": [39],
        # the name of a node; a warning that names the place in C++
        "higher_order": [65, 68],
        # PyTorch's message shows the shape without the batch twice
        "grad_args": [123],
        # what nodes show beside tensors; the parts of a product of three dimensions
        "graph": [328, 336],
        # the version of a clone of an inference tensor
        "grad_mode": [382],
        # a warning names the place in C++; the text for a wrong number of tangents
        "function": [475, 490],
        # `y.mul_(y)`: PyTorch's tangent is wrong
        "forward_ad": [562],
        # errors of wye are subclasses of those recorded
        "custom_op": [592, 593, 596, 598, 600],
        # a warning names the place in C++; views made below ADInplaceOrView
        "autograd_kernels": [606, 608, 609, 610, 611, 612, 613, 614, 616, 617, 618],
        # the order of lazy negation and selection
        "complex": [653, 659],
        # errors of wye are subclasses of those recorded
        "autocast": [703, 706],
    },
    "transforms": {
        # strides of `embedding` and of batched indices; rules where PyTorch loops and warns; names of overloads
        "vmap_ops": [126, 136, 151, 153, 154, 156, 157, 158, 160, 167, 179, 181],
        # one text for all escaped tensors
        "escape": [201],
        # how a functional tensor is shown
        "repr": [211],
        # a warning of tracing; internal assertions that name C++ files
        "levels": [226, 227, 228],
        # names of nodes behind the gradient; what hooks see has no wrapper of the level any more
        "grad": [271, 278],
        # arguments by position that PyTorch refuses; names of nodes; warnings of tracing
        "vjp_jvp": [282, 285, 297, 298],
        # `argnums=-1` is the last argument
        "jacobians": [324],
        # a warning of tracing
        "nesting": [367],
        # what is written to under vmap is returned; materialized gradients have no wrapper any more
        "autograd_function": [396, 398],
        # custom operators compose with transforms; a warning once for all operators
        "custom_op": [401, 402, 407, 408],
        # numbers never outrank tensors: no casts of them; a jvp has no `alias` and no checks as operators
        "modes": [414, 422, 425, 439, 441, 443],
        # the order of nodes of a batched linear layer
        "functional_call": [452],
        # words of an error; operators of programs that write are functionalized, too
        "functionalize": [474, 477],
        # histories of results of jacfwd and linearize; a subclass stays one
        "tensor_state": [484, 492, 499],
    },
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

UNSTEADY = {
    # `float` of a tensor that requires grad warns, or not, depending on what warned before in the process
    "autograd": {33},
    # a program before them leaves a rule for vmap at `sin`, which the engine in C does not see where it knows `sin`
    "transforms": {478, 489},
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


# Programs of `program` steps: the first step that differs is one of these kinds.
KNOWN_PROGRAMS = {
    "functionalization": {
        # `detach` after a view of another dtype
        "view_then_write": [67, 68],
        # strides of an argument after as_strided_; `_foreach_` operators; `detach` for `.data`
        "write_kinds": [124, 126, 127, 130],
        # a size in a result stays a Size; traces with fake tensors
        "programs": [170, 198, 199],
        # the batching rule of slice_scatter; parts of a gradient; nested functionalize works
        "transforms": [200, 202, 205],
        # fake tensors
        "key_api": [282],
        # `_foreach_` operators; names of a key and of an error's class; assertions of an export; symbolic sizes
        "mode": [302, 310, 318, 320, 324],
        # operators of programs that write are functionalized everywhere; names of classes
        "custom_ops": [325, 327, 328, 334, 337, 340, 343, 344, 345, 348, 351],
        # the class of the error for a missing fake kernel
        "crossref": [371],
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
