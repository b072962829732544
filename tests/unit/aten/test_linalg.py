"""Products, decompositions and transforms: edge cases with values that can be worked out by hand."""

import ml_dtypes
import numpy as np
import pytest

import wye
import wye.aten.register
from wye.aten.fake.linalg import FAKES as FAKE_PRODUCTS
from wye.aten.fake.linalg_fft import FAKES as FAKE_FFT
from wye.aten.fake.linalg_solve import FAKES as FAKE_SOLVERS
from wye.aten.kernels.linalg import KERNELS as PRODUCTS
from wye.aten.kernels.linalg_fft import KERNELS as FFT
from wye.aten.kernels.linalg_solve import KERNELS as SOLVERS
from wye.aten.kernels.linalg_solve import lu_factor
from wye.call.packets import ops
from wye.tensors.meta_array import describe

A23 = np.arange(6, dtype=np.float32).reshape(2, 3)
A34 = np.arange(12, dtype=np.float32).reshape(3, 4)


@pytest.fixture
def aten():
    return ops.aten


def tensor(values, dtype=np.float32):
    return wye.from_numpy(np.array(values, dtype))


def test_every_kernel_has_a_fake_one():
    for kernels, fakes in ((PRODUCTS, FAKE_PRODUCTS), (FFT, FAKE_FFT), (SOLVERS, FAKE_SOLVERS)):
        assert sorted(kernels) == sorted(fakes)


def test_mm_of_transposed_operands_is_contiguous():
    result = PRODUCTS["mm"](A34.T, A23.T)
    assert result.flags.c_contiguous
    np.testing.assert_array_equal(result, A34.T @ A23.T)


def test_mm_with_nothing_to_sum_is_zero():
    np.testing.assert_array_equal(PRODUCTS["mm"](np.empty((2, 0)), np.empty((0, 3))), np.zeros((2, 3)))


def test_mm_of_short_floats_is_rounded_once():
    # 2048 + 1 is no float16, but 2048 + 1 + 1 is: a sum in float16 would stay at 2048.
    row, column = np.array([[2048, 1, 1]], np.float16), np.ones((3, 1), np.float16)
    assert PRODUCTS["mm"](row, column) == np.float16(2050)
    wide = PRODUCTS["mm"](row.astype(ml_dtypes.bfloat16), column.astype(ml_dtypes.bfloat16))
    assert wide.dtype == ml_dtypes.bfloat16


def test_mm_stores_into_out_of_another_dtype_and_layout():
    out = np.empty((4, 2), np.float64).T
    assert PRODUCTS["mm"](A23, A34, out=out) is out
    np.testing.assert_array_equal(out, A23 @ A34)


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ((2, 3), (4, 5), r"mat1 and mat2 shapes cannot be multiplied \(2x3 and 4x5\)"),
        ((3,), (3, 2), "self must be a matrix"),
        ((2, 3), (3,), "mat2 must be a matrix"),
    ],
)
def test_mm_refuses_shapes_in_pytorchs_words(a, b, words):
    for rules, make in ((PRODUCTS, np.zeros), (FAKE_PRODUCTS, lambda shape: describe(np.zeros(shape)))):
        with pytest.raises(RuntimeError, match=words):
            rules["mm"](make(a), make(b))


def test_mm_refuses_two_dtypes():
    with pytest.raises(RuntimeError, match="expected m1 and m2 to have the same dtype, but got: float != double"):
        PRODUCTS["mm"](A23, A34.astype(np.float64))


def test_beta_zero_does_not_look_at_self():
    nan = np.full((2, 4), np.nan, np.float32)
    np.testing.assert_array_equal(PRODUCTS["addmm"](nan, A23, A34, beta=0), A23 @ A34)
    assert np.isnan(PRODUCTS["addmm"](nan, A23, A34)).all()


def test_integer_products_take_the_integer_part_of_their_factors():
    ones = np.ones((2, 2), np.int64)
    np.testing.assert_array_equal(PRODUCTS["addmm"](ones, ones, ones, beta=1.9, alpha=2.5), np.full((2, 2), 5))


def test_addmm_in_place_reads_self_before_it_is_written():
    self = np.ones((2, 4), np.float32)
    PRODUCTS["addmm"](self, A23, A34, beta=2, out=self)
    np.testing.assert_array_equal(self, A23 @ A34 + 2)


def test_bmm_orders_its_batch_first_whatever_the_operands_do():
    a = np.ones((2, 3, 4), np.float32).transpose(2, 0, 1)
    b = np.ones((4, 3, 5), np.float32)
    assert PRODUCTS["bmm"](a, b).strides == FAKE_PRODUCTS["bmm"](describe(a), describe(b)).strides


@pytest.mark.parametrize("repeated", ["rows", "columns", "matrices"])
def test_long_batched_products_of_expanded_matrices_stay_close(repeated):
    long = np.random.default_rng(0).random(70_000).astype(np.float32)
    wanted = np.dot(long.astype(np.float64), long)
    one, four = (1, long.size, 4), (3, long.size, 4)
    right = np.broadcast_to(long[None, :, None], four if repeated == "matrices" else one)
    left = np.broadcast_to(long[None, None, :], (right.shape[0], 5 if repeated == "rows" else 1, long.size))
    np.testing.assert_allclose(PRODUCTS["bmm"](left, right), wanted, rtol=4e-6)
    start = np.zeros((*left.shape[:2], 4), np.float32)
    np.testing.assert_allclose(PRODUCTS["baddbmm"](start, left, right), wanted, rtol=4e-6)


def test_vdot_conjugates_its_first_operand():
    x = np.array([1j, 2], np.complex64)
    assert PRODUCTS["vdot"](x, x) == 5
    assert PRODUCTS["dot"](x, x) == 3


@pytest.mark.parametrize(("p", "expected"), [(0, 2), (1, 7), (2, 5), (float("inf"), 4)])
def test_cdist_by_order(p, expected):
    assert PRODUCTS["_cdist_forward"](np.zeros((1, 2)), np.array([[3.0, 4.0]]), p, None)[0, 0] == expected


def test_cdist_of_many_points_equals_that_of_few():
    points = np.random.default_rng(0).normal(size=(30, 3))
    many = PRODUCTS["_cdist_forward"](points, points, 2.0, 1)
    few = PRODUCTS["_cdist_forward"](points, points, 2.0, 2)
    np.testing.assert_allclose(many, few, atol=1e-6)


def test_lu_puts_the_greatest_element_of_a_column_first():
    lu, pivots = lu_factor(np.array([[[1.0, 2.0], [4.0, 2.0]]]))
    np.testing.assert_array_equal(lu, [[[4, 2], [0.25, 1.5]]])
    np.testing.assert_array_equal(pivots, [[1, 1]])


@pytest.mark.parametrize("size", [1, 31, 32, 33, 70])
def test_lu_of_many_panels_multiplies_back(size):
    matrix = np.random.default_rng(size).normal(size=(2, size, size))
    lu, pivots = lu_factor(matrix)
    lower, upper = np.tril(lu, -1) + np.eye(size), np.triu(lu)
    for which in range(2):
        rows = np.arange(size)
        for row, other in enumerate(pivots[which]):
            rows[[row, other]] = rows[[other, row]]
        np.testing.assert_allclose((lower @ upper)[which], matrix[which][rows], atol=1e-9)


def test_det_counts_exchanged_rows():
    assert SOLVERS["_linalg_det"](np.array([[0.0, 1.0], [1.0, 0.0]]))[0] == -1


def test_slogdet_of_a_singular_matrix():
    with np.errstate(all="ignore"):
        sign, size, *_ = SOLVERS["_linalg_slogdet"](np.zeros((2, 2)))
    assert (sign, size) == (0, -np.inf)


def test_inv_says_which_element_is_zero():
    matrices = np.stack([np.eye(2), np.diag([1.0, 0.0])])
    _, info = SOLVERS["linalg_inv_ex"](matrices)
    np.testing.assert_array_equal(info, [0, 2])
    with pytest.raises(RuntimeError, match=r"\(Batch element 1\): The diagonal element 2 is zero"):
        SOLVERS["linalg_inv_ex"](matrices, check_errors=True)


def test_cholesky_says_which_minor_is_not_positive():
    _, info = SOLVERS["linalg_cholesky_ex"](np.diag([1.0, -1.0]))
    assert info == 2


def test_cholesky_upper_reads_the_upper_triangle():
    root, info = SOLVERS["linalg_cholesky_ex"](np.array([[4.0, 2.0], [99.0, 2.0]]), upper=True)
    assert info == 0
    np.testing.assert_allclose(root, [[2, 1], [0, 1]])


def test_matrices_from_lapack_are_stored_by_columns():
    inverse, _ = SOLVERS["linalg_inv_ex"](np.eye(3) * 2)
    assert inverse.flags.f_contiguous


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("upper", [True, False])
def test_triangular_systems_of_many_panels(upper, left):
    rng = np.random.default_rng(1)
    full = rng.normal(size=(40, 40)) / 40 + np.eye(40)
    triangle = np.triu(full) if upper else np.tril(full)
    x = rng.normal(size=(40, 3) if left else (3, 40))
    right = triangle @ x if left else x @ triangle
    # What lies in the other triangle is not read.
    np.testing.assert_allclose(SOLVERS["linalg_solve_triangular"](full, right, upper=upper, left=left), x, atol=1e-9)


def test_two_sided_transform_of_real_points_equals_the_complex_one():
    points = np.random.default_rng(0).normal(size=(4, 3, 5))
    two_sided = FFT["_fft_r2c"](points, [0, 2], 1, False)
    np.testing.assert_allclose(two_sided, FFT["_fft_c2c"](points.astype(complex), [0, 2], 1, True))


def test_transforms_keep_single_precision():
    assert FFT["_fft_r2c"](np.ones(4, np.float32), [0], 0, True).dtype == np.complex64


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)]),
        ("ii->i", [(3, 3)]),
        ("ii", [(3, 3)]),
        ("...ij,...jk->...ik", [(2, 2, 3), (1, 3, 4)]),
        ("abc,cd,be->ade", [(2, 3, 4), (4, 5), (3, 2)]),
        ("i,j->ji", [(2,), (3,)]),
        ("ij->", [(2, 3)]),
        ("ba", [(2, 3)]),
    ],
)
def test_einsum_against_numpy(aten, equation, shapes):
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=shape) for shape in shapes]
    result = aten.einsum(equation, [tensor(array, np.float64) for array in arrays])
    np.testing.assert_allclose(result.numpy(), np.einsum(equation, *arrays))


@pytest.mark.parametrize(
    ("equation", "words"),
    [("ij,jk", "fewer operands"), ("ijk->i", "does not match the number of dimensions"), ("ij->k", "does not appear")],
)
def test_einsum_refuses_equations(aten, equation, words):
    with pytest.raises(RuntimeError, match=words):
        aten.einsum(equation, [tensor(A23)])


MATMUL_SHAPES = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 2)),
    ((4, 2, 3), (3,)),
    ((2, 3), (4, 3, 5)),
    ((3,), (4, 3, 5)),
    ((2, 1, 2, 3), (5, 3, 4)),
    ((0, 2, 3), (3, 4)),
]


@pytest.mark.parametrize(("a", "b"), MATMUL_SHAPES)
def test_matmul_by_numbers_of_dimensions(aten, a, b):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=a), rng.normal(size=b)
    result = aten.matmul(tensor(x, np.float64), tensor(y, np.float64))
    np.testing.assert_allclose(result.numpy(), x @ y)


def test_matmul_needs_dimensions(aten):
    with pytest.raises(RuntimeError, match="both arguments to matmul need to be at least 1D, but they are 0D and 1D"):
        aten.matmul(tensor(1.0), tensor([1.0]))


def test_attention_with_a_row_that_sees_nothing_gives_zeros(aten):
    x = tensor(np.ones((1, 2, 4)))
    mask = wye.from_numpy(np.array([[True, True], [False, False]]))
    result = aten.scaled_dot_product_attention(x, x, x, mask).numpy()
    np.testing.assert_array_equal(result, [[[1] * 4, [0] * 4]])


def test_meta_results_have_the_strides_of_real_ones(aten):
    x = tensor(np.ones((2, 3, 3)))
    meta = ops.aten.empty_strided([2, 3, 3], [9, 3, 1], device="meta")
    for op in (aten.linalg_inv, aten.linalg_svdvals, aten.linalg_slogdet):
        real, shape = op(x + 1 if op is not aten.linalg_inv else tensor(np.stack([np.eye(3)] * 2))), op(meta)
        pairs = [(real, shape)] if not isinstance(real, tuple) else zip(real, shape, strict=True)
        for one, other in pairs:
            assert (one.shape, one.stride(), one.dtype) == (other.shape, other.stride(), other.dtype)


SINGULAR = [[1.0, 2.0], [2.0, 4.0]]
NOT_DEFINITE = [[1.0, 2.0], [2.0, 1.0]]


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("linalg_inv", SINGULAR, r"linalg.inv: The diagonal element 2 is zero"),
        ("linalg_cholesky", NOT_DEFINITE, r"leading minor of order 2"),
        ("linalg_svd", [[np.nan, 1.0], [1.0, 1.0]], r"linalg.svd: The algorithm failed to converge"),
    ],
)
def test_matrices_that_cannot_be_decomposed_have_an_error_of_their_own(aten, name, values, message):
    with pytest.raises(wye.errors.LinAlgError, match=message) as raised:
        getattr(aten, name)(tensor(values))
    assert isinstance(raised.value, RuntimeError)
    assert "[WYE301]" in raised.value.__notes__[-1]


def test_a_failed_matrix_of_a_batch_is_named_by_its_number(aten):
    with pytest.raises(wye.errors.LinAlgError, match=r"\(Batch element 1\)"):
        aten.linalg_inv(tensor([np.eye(2), SINGULAR]))


def test_distances_with_p_0_count_what_differs_and_keep_nan(aten):
    result = aten.cdist(tensor([[0.0, 1.0, np.nan], [0.0, 1.0, 2.0]]), tensor([[0.0, 3.0, 2.0]]), 0.0)
    np.testing.assert_array_equal(result.numpy(), [[np.nan], [1.0]])


def test_einsum_that_sums_nothing_multiplies_with_promotion(aten):
    result = aten.einsum("i,j", [tensor([1, 2], np.int64), tensor([0.5, 1.0, 2.0])])
    np.testing.assert_array_equal(result.numpy(), [[0.5, 1, 2], [1, 2, 4]])
    assert result.stride() == (3, 1)


def test_a_chain_of_one_matrix_is_a_copy(aten):
    x = tensor(A23)
    assert aten.chain_matmul([x]).data_ptr() != x.data_ptr()


def test_the_inverse_transform_of_real_numbers_is_a_lazy_conjugate(aten):
    assert aten.fft_ifft(tensor([1.0, 2.0])).is_conj()
    assert not aten.fft_fft(tensor([1.0, 2.0])).is_conj()


def test_cosines_of_integers_and_floats_are_floats(aten):
    result = aten.cosine_similarity(tensor([[3, 4]], np.int64), tensor([[4.0, 3.0]]))
    np.testing.assert_allclose(result.numpy(), [0.96], rtol=1e-6)


def test_bilinear_wants_one_dtype(aten):
    with pytest.raises(RuntimeError, match="All tensors must have the same dtype"):
        aten.bilinear(tensor([[1.0]]), tensor([[1.0]], np.float64), tensor([[[1.0]]]))


def test_a_triangular_system_from_the_right_is_laid_out_in_columns(aten):
    result = aten.linalg_solve_triangular(tensor(np.eye(3)), tensor(A23), upper=True, left=False)
    assert result.stride() == (1, 2)
    np.testing.assert_array_equal(result.numpy(), A23)


def test_an_absolute_tolerance_of_zero_leaves_the_relative_one(aten):
    rank = aten.linalg_matrix_rank.atol_rtol_tensor(tensor([[2.0, 0.0], [0.0, 1.0]]), atol=tensor(False, np.bool_))
    assert rank.item() == 2


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4), (2, 5, 3)])
@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_reflections_of_a_matrix_multiply_as_its_orthogonal_factor(aten, shape, dtype):
    rng = np.random.default_rng(3)
    values = rng.standard_normal(shape).astype(dtype)
    if dtype is np.complex128:
        values = values + 1j * rng.standard_normal(shape)
    vectors, factors = aten.geqrf(tensor(values, dtype))
    q, r = np.linalg.qr(values, mode="complete")
    np.testing.assert_allclose(np.triu(vectors.numpy()), r, atol=1e-12)
    other = rng.standard_normal((*shape[:-1], 3)).astype(dtype)
    adjoint = q.conj().swapaxes(-1, -2)
    flat = np.ascontiguousarray(other.swapaxes(-1, -2))
    for left, transpose, right in (
        (True, False, q @ other),
        (True, True, adjoint @ other),
        (False, False, flat @ q),
        (False, True, flat @ adjoint),
    ):
        given = tensor(other if left else flat, dtype)
        np.testing.assert_allclose(aten.ormqr(vectors, factors, given, left, transpose).numpy(), right, atol=1e-12)


def test_reflections_are_as_many_as_the_smaller_size(aten):
    with pytest.raises(RuntimeError, match=r"tau\.shape\[-1\] must be equal to min"):
        aten.ormqr(tensor(np.ones((3, 2))), tensor([1.0]), tensor(np.ones((3, 2))))


@pytest.mark.parametrize("dim", [-1, 0, 1, 2])
def test_a_norm_over_all_dimensions_but_one_keeps_that_one(aten, dim):
    values = np.arange(24.0).reshape(2, 3, 4)
    rest = tuple(at for at in range(3) if at != dim or dim == -1)
    right = np.sqrt((values**2).sum(rest, keepdims=dim != -1))
    found = aten.norm_except_dim(tensor(values, np.float64), 2, dim)
    assert found.shape == right.shape
    np.testing.assert_allclose(found.numpy(), right)


def test_a_system_is_solved_by_the_factors_of_its_symmetric_matrix():
    a = np.array([[0.0, 2.0, 1.0], [2.0, 0.0, 3.0], [1.0, 3.0, 0.0]])
    factors, pivots = wye.linalg.ldl_factor(wye.from_numpy(a))
    assert (pivots < 0).any()  # zeros on the diagonal need blocks of two rows
    sides = wye.from_numpy(np.arange(6.0).reshape(3, 2))
    np.testing.assert_allclose(a @ wye.linalg.ldl_solve(factors, pivots, sides).numpy(), sides.numpy(), atol=1e-12)


def test_pivots_that_no_factorization_has_are_refused():
    with pytest.raises(RuntimeError, match="pivots are those of"):
        wye.linalg.ldl_solve(wye.eye(2), wye.tensor([1, 9], dtype=wye.int32), wye.ones(2, 1))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wye.linalg.cond(wye.ones(2)), "linalg.cond: The input tensor must have at least 2 dimensions"),
        (lambda: wye.linalg.cond(wye.eye(2), "x"), "linalg.cond got an invalid norm type: x"),
        (lambda: wye.linalg.multi_dot([wye.ones(2, 2, 2), wye.ones(2)]), "first tensor must be 1D or 2D but got 3D"),
        (lambda: wye.linalg.multi_dot([wye.ones(2), wye.ones(2, 2, 2)]), "last tensor must be 1D or 2D but got 3D"),
        (lambda: wye.linalg.multi_dot([wye.ones(2), wye.ones(2), wye.ones(2)]), "tensor 1 must be 2D but got 1D"),
        (lambda: wye.linalg.multi_dot([wye.eye(2), wye.eye(2).double()]), "tensor 0 is float and tensor 1 double"),
        (lambda: wye.einsum("i.j", wye.ones(2, 2)), "found '.' for operand 0 that is not part of any ellipsis"),
        (lambda: wye.linalg.vander(wye.ones(2), N=0), "N must be greater than 1"),
        (lambda: wye.linalg.vander(wye.ones(1)), "N must be greater than 1"),
    ],
)
def test_what_is_wrong_with_matrices(call, words):
    with pytest.raises(RuntimeError, match=words):
        call()


@pytest.mark.parametrize("shape", [(0, 3, 3), (2, 0, 0), (0, 0), (3, 0, 2)])
def test_batches_and_matrices_without_elements_have_lu_factors(shape):
    packed, pivots = wye.linalg.lu_factor(wye.zeros(shape))
    p, lower, upper = wye.lu_unpack(packed, pivots)
    assert p.shape == (*shape[:-2], shape[-2], shape[-2])
    assert (lower @ upper).shape == shape
    if shape[-1] == shape[-2]:
        assert wye.linalg.lu_solve(packed, pivots, wye.zeros(*shape[:-1], 2)).shape == (*shape[:-1], 2)


def test_least_squares_with_an_empty_batch_of_right_sides_know_the_ranks_of_the_matrices():
    found = wye.linalg.lstsq(wye.eye(3).expand(1, 3, 3), wye.zeros(0, 3, 2))
    assert found.solution.shape == (0, 3, 2)
    assert found.rank.shape == (1,)


def test_pivots_past_the_last_row_are_refused():
    with pytest.raises(RuntimeError, match=r"smaller or equal to LU.size\(-2\)"):
        wye.linalg.lu_solve(wye.eye(2), wye.tensor([1, 3], dtype=wye.int32), wye.ones(2, 1))


def test_matrices_of_rank_one_have_answers_of_solvers_that_do_not_raise_and_gradients_of_determinants():
    for seed in range(60):  # rounding finds zeros in some of them, and tiny pivots in others
        v = np.random.default_rng(seed).uniform(0.1, 1, 3)
        matrix = wye.tensor(np.outer(v, v))
        assert (
            wye.linalg.inv_ex(wye.stack([matrix, wye.eye(3, dtype=wye.float64)])).inverse[1].tolist()
            == np.eye(3).tolist()
        )
        for left in (True, False):
            wye.linalg.solve_ex(matrix, wye.eye(3, dtype=wye.float64), left=left)
        for create_graph in (False, True):
            x = matrix.clone().requires_grad_()
            (slope,) = wye.autograd.grad(wye.linalg.det(x), x, create_graph=create_graph)
            np.testing.assert_allclose(slope.detach().numpy(), 0, atol=1e-12)
    singular = wye.tensor([[1.0, 2.0], [2.0, 4.0]])
    assert wye.func.jvp(wye.linalg.det, (singular,), (wye.ones(2, 2),))[1].isclose(wye.tensor(1.0))


@pytest.mark.parametrize("shape", [(1, 100, 1), (2, 3, 70), (3, 1, 64), (0, 100, 2)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batched_products_without_sums_are_those_of_numpy(shape, dtype):
    a, b = np.random.default_rng(0).normal(size=(2, *shape)).astype(dtype)
    a, b = a[:, :, :1], b[:, :1, :]
    a.flat[:1], b.flat[:1] = np.inf, 0.0
    found = wye.bmm(wye.from_numpy(a), wye.from_numpy(b))
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(found.numpy(), np.matmul(a, b))
    assert found.is_contiguous()
