"""L-BFGS."""

import pytest

import wye
from wye.optim import LBFGS


@pytest.mark.parametrize(("search", "lr"), [(None, 0.1), ("strong_wolfe", 1.0)])
def test_the_minimum_of_a_bowl_is_found(search, lr):
    x = wye.tensor([3.0, -2.0], dtype=wye.float64, requires_grad=True)
    steps = LBFGS([x], lr=lr, max_iter=300, max_eval=300, line_search_fn=search)

    def closure():
        steps.zero_grad()
        loss = (x[0] - 1) ** 2 + 10 * (x[1] + x[0]) ** 2
        loss.backward()
        return loss

    assert steps.step(closure).item() == pytest.approx(14.0)
    assert x.tolist() == pytest.approx([1.0, -1.0], abs=1e-3)


def test_a_step_needs_a_closure_and_a_known_search():
    x = wye.ones(1, requires_grad=True)
    with pytest.raises(RuntimeError, match="needs a closure"):
        LBFGS([x]).step()

    def closure():
        x.grad = None
        (x * x).sum().backward()
        return (x * x).sum()

    with pytest.raises(RuntimeError, match="only 'strong_wolfe'"):
        LBFGS([x], line_search_fn="other").step(closure)
