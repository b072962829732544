"""Symbolic traces of sizes that only data says."""

import pytest

import wye
from wye.fx.tracing import make_fx


@pytest.mark.parametrize(
    "f",
    [
        lambda t: t * 2,
        lambda t: t.view(-1),
        lambda t: t.t(),
        lambda t: t[:, 0],
        lambda t: t.clone().contiguous(),
        lambda t: t.expand(2, *t.shape),
        lambda t: wye.where(t > 0, t, 0),
        lambda t: t.sort(0)[0],
        lambda t: t[1:],
    ],
)
def test_sizes_that_only_data_says_ask_for_no_layout(f):
    graph = make_fx(lambda x: f(x.nonzero()), tracing_mode="symbolic")(wye.ones(3))
    x = wye.tensor([1.0, 0.0, 1.0, 1.0])
    assert graph(x).equal(f(x.nonzero()))
