"""Type promotion equals torch's: every pair of dtypes, with and without dimensions, and every kind of number."""

from __future__ import annotations

from itertools import product

import pytest

import wye

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.torch

NAMES = [
    "bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32",
    "float64", "complex64", "complex128", "float8_e5m2", "float8_e4m3fn", "float8_e5m2fnuz", "float8_e4m3fnuz",
]  # fmt: skip
NUMBERS = [True, 2, 2.5, 1 + 2j]
HALF = ("float16", "bfloat16")


def outcome(fn, *args):
    """What a function gives, in words that both libraries share."""
    try:
        return str(fn(*args)).rpartition(".")[2]
    except (RuntimeError, TypeError):
        return "refused"


def same(name, ours, theirs):
    """Equal, but for the one dtype that wye does not have."""
    mine = outcome(getattr(wye, name), *ours)
    other = outcome(getattr(torch, name), *theirs)
    return mine == other or (other == "complex32" and mine == "complex64")


@pytest.mark.parametrize("a", NAMES)
def test_pairs_of_dtypes_meet_as_in_torch(a):
    wrong = [
        b
        for b in NAMES
        if not same("promote_types", (getattr(wye, a), getattr(wye, b)), (getattr(torch, a), getattr(torch, b)))
        or not same("can_cast", (getattr(wye, a), getattr(wye, b)), (getattr(torch, a), getattr(torch, b)))
    ]
    assert wrong == []


@pytest.mark.parametrize("a", NAMES)
@pytest.mark.parametrize("shapes", list(product([(), (1,)], repeat=2)), ids=str)
def test_tensors_meet_as_in_torch(a, shapes):
    def pair(library, b):
        made = [
            library.empty(*[shape], dtype=getattr(library, name)) for shape, name in zip(shapes, (a, b), strict=True)
        ]
        return tuple(made)

    assert [b for b in NAMES if not same("result_type", pair(wye, b), pair(torch, b))] == []


@pytest.mark.parametrize("a", NAMES)
@pytest.mark.parametrize("shape", [(), (1,)])
@pytest.mark.parametrize("number", NUMBERS, ids=str)
def test_a_tensor_and_a_number_meet_as_in_torch(a, shape, number):
    ours, theirs = (library.empty(shape, dtype=getattr(library, a)) for library in (wye, torch))
    assert same("result_type", (ours, number), (theirs, number))
    assert same("result_type", (number, ours), (number, theirs))
