"""Custom operators on NumPy: they pass every check, and their gradients and batches are right."""

import pytest

import wye
from wye.autograd import gradcheck
from wye.library.records import FakeRecord
from wye.testing import opcheck
from wye.testing.custom_op_db import CUSTOM_OPERATORS

DIFFERENTIABLE = [info for info in CUSTOM_OPERATORS if info.supports_autograd]


def calls(info, dtype=wye.float32, grad=True):
    for sample in info.sample_inputs("cpu", dtype, requires_grad=grad):
        yield (sample.input, *sample.args), sample.kwargs


@pytest.mark.parametrize("info", CUSTOM_OPERATORS, ids=lambda info: info.name)
def test_the_operators_pass_every_check(info):
    for args, kwargs in calls(info):
        opcheck(info.op, args, kwargs)


@pytest.mark.parametrize("info", DIFFERENTIABLE, ids=lambda info: info.name)
def test_their_gradients_are_those_of_small_differences(info):
    for sample in calls(info, wye.float64):
        leaves, spec = wye.pytree.tree_flatten(sample)

        def function(*given, spec=spec):
            args, kwargs = spec.unflatten(list(given))
            return first(info.op(*args, **kwargs))

        assert gradcheck(function, leaves)


@pytest.mark.parametrize("info", DIFFERENTIABLE, ids=lambda info: info.name)
def test_a_batch_is_computed_like_its_examples(info):
    for args, kwargs in calls(info, grad=False):
        tensors = [at for at, one in enumerate(args) if isinstance(one, wye.Tensor)] or [0]

        def stacked(value):
            if isinstance(value, list):
                return [stacked(one) for one in value]
            return wye.stack([value, value.flip(0) if value.dtype == wye.float32 else value], 1)

        batch = [stacked(one) if at in tensors else one for at, one in enumerate(args)]
        dims = tuple(1 if at in tensors else None for at in range(len(args)))
        got = wye.vmap(lambda *given, kwargs=kwargs: first(info.op(*given, **kwargs)), in_dims=dims)(*batch)
        for number in range(2):
            example = [
                wye.pytree.tree_map(lambda t, n=number: t.select(1, n), one) if at in tensors else one
                for at, one in enumerate(batch)
            ]
            for one, other in zip(got, first(info.op(*example, **kwargs)), strict=True):
                assert wye.equal(one[number], other)


@pytest.mark.parametrize("number", range(6))
def test_a_fake_kernel_knows_the_file_that_registered_it(number):
    assert "custom_op_db.py" in FakeRecord(f"_torch_testing::source{number}").kernel.source


def first(result):
    """The tensors of a result, as a tuple."""
    return tuple(one for one in wye.pytree.tree_leaves(result) if isinstance(one, wye.Tensor))
