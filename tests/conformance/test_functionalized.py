"""Every operator, functionalized: the same results and writes to arguments, and no write or view on the way."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.operators.known import UNINITIALISED
from tests.conformance.operators.sides import Wye

import wye
from wye.func import functionalize
from wye.schema.tags import Tag

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
# What is copied back to the arguments at the end.
COPIED_BACK = ("aten::copy_", "aten::resize_", "aten::as_strided_")
# They answer with a truth value or a tensor's own metadata, or change how memory is shared.
LEFT_OUT = frozenset(("set_.source_Storage", "set_.source_Storage_storage_offset"))


class Watch(wye.DispatchMode):
    """Notes operators that write to a tensor that is no argument, or that make views."""

    def __init__(self, given):
        super().__init__()
        self.given, self.writes, self.views = given, [], []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        if func.schema.is_mutable:
            if not (func.name() in COPIED_BACK and any(args[0] is one for one in self.given)):
                self.writes.append(func.name())
        elif func.is_view:
            self.views.append(func.name())
        return func(*args, **(kwargs or {}))


class Functionalized(Wye):
    """Wye, with every operator functionalized and watched."""

    def __init__(self, remove):
        super().__init__()
        self.remove, self.writes, self.views = remove, [], []

    def operator(self, name):
        op = super().operator(name)

        def run(*args, **kwargs):
            given = [leaf for leaf in wye.pytree.tree_leaves((args, kwargs)) if isinstance(leaf, wye.Tensor)]
            with Watch(given) as watch:
                try:
                    return functionalize(op, remove=self.remove)(*args, **kwargs)
                finally:
                    self.writes += watch.writes
                    self.views += watch.views

        return run


def equal(a, b):
    if a.dtype.kind == "V":  # numbers that NumPy does not know
        a, b = a.astype("float32"), b.astype("float32")
    if a.shape != b.shape or a.dtype.kind not in "fc":
        return np.array_equal(a, b)
    return np.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)  # a sum in another order is the same


def same(a, b):
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if not isinstance(a, dict):
        return a == b or (a != a and b != b) or (isinstance(a, float) and abs(a - b) < 1e-5)
    if (a["shape"], a["dtype"]) != (b["shape"], b["dtype"]):
        return False
    return equal(a["array"], b["array"])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("remove", ["mutations", "mutations_and_views"])
@pytest.mark.parametrize("name", sorted(STORED.keys() - LEFT_OUT))
def test_a_functionalized_operator_does_what_the_operator_does(name, remove):
    op = Wye().operator(name)
    for words in STORED[name]:
        call = Call.of(name, words)
        eager, side = Wye().run(call, words["seed"]), Functionalized(remove)
        if Tag.nondeterministic_seeded in op.tags:
            continue
        ours = side.run(call, words["seed"])
        if "raised" in eager:
            assert "raised" in ours or name.endswith("out"), words
            continue
        if "more than one element of the written-to tensor" in ours.get("message", ""):
            continue  # what would be written is copied back, which no operator does to such memory
        assert "raised" not in ours, (ours, words)
        if name not in UNINITIALISED:
            assert same(eager["result"], ours["result"]), (eager["result"], ours["result"], words)
            for (a, _), (b, _) in zip(eager["inputs"], ours["inputs"], strict=True):
                assert equal(a, b), words
        assert side.writes == [], words
        assert side.views == [] or remove == "mutations", words
