"""Every operator and its gradient, traced: the graph computes the same, and follows every tensor."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.operators.known import UNINITIALISED
from tests.conformance.operators.sides import Wye

import wye
from wye.fx import make_fx
from wye.pytree import tree_flatten, tree_leaves

GOLDEN = Path(__file__).parents[2] / "golden" / "operator_samples.json.gz"
SIDE = Wye()


def leaves_of(call, seed):
    rng, made = np.random.default_rng(seed), []
    return tree_flatten((SIDE.values(call.args, rng, made), SIDE.values(call.kwargs, rng, made)))


def same(got, want):
    pairs = list(zip(tree_leaves(got), tree_leaves(want), strict=True))
    for one, other in pairs:
        if isinstance(other, wye.Tensor):
            assert (tuple(one.shape), one.dtype) == (tuple(other.shape), other.dtype)
            if not other.is_meta:
                arrays = [SIDE.numpy(x.detach()) for x in (one, other)]
                np.testing.assert_allclose(*arrays, rtol=1e-4, atol=1e-5)
    return True


def constants(module):
    return [node for node in module.graph.nodes if node.op == "get_attr"]


def gradient_of(function, floats):
    def gradient(*tensors):
        inputs = [t.detach().requires_grad_() if at in floats else t for at, t in enumerate(tensors)]
        outs = [o for o in tree_leaves(function(*inputs)) if isinstance(o, wye.Tensor) and o.requires_grad]
        if not outs:
            return None
        total = sum((o.abs() if o.is_complex() else o).sum() for o in outs)
        return wye.autograd.grad(total, [inputs[at] for at in floats], allow_unused=True)

    return gradient


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_traced_operator_computes_what_it_does_and_so_does_its_gradient():
    stored = json.loads(gzip.decompress(GOLDEN.read_bytes()).decode())
    forward = backward = 0
    for name, samples in stored.items():
        op = SIDE.operator(name)
        words = next((w for w in samples if "raised" not in w), None)
        if name in UNINITIALISED or words is None or wye.Tag.nondeterministic_seeded in op.tags:
            continue
        call, seed = Call.of(name, words), words["seed"]
        given, spec = leaves_of(call, seed)
        places = [at for at, one in enumerate(given) if isinstance(one, wye.Tensor)]

        def function(*tensors, given=given, spec=spec, places=places, op=op):
            full = list(given)
            for at, tensor in zip(places, tensors, strict=True):
                full[at] = tensor
            args, kwargs = spec.unflatten(full)
            return op(*args, **kwargs)

        def fresh(call=call, seed=seed, places=places):
            again = leaves_of(call, seed)[0]
            return [again[at] for at in places]

        module = make_fx(function, _error_on_data_dependent_ops=False)(*fresh())
        assert constants(module) == [], name
        forward += same(module(*fresh()), function(*fresh()))
        floats = [i for i, at in enumerate(places) if given[at].dtype.is_floating_point]
        if not floats or op._schema.is_mutable:
            continue
        gradient = gradient_of(function, floats)
        try:
            want = gradient(*fresh())
        except (RuntimeError, NotImplementedError):
            continue  # it has none
        if want is not None:
            traced = make_fx(gradient, _error_on_data_dependent_ops=False)(*fresh())
            assert constants(traced) == [], name
            backward += same(traced(*fresh()), want)
    assert forward > 1400
    assert backward > 500
