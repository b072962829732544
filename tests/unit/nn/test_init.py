"""Initial values: distributions, and what they refuse."""

import math

import pytest

import wye
from wye.nn import init


def test_values_are_written_in_place_without_gradients():
    x = wye.empty(200, 100).requires_grad_()
    for fill in (init.uniform_, init.normal_, init.xavier_uniform_, init.kaiming_normal_, init.orthogonal_, init.ones_):
        assert fill(x) is x
        assert x.is_leaf


def test_the_deviation_is_that_of_the_formula():
    x = wye.empty(400, 100)
    assert init.xavier_normal_(x).std().item() == pytest.approx(math.sqrt(2 / 500), rel=0.05)
    assert init.kaiming_normal_(x, nonlinearity="relu").std().item() == pytest.approx(math.sqrt(2 / 100), rel=0.05)
    assert init.kaiming_uniform_(x, mode="fan_out").std().item() == pytest.approx(math.sqrt(2 / 400), rel=0.05)


@pytest.mark.parametrize("bounds", [(-1.0, 1.0), (2.0, 3.0), (-0.1, 0.1)])
def test_truncated_numbers_stay_inside(bounds):
    low, high = bounds
    x = init.trunc_normal_(wye.empty(1000), 0.0, 1.0, low, high) if abs(low) < 2 else wye.empty(1000)
    if abs(low) >= 2:
        init.trunc_normal_(x, 0.0, 1.0, low, high)
    assert low <= x.min().item() <= x.max().item() <= high


def test_a_mean_far_outside_is_warned_about():
    with pytest.warns(UserWarning, match="more than 2 std"):
        init.trunc_normal_(wye.empty(10), 5.0, 1.0, -2.0, 2.0)


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 2, 2)])
def test_orthogonal_rows_or_columns(shape):
    x = init.orthogonal_(wye.empty(*shape, dtype=wye.float64)).reshape(shape[0], -1)
    product = x @ x.T if x.shape[0] <= x.shape[1] else x.T @ x
    assert wye.allclose(product, wye.eye(len(product), dtype=wye.float64))


def test_a_dirac_convolution_returns_its_channels():
    x = wye.rand(1, 4, 5)
    weight = init.dirac_(wye.empty(4, 4, 3))
    assert wye.allclose(wye.conv1d(x, weight, padding=1), x)


def test_a_part_of_each_column_is_zero():
    x = init.sparse_(wye.empty(10, 4), 0.3)
    assert (x == 0).sum(0).tolist() == [3, 3, 3, 3]


def test_tensors_without_data_stay_as_they_are():
    x = wye.empty(3, 3, device="meta")
    for fill in (init.trunc_normal_, init.orthogonal_, lambda t: init.sparse_(t, 0.5)):
        assert fill(x) is x


def test_empty_tensors_are_warned_about():
    with pytest.warns(UserWarning, match="zero-element"):
        init.kaiming_uniform_(wye.empty(0, 3))
    with pytest.warns(UserWarning, match="zero-element"):
        init.kaiming_normal_(wye.empty(0, 3))


def test_a_generator_gives_the_numbers():
    first, second = (init.normal_(wye.empty(3), generator=wye.Generator().manual_seed(4)) for _ in range(2))
    assert wye.equal(first, second)


def test_former_names_warn_and_work():
    with pytest.warns(FutureWarning, match=r"nn\.init\.constant` is now deprecated"):
        assert init.constant(wye.empty(2), 3).tolist() == [3, 3]
