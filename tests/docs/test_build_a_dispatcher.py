"""The dispatcher of docs/tutorial/build-a-dispatcher.md: short enough, and its tables and key sets are wye's."""

import itertools
import random

import pytest
from tests.docs.pages import DOCS, blocks, run_page

import wye
from wye import dispatch

pytest.importorskip("numpy")

PAGE = DOCS / "tutorial" / "build-a-dispatcher.md"
PLACES = [
    "CPU", "CUDA", "AutogradCPU", "AutogradXPU", "ADInplaceOrView", "Tracer", "FuncTorchBatched", "Autograd",
    "CompositeExplicitAutograd", "CompositeImplicitAutograd", "FuncTorchBatchedDecomposition",
]  # fmt: skip
SETS = [keys for n in (0, 1, 2) for keys in itertools.combinations(PLACES, n)]
SETS += [tuple(random.Random(seed).sample(PLACES, 5)) for seed in range(30)]


@pytest.fixture(scope="module")
def built():
    return run_page(PAGE)


def test_it_has_at_most_three_hundred_lines():
    code = [line for _, block in blocks(PAGE.read_text(encoding="utf-8")) for line in block.splitlines()]
    assert 200 < sum(bool(line.strip()) for line in code) <= 300


def test_its_tables_are_those_of_wye(built):
    for number, keys in enumerate(SETS):
        kernels = {key: (lambda x: x) for key in keys}
        ours = built["Operator"](f"drawn{number}")
        with dispatch.library("DEF", "drawn") as lib:
            lib.define("f(Tensor x) -> Tensor")
            for key, kernel in kernels.items():
                ours.impl(key, kernel)
                lib.impl("f", kernel, key)
            theirs = {key.name: (kernel, why.value) for key, kernel, why in dispatch.table_rows("drawn::f")}
            for key, (kernel, why) in ours.table.items():
                found, reason = theirs.get(key, (None, "missing"))
                assert reason == why, (keys, key)
                if why not in ("missing", "backend fallback"):
                    assert found.fn is kernel.fn, (keys, key)


def test_taking_a_kernel_back_gives_the_table_of_the_rest(built):
    op = built["Operator"]("taken_back")
    before = dict(op.table)
    removes = [op.impl(key, lambda x: x) for key in PLACES]
    assert op.table != before
    for remove in random.Random(0).sample(removes, len(removes)):
        remove()
    assert op.table == before


def test_its_key_sets_are_those_of_wye(built):
    names = [key for key in built["runtime_keys"]() if key != "Undefined"]
    for seed in range(200):
        draw = random.Random(seed)
        some, others, key = draw.sample(names, 3), draw.sample(names, 2), draw.choice(names)
        ours, theirs = built["KeySet"].of(*some), wye.DispatchKeySet(*some)
        more, their_more = built["KeySet"].of(*others), wye.DispatchKeySet(*others)
        assert ours.top == theirs.highest_priority().name
        assert (ours | more).top == (theirs | their_more).highest_priority().name
        assert (ours - more).top == (theirs - their_more).highest_priority().name
        assert ours.below(key).top == (theirs & wye.DispatchKeySet.full_after(key)).highest_priority().name
