"""Random matrices of tests have the properties that their names promise."""

import wye
from wye.testing import matrices


def test_matrices_have_the_promised_rank_symmetry_and_definiteness():
    wye.manual_seed(0)
    assert wye.linalg.matrix_rank(matrices.of_rank(5, 3, wye.float64)) == 3
    assert wye.linalg.matrix_rank(matrices.of_low_rank(2, 4, 5, dtype=wye.float64)) == 2
    a = matrices.symmetric(4, 2, dtype=wye.float64)
    assert wye.equal(a, a.mT)
    assert (wye.linalg.eigvalsh(matrices.hermitian_positive_definite(3, dtype=wye.complex128)) > 0).all()
    assert (wye.linalg.eigvalsh(matrices.symmetric_positive_definite(3, dtype=wye.float64)) > 0).all()


def test_singular_values_are_apart_or_close_to_a_mean():
    values = wye.linalg.svdvals(matrices.distinct_singular_values(4, 3, dtype=wye.float64))
    assert values.tolist() == wye.sort(values, descending=True)[0].tolist()
    assert (values[:-1] - values[1:] > 0.01).all()
    near = wye.linalg.svdvals(matrices.well_conditioned(4, 4, dtype=wye.float64, mean=2.0))
    assert (near - 2).abs().max() < 0.1
