"""Operators whose derivative uses their own result: second derivatives in transforms are those of plain autograd."""

import pytest

import wye

FUNCTIONS = {
    "exp": lambda x: x.exp().sum(),
    "tanh": lambda x: x.tanh().sum(),
    "sqrt": lambda x: x.sqrt().sum(),
    "sigmoid": lambda x: x.sigmoid().sum(),
    "prod": lambda x: x.prod(),
    "cumprod": lambda x: x.cumprod(0).sum(),
    "softmax": lambda x: (x.softmax(0) ** 2).sum(),
    "norm": lambda x: x.norm(),
    "logsumexp": lambda x: x.logsumexp(0),
}
STACKS = {
    "hessian": wye.hessian,
    "jacrev of jacrev": lambda f: wye.jacrev(wye.jacrev(f)),
    "jacfwd of grad": lambda f: wye.jacfwd(wye.grad(f)),
    "jacrev of grad": lambda f: wye.jacrev(wye.grad(f)),
}


def plain(f, values):
    x = values.clone().requires_grad_()
    (first,) = wye.autograd.grad(f(x), x, create_graph=True)
    return wye.stack([wye.autograd.grad(one, x, retain_graph=True)[0] for one in first])


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_saved_result_keeps_the_history_of_the_levels_below(name, stack):
    x = wye.tensor([0.3, 0.5, 0.9], dtype=wye.float64)
    assert wye.allclose(STACKS[stack](FUNCTIONS[name])(x), plain(FUNCTIONS[name], x))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_third_derivatives_of_a_saved_result(name):
    x = wye.tensor([0.3, 0.5, 0.9], dtype=wye.float64)
    f, step = FUNCTIONS[name], 1e-4
    third = wye.jacrev(wye.hessian(f))(x)
    for i in range(3):
        moved = wye.zeros_like(x)
        moved[i] = step
        slope = (plain(f, x + moved) - plain(f, x - moved)) / (2 * step)
        assert wye.allclose(third[..., i], slope, atol=1e-4)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: (x.exp() * x).prod(),
        lambda x: x.cumprod(0).sum(),
        lambda x: wye.linalg.det(wye.diag(x) + 0.1),
        lambda x: (wye.nn.functional.layer_norm(x, (3,)) ** 3).sum(),
    ],
    ids=["prod", "cumprod", "det", "layer_norm"],
)
@pytest.mark.filterwarnings("ignore:There is a performance drop")
def test_formulas_that_look_at_elements_work_under_vmap(f):
    rows = wye.tensor([[0.3, 0.5, 0.9], [0.8, 0.2, 0.4]], dtype=wye.float64)
    one_by_one = wye.stack([plain(f, row) for row in rows])
    assert wye.allclose(wye.vmap(wye.hessian(f))(rows), one_by_one)
