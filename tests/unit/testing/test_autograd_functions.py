"""Functions with backwards of their own: under vmap, with both kinds of gradients."""

import pytest

import wye
from wye.testing.autograd_functions import FUNCTIONS


@pytest.mark.parametrize("info", FUNCTIONS, ids=lambda info: info.name)
def test_gradients_are_those_of_numbers(info):
    if "Scale" in info.name or "Zero" in info.name:
        pytest.skip("its gradients are others on purpose")
    (sample,) = info.sample_inputs("cpu", wye.float64, requires_grad=True)
    inputs = [one for one in (sample.input, *sample.args) if isinstance(one, wye.Tensor) and one.requires_grad]

    def run(*floats):
        given = iter(floats)
        mine = [
            next(given) if isinstance(a, wye.Tensor) and a.requires_grad else a for a in (sample.input, *sample.args)
        ]
        return wye.pytree.tree_leaves(info(*mine))[0]

    assert wye.autograd.gradcheck(run, inputs, check_forward_ad=info.supports_forward_ad)


@pytest.mark.parametrize("info", FUNCTIONS, ids=lambda info: info.name)
def test_a_batch_gives_what_its_examples_give(info):
    if info.name.startswith("NumpyCubeNot"):
        pytest.skip("has no rule for vmap")
    (sample,) = info.sample_inputs("cpu", wye.float64)
    args = (sample.input, *sample.args)
    batch = [wye.stack([a, a.flip(-1)]) if isinstance(a, wye.Tensor) and a.is_floating_point() else a for a in args]
    dims = tuple(0 if isinstance(a, wye.Tensor) and a.is_floating_point() else None for a in args)
    found = wye.pytree.tree_leaves(wye.vmap(info.op, in_dims=dims)(*batch))
    for at in range(2):
        one = [b if dim is None else b[at] for b, dim in zip(batch, dims, strict=True)]
        for whole, part in zip(found, wye.pytree.tree_leaves(info(*one)), strict=True):
            assert wye.allclose(whole[at], part)


def test_a_tensor_that_is_only_by_name_is_refused_under_vmap():
    class Add(wye.autograd.Function):
        @staticmethod
        def forward(x, *, y):
            return x + y

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

        @staticmethod
        def vmap(info, in_dims, x, *, y):
            return x + y, 0

    with pytest.raises(NotImplementedError, match="kwarg-only Tensor args"):
        wye.vmap(Add.apply)(wye.ones(2), y=wye.ones(2))
