"""A pass may bring no gradient at all to a node: it computes nothing, whatever its formula."""

import pytest

import wye


@pytest.mark.parametrize(
    "f",
    [
        wye.linalg.eigvalsh,
        wye.linalg.slogdet,
        wye.linalg.svdvals,
        wye.linalg.qr,
        lambda x: x.sort(),
        lambda x: x.max(1),
        lambda x: wye.var_mean(x, 1),
        lambda x: x.split(1),
        lambda x: wye.nn.functional.layer_norm(x, (3,)),
        lambda x: wye.cat([x, x]),
        lambda x: x.softmax(1),
    ],
)
def test_a_node_without_gradients_passes_none_on(f):
    x = (wye.eye(3, dtype=wye.float64) * 3 + wye.arange(9).reshape(3, 3) / 10).requires_grad_()
    found = f(x)
    outputs = [one for one in (found if isinstance(found, (tuple, list)) else [found]) if one.requires_grad]
    identity = [Identity.apply(one) for one in outputs]
    (gradient,) = wye.autograd.grad(identity, x, [wye.ones_like(one) for one in identity], allow_unused=True)
    assert gradient is None


class Identity(wye.autograd.Function):
    """Its backward has no gradient for its input."""

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return None
