"""Transforms of values: inverses, changes of volume, and regions they lead to."""

import pytest

import wye
from wye.distributions import constraints
from wye.distributions.constraint_registry import biject_to, transform_to
from wye.distributions.number_transforms import AffineTransform, ExpTransform, SigmoidTransform, TanhTransform
from wye.distributions.parameters import tril_matrix_to_vec, vec_to_tril_matrix
from wye.distributions.transforms import ComposeTransform, ReshapeTransform
from wye.distributions.vector_transforms import CatTransform, CorrCholeskyTransform, StickBreakingTransform
from wye.testing import assert_close

NUMBERS = [ExpTransform(), SigmoidTransform(), TanhTransform(), AffineTransform(1.0, -2.0)]
REGIONS = [
    constraints.real, constraints.positive, constraints.unit_interval, constraints.interval(-2.0, 3.0),
    constraints.less_than(1.0), constraints.simplex, constraints.lower_cholesky, constraints.positive_definite,
]  # fmt: skip


@pytest.mark.parametrize("transform", NUMBERS, ids=repr)
def test_inverses_lead_back_and_volumes_change_by_the_derivative(transform):
    x = wye.linspace(-1.0, 1.5, 5, dtype=wye.float64, requires_grad=True)
    y = transform(x)
    assert_close(transform.inv(y), x)
    (slope,) = wye.autograd.grad(y.sum(), x)
    assert_close(transform.log_abs_det_jacobian(x, y), slope.abs().log())
    assert transform.inv.inv is transform


@pytest.mark.parametrize("region", REGIONS, ids=repr)
def test_all_numbers_lead_into_the_region(region):
    wye.manual_seed(0)
    assert transform_to(region)
    assert bool(region.check(transform_to(region)(wye.randn(4, 4, dtype=wye.float64))).all())


@pytest.mark.parametrize("transform", [StickBreakingTransform(), CorrCholeskyTransform()], ids=repr)
def test_volumes_of_vectors_change_by_the_determinant(transform):
    wye.manual_seed(0)
    x = wye.randn(6, dtype=wye.float64)

    def free(x):
        y = transform(x)
        return y[..., :-1] if y.dim() == 1 else tril_matrix_to_vec(y, -1)

    jacobian = wye.autograd.functional.jacobian(free, x)
    y = transform(x)
    assert_close(transform.log_abs_det_jacobian(x, y), wye.linalg.slogdet(jacobian)[1])
    assert_close(transform.inv(y), x)


def test_a_chain_adds_what_its_parts_do():
    chain = ComposeTransform([AffineTransform(0.5, 2.0), ExpTransform(), ReshapeTransform((2, 3), (6,))])
    x = wye.randn(4, 2, 3)
    y = chain(x)
    assert y.shape == chain.forward_shape(x.shape) == (4, 6)
    assert_close(chain.inv(y), x)
    assert chain.log_abs_det_jacobian(x, y).shape == (4,)
    assert (chain.domain.event_dim, chain.codomain.event_dim) == (2, 1)


def test_a_cache_gives_back_the_same_value():
    transform = ExpTransform(cache_size=1)
    x = wye.randn(3)
    assert transform(x) is transform(x)
    assert transform.inv(transform(x)) is x


def test_pieces_have_transforms_of_their_own():
    transform = CatTransform([ExpTransform(), AffineTransform(0.0, 3.0)], dim=0, lengths=[1, 2])
    x = wye.tensor([0.0, 1.0, 2.0])
    assert_close(transform(x), wye.tensor([1.0, 3.0, 6.0]))
    assert_close(transform.inv(transform(x)), x)


def test_regions_without_a_transform_are_refused():
    with pytest.raises(NotImplementedError, match="Cannot transform _Boolean constraints"):
        biject_to(constraints.boolean)


def test_triangles_and_vectors_are_each_other():
    for diagonal in (-1, 0, 1):
        matrix = wye.randn(2, 4, 4).tril(diagonal)
        assert_close(vec_to_tril_matrix(tril_matrix_to_vec(matrix, diagonal), diagonal), matrix)
