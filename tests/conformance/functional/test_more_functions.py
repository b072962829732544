"""Recurrent networks, histograms of points, products with scales and eigenpairs are torch's."""

from __future__ import annotations

import numpy as np
import pytest

import wye

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.torch
GATES = {"rnn_tanh": 1, "rnn_relu": 1, "gru": 3, "lstm": 4}


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(20261116)


def ours(value):
    """The same in wye."""
    if isinstance(value, torch.Tensor):
        if value.dtype in (torch.bfloat16, torch.float8_e4m3fn):
            return wye.from_numpy(value.float().numpy()).to(getattr(wye, str(value.dtype)[6:]))
        return wye.from_numpy(value.numpy())
    return [ours(one) for one in value] if isinstance(value, (list, tuple)) else value


def check(theirs, found, rtol=1e-4):
    if isinstance(theirs, (list, tuple)):
        assert len(theirs) == len(found)
        for a, b in zip(theirs, found, strict=True):
            check(a, b, rtol)
        return
    assert tuple(theirs.shape) == tuple(found.shape)
    assert str(theirs.dtype)[6:] == str(found.dtype)[4:]
    np.testing.assert_allclose(found.float().numpy(), theirs.float().numpy(), rtol=rtol, atol=1e-5)


def both(name, *args, **kwargs):
    """Call a function of torch and of wye: results, or the first lines of errors."""
    results = []
    for module, convert in ((torch, lambda x: x), (wye, ours)):
        fn = module
        for part in name.split("."):
            fn = getattr(fn, part)
        try:
            results.append(fn(*map(convert, args), **{key: convert(value) for key, value in kwargs.items()}))
        except (RuntimeError, ValueError, NotImplementedError) as error:
            kind = next(k for k in (NotImplementedError, ValueError, RuntimeError) if isinstance(error, k))
            results.append((kind, str(error).splitlines()[0].split("; convert")[0]))
    return results


def states(name, *shape):
    return (torch.randn(*shape), torch.randn(*shape)) if name == "lstm" else torch.randn(*shape)


def weights(name, layers, directions):
    rows = 5 * GATES[name]
    made = []
    for layer in range(layers):
        for _ in range(directions):
            width = 5 * directions if layer else 4
            made += [torch.randn(rows, width), torch.randn(rows, 5), torch.randn(rows), torch.randn(rows)]
    return made


@pytest.mark.parametrize("name", GATES)
def test_recurrent_cells(name):
    check(*both(f"{name}_cell", torch.randn(3, 4), states(name, 3, 5), *weights(name, 1, 1)))
    check(*both(f"{name}_cell", torch.randn(3, 4), states(name, 3, 5), *weights(name, 1, 1)[:2]))


def test_recurrent_cells_refuse_what_does_not_fit():
    w, u = torch.randn(5, 4), torch.randn(5, 5)
    for args in (
        (torch.randn(3, 6), torch.randn(3, 5), w, u),
        (torch.randn(3, 4), torch.randn(2, 5), w, u),
        (torch.randn(3, 4), torch.randn(3, 6), w, u),
    ):
        theirs, found = both("rnn_tanh_cell", *args)
        assert theirs == found


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize("name", GATES)
def test_recurrent_layers(name, bidirectional, batch_first):
    directions = 2 if bidirectional else 1
    x = torch.randn(3, 6, 4) if batch_first else torch.randn(6, 3, 4)
    hx = states(name, 2 * directions, 3, 5)
    check(*both(name, x, hx, weights(name, 2, directions), True, 2, 0.0, False, bidirectional, batch_first))


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("name", GATES)
def test_recurrent_layers_of_packed_sequences(name, bidirectional):
    directions = 2 if bidirectional else 1
    data, sizes, hx = torch.randn(9, 4), torch.tensor([3, 3, 2, 1]), states(name, 2 * directions, 3, 5)
    check(*both(name, data, sizes, hx, weights(name, 2, directions), True, 2, 0.0, False, bidirectional))


@pytest.mark.parametrize("density", [False, True])
@pytest.mark.parametrize("bins", [[2, 3], 4, [torch.tensor([-1.0, 0, 1]), torch.tensor([-2.0, 0, 2, 3])]])
def test_histograms_of_points(bins, density):
    x = torch.randn(20, 2)
    for weight in (None, torch.rand(20)):
        theirs, found = both("histogramdd", x, bins, weight=weight, density=density)
        check(theirs, found)
        assert type(found.bin_edges) is tuple


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((torch.ones(4, 2), [2]), {}),
        ((torch.ones(4), [2]), {}),
        ((torch.ones(4, 2), [2, 3]), {"range": [-1.0, 1.0]}),
        ((torch.ones(4, 2), [2, 0]), {}),
        ((torch.ones(4, 2), [2, 2]), {"weight": torch.ones(3)}),
        ((torch.ones(4, 2, dtype=torch.int64), [2, 2]), {}),
        ((torch.full((3, 2), float("nan")), [2, 2]), {}),
    ],
)
def test_histograms_refuse_what_does_not_fit(args, kwargs):
    theirs, found = both("histogramdd", *args, **kwargs)
    assert theirs == found


def test_linear_cross_entropy():
    x, w, y = torch.randn(6, 4), torch.randn(10, 4), torch.randint(0, 10, (6,))
    name = "nn.functional.linear_cross_entropy"
    check(*both(name, x, w, y))
    check(*both(name, x[0], w, y[0]))
    check(*both(name, x, w, torch.rand(6, 10), label_smoothing=0.1))
    check(*both(name, x, w, y, linear_bias=torch.randn(10), weight=torch.rand(10), reduction="none", ignore_index=3))
    check(*both(name, x, torch.randn(10, 3, 4), torch.randint(0, 10, (6, 3))))
    for bad in ((x, w[0], y), (x, w[:, :3], y), (torch.randn(2, 3, 4), w, y)):
        theirs, found = both(name, *bad)
        assert theirs == found


def test_products_of_groups():
    a, b, m = torch.randn(2, 3, 8), torch.randn(2, 8, 8), torch.randn(8, 8)
    offs, name = torch.tensor([4, 8], dtype=torch.int32), "nn.functional.grouped_mm"
    check(*both(name, a, b))
    check(*both(name, a.bfloat16(), b.bfloat16()), rtol=1e-2)
    check(*both(name, m, b, offs=offs))
    check(*both(name, a, m, offs=offs))
    check(*both(name, torch.randn(4, 8), torch.randn(8, 4), offs=offs))
    for args, kwargs in (
        ((m, b), {}),
        ((a, b), {"offs": offs}),
        ((m, b), {"offs": offs.long()}),
        ((a, torch.randn(2, 16, 8)), {}),
        ((a, torch.randn(3, 8, 8)), {}),
        ((a.double(), b.double()), {}),
        ((a, b), {"bias": torch.ones(8)}),
    ):
        theirs, found = both(name, *args, **kwargs)
        assert theirs == found


def test_products_with_scales():
    a, b = torch.randn(16, 32).to(torch.float8_e4m3fn), torch.randn(32, 16).to(torch.float8_e4m3fn)

    one, rows, columns = torch.tensor(2.0), torch.rand(16, 1), torch.rand(1, 16)
    whole, row = wye.nn.functional.ScalingType.TensorWise, wye.nn.functional.ScalingType.RowWise
    for scales in ((one, whole, one, whole), (rows, row, columns, row)):
        theirs = torch.nn.functional.scaled_mm(
            a, b, *(torch.nn.functional.ScalingType(int(s)) if not isinstance(s, torch.Tensor) else s for s in scales)
        )
        found = wye.nn.functional.scaled_mm(ours(a), ours(b), *map(ours, scales))
        check(theirs, found, rtol=1e-2)
    with pytest.raises(ValueError, match="Invalid scaling configuration"):
        wye.nn.functional.scaled_mm(ours(a), ours(b), ours(one), whole, ours(columns), row)
    with pytest.raises(NotImplementedError, match="_scaled_grouped_mm_v2"):
        wye.nn.functional.scaled_grouped_mm(ours(a), ours(b), ours(one), whole, ours(one), whole)


def test_eigenpairs():
    a = torch.randn(30, 30, dtype=torch.float64)
    a = a @ a.T
    for kwargs in ({"k": 3}, {"k": 2, "largest": False}, {"k": 1, "B": torch.diag(torch.arange(1.0, 31)).double()}):
        theirs, found = both("lobpcg", a, **kwargs)
        np.testing.assert_allclose(found[0].numpy(), theirs[0].numpy(), rtol=1e-4)
        assert tuple(found[1].shape) == tuple(theirs[1].shape)
    theirs, found = both("lobpcg", torch.stack([a, 2 * a]), k=2)
    np.testing.assert_allclose(found[0].numpy(), theirs[0].numpy(), rtol=1e-4)
    theirs, found = both("lobpcg", a[:4, :4], k=3)
    assert theirs == found
