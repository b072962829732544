"""Public functions and methods, called as people call them, do what PyTorch's do.

Thousands of calls with a fixed seed: by place and by keyword, with bools, ints, floats, NumPy scalars, lists, tensors,
None, wrong types and ``out=``.  Results, dtypes, shapes, kinds of containers and classes of errors are compared.
"""

from __future__ import annotations

import os

import pytest

pytest.importorskip("torch")

from tests.conformance.public.search import public_names, search

SEED = int(os.environ.get("WYE_FUZZ_SEED", "20261115"))
COUNT = int(os.environ.get("WYE_PUBLIC_CALLS", "12"))  # of each name
PARTS = 40

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize("part", range(PARTS))
def test_public_calls_do_what_torchs_do(part):
    found = [pair for name in public_names()[part::PARTS] for pair in search(name, SEED, COUNT)[1]]
    assert not found, "\n".join(f"{call}\n    {line}" for line, call in found)


def test_thousands_of_calls_are_drawn():
    assert len(public_names()) > 600
    assert sum(search(name, SEED, COUNT)[0] for name in public_names()[::PARTS]) > PARTS
