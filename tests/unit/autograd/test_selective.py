from functools import partial

import pytest

import wye
from wye.autograd.checkpoint import checkpoint
from wye.autograd.selective import CheckpointPolicy, create_selective_checkpoint_contexts
from wye.modes import DispatchMode

aten = wye.ops.aten


class Names(DispatchMode):
    def __init__(self):
        super().__init__()
        self.seen = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.seen.append(func._schema.name)
        return func(*args, **(kwargs or {}))


def f(x, y):
    return (x @ y).sigmoid() @ y.exp()


def run(policy, **options):
    x, y = (wye.rand(3, 3, dtype=wye.float64).requires_grad_() for _ in range(2))
    context = partial(create_selective_checkpoint_contexts, policy, **options)
    out = checkpoint(f, x, y, use_reentrant=False, context_fn=context)
    with Names() as names:
        found = wye.autograd.grad(out.sum(), (x, y), retain_graph=True)
    expected = wye.autograd.grad(f(x, y).sum(), (x, y))
    wye.testing.assert_close(found, expected)
    return names.seen, out, (x, y)


@pytest.mark.parametrize(
    ("policy", "again"),
    [
        ([aten.mm.default], {"aten::sigmoid", "aten::exp"}),
        ([aten.mm.default, aten.sigmoid.default], {"aten::exp"}),
        (lambda ctx, op, *args, **kwargs: CheckpointPolicy.MUST_SAVE, set()),
        (
            lambda ctx, op, *args, **kwargs: CheckpointPolicy.PREFER_RECOMPUTE,
            {"aten::mm", "aten::sigmoid", "aten::exp"},
        ),
    ],
)
def test_only_what_was_not_kept_is_computed_again(policy, again):
    seen, _, _ = run(policy)
    backward = {"aten::mm"}  # of the gradients themselves
    assert {"aten::mm", "aten::sigmoid", "aten::exp"} & set(seen) == again | backward
    assert seen.count("aten::mm") == 4 + ("aten::mm" in again)


def test_a_policy_knows_which_run_it_is():
    runs = []

    def policy(ctx, op, *args, **kwargs):
        runs.append(ctx.is_recompute)
        return CheckpointPolicy.PREFER_SAVE

    run(policy)
    assert set(runs) == {False, True}


def test_what_was_kept_serves_one_backward():
    _, out, inputs = run([aten.mm.default])
    with pytest.raises(RuntimeError, match="Trying to backward an extra time"):
        wye.autograd.grad(out.sum(), inputs)


@pytest.mark.parametrize("allowed", [False, True])
def test_a_result_that_was_written_to_is_refused_or_allowed(allowed):
    def g(x):
        y = x.sin()
        z = y.cos()
        with wye.no_grad():
            y.add_(1)
        return z

    context = partial(create_selective_checkpoint_contexts, [aten.sin.default], allow_cache_entry_mutation=allowed)
    out = checkpoint(g, wye.rand(3).requires_grad_(), use_reentrant=False, context_fn=context)
    if allowed:
        out.sum().backward()
    else:
        with pytest.raises(RuntimeError, match="has been mutated"):
            out.sum().backward()


def test_a_policy_is_a_function_or_a_list_of_overloads():
    with pytest.raises(ValueError, match="to be an OpOverload but got: aten"):
        create_selective_checkpoint_contexts([aten.mm])
    with pytest.raises(TypeError, match="must be either a function or a list of ops"):
        create_selective_checkpoint_contexts(3)
