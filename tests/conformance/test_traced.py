"""Every operator, traced: the graph, run again, does what the operator does, forward and backward."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.operators.known import UNINITIALISED
from tests.conformance.operators.sides import Wye
from tests.conformance.test_functionalized import equal, same

import wye
from wye.fx import make_fx
from wye.pytree import tree_flatten, tree_leaves, tree_map
from wye.schema.tags import Tag

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
# They give tensors other memory, which a graph that takes tensors one by one cannot follow.
LEFT_OUT = frozenset(("set_.source_Storage", "set_.source_Storage_storage_offset"))
# They ask the elements, which a trace refuses.
READ_DATA = frozenset(("is_nonzero", "narrow.Tensor", "one_hot", "tensor_split.tensor_indices_or_sections"))
ASKS_DATA = frozenset(("DataDependentOutputException", "DynamicOutputShapeException", "GuardOnDataDependentSymNode"))
# Their formula goes another way for singular matrices, which the elements say.
BRANCHES = frozenset(("_linalg_det",))
NAMES = sorted(STORED.keys() - LEFT_OUT - READ_DATA - UNINITIALISED)


def copied(tensor):
    """A copy that lies in memory as a tensor does, offset and gaps included."""
    whole = tensor.as_strided((tensor.untyped_storage().nbytes() // tensor.element_size(),), (1,), 0).clone()
    return whole.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset()).detach()


class Traced(Wye):
    """Wye, with every call traced on copies, and the graph run on the arguments."""

    def __init__(self, mode):
        super().__init__()
        self.mode = mode

    def operator(self, name):
        op = super().operator(name)

        def run(*args, **kwargs):
            leaves, spec = tree_flatten((args, kwargs))
            places = [at for at, leaf in enumerate(leaves) if isinstance(leaf, wye.Tensor)]

            def on_tensors(tensors):
                given = list(leaves)
                for at, tensor in zip(places, tensors, strict=True):
                    given[at] = tensor
                mine, by_name = spec.unflatten(given)
                return op(*mine, **by_name)

            module = make_fx(on_tensors, tracing_mode=self.mode)([copied(leaves[at]) for at in places])
            return module([leaves[at] for at in places])

        return run


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mode", ["real", "fake"])
@pytest.mark.parametrize("name", NAMES)
def test_a_traced_operator_does_what_the_operator_does(name, mode):
    op, side = Wye().operator(name), Traced(mode)
    if Tag.nondeterministic_seeded in op.tags or Tag.data_dependent_output in op.tags:
        return
    for words in STORED[name]:
        call = Call.of(name, words)
        eager = Wye().run(call, words["seed"])
        if "raised" in eager:
            continue
        ours = side.run(call, words["seed"])
        if ours.get("raised") in ASKS_DATA:
            continue  # only the elements say what the result is like
        assert "raised" not in ours, (ours, words)
        assert same(eager["result"], ours["result"]), (eager["result"], ours["result"], words)
        for (a, _), (b, _) in zip(eager["inputs"], ours["inputs"], strict=True):
            assert equal(a, b), words


def gradients(op, spec, leaves, places):
    """A function of the tensors among some leaves that gives the gradients of an operator's results."""

    def of(tensors):
        given = list(leaves)
        tracked = [one.detach().requires_grad_(one.is_floating_point()) for one in tensors]
        for at, tensor in zip(places, tracked, strict=True):
            given[at] = tensor
        mine, by_name = spec.unflatten(given)
        outs = [t for t in tree_leaves(op(*mine, **by_name)) if isinstance(t, wye.Tensor) and t.requires_grad]
        floats = [one for one in tracked if one.requires_grad]
        if not outs or not floats:
            return []
        found = wye.autograd.grad(sum(one.abs().sum() for one in outs), floats, allow_unused=True)
        return [one for one in found if one is not None]

    return of


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [n for n in NAMES if n not in BRANCHES and not Wye().operator(n).schema.is_mutable])
def test_a_traced_backward_does_what_backward_does(name):
    op, side = Wye().operator(name), Wye()
    if Tag.nondeterministic_seeded in op.tags or Tag.data_dependent_output in op.tags:
        return
    for words in STORED[name]:
        call, made = Call.of(name, words), []
        rng = np.random.default_rng(words["seed"])
        args = (tuple(side.values(call.args, rng, made)), side.values(call.kwargs, rng, made))
        leaves, spec = tree_flatten(args)
        places = [at for at, leaf in enumerate(leaves) if isinstance(leaf, wye.Tensor)]
        tensors = [leaves[at] for at in places]
        if any(one.dtype in (wye.bfloat16, wye.float16) for one in tensors):
            continue  # the parts of a formula are rounded one by one in a trace
        function = gradients(op, spec, leaves, places)
        try:
            eager = tree_map(side.numpy, function(tensors))
        except Exception:  # noqa: BLE001 - it has no gradients, or the call is refused
            continue
        module = make_fx(function)(tensors)
        ours = tree_map(side.numpy, module(tensors))
        assert len(ours) == len(eager)
        for a, b in zip(eager, ours, strict=True):
            assert equal(a, b), words
