"""Facts about reductions: dtypes, empty inputs, NaN, ties, layouts, errors."""

import warnings

import ml_dtypes
import numpy as np
import pytest

import wye
from wye import ops
from wye.aten.fake.reduce import FAKES
from wye.aten.fake.reduce_order import FAKES as ORDER_FAKES
from wye.aten.fake.reduce_scan import FAKES as SCAN_FAKES
from wye.aten.kernels.reduce import KERNELS
from wye.aten.kernels.reduce_order import KERNELS as ORDER
from wye.aten.kernels.reduce_scan import KERNELS as SCAN
from wye.aten.reduction import axes_of
from wye.schema.values import DTYPES
from wye.tensors import from_numpy
from wye.tensors.layout import wrap_dim
from wye.tensors.meta_array import MetaArray, describe

NAN, INF = float("nan"), float("inf")


@pytest.fixture(autouse=True)
def _silent():
    with np.errstate(all="ignore"):
        yield


def array(values, dtype="float32"):
    return np.array(values, dtype)


def test_dims_count_from_both_ends_and_in_any_order():
    assert axes_of([-1, 0], 3) == (0, 2)
    assert axes_of(None, 2) == axes_of([], 2) == (0, 1)
    assert axes_of([0], 0) == ()


def test_dims_that_are_not_there_or_named_twice_are_errors():
    with pytest.raises(IndexError, match=r"expected to be in range of \[-2, 1\], but got 5"):
        wrap_dim(5, 2)
    with pytest.raises(IndexError, match=r"\[-1, 0\], but got 1"):
        wrap_dim(1, 0)
    with pytest.raises(RuntimeError, match="dim 0 appears multiple times"):
        axes_of([0, -2], 2)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "int32", "uint16"])
def test_integers_sum_to_int64(dtype):
    total = KERNELS["sum"](array([1, 1, 1], dtype))
    assert (total.dtype, total) == (np.int64, 3)
    assert FAKES["sum"](MetaArray((3,), np.dtype(dtype))).dtype == np.int64


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_halves_are_added_up_in_float32(dtype):
    ones = np.ones(5000, dtype)  # added up in 16 bits, the sum would stop growing at 2048 or at 256
    assert KERNELS["sum"](ones).dtype == dtype
    assert float(KERNELS["sum"](ones)) == float(dtype(5000))
    assert float(KERNELS["mean"](ones)) == 1.0


def test_sum_in_a_dtype_rounds_the_elements_first():
    assert KERNELS["sum"](array([1.7, 1.7]), dtype=DTYPES["int32"]) == 2


def test_results_are_row_major_whatever_the_order_of_the_input():
    turned = np.arange(24.0).reshape(2, 3, 4).transpose(2, 0, 1)
    for keepdim in (False, True):
        result = KERNELS["sum.dim_IntList"](turned, [1], keepdim)
        assert result.strides == MetaArray(result.shape, result.dtype).strides
        np.testing.assert_array_equal(result, turned.sum(1, keepdims=keepdim))


def test_sum_stores_in_out_without_another_array():
    out = np.zeros((2, 1), "float32")
    assert KERNELS["sum.dim_IntList"](array([[1, 2], [3, 4]]), [1], True, out=out) is out
    assert out.tolist() == [[3], [7]]


def test_identities_of_empty_inputs():
    empty = np.empty((0, 3), "float32")
    assert KERNELS["sum"](empty) == 0
    assert KERNELS["prod"](empty) == 1
    assert np.isnan(KERNELS["mean"](empty))
    assert not KERNELS["any"](empty)
    assert KERNELS["all"](empty)
    assert KERNELS["sum.dim_IntList"](empty, [0]).tolist() == [0, 0, 0]


@pytest.mark.parametrize("rules", [KERNELS, FAKES], ids=["kernel", "fake"])
def test_extremes_of_nothing_are_errors(rules):
    empty = np.empty((0, 3), "float32") if rules is KERNELS else MetaArray((0, 3), np.dtype("float32"))
    with pytest.raises(RuntimeError, match=r"amax\(\): Expected reduction dim to be specified"):
        rules["amax"](empty)
    with pytest.raises(IndexError, match=r"max\(\): Expected reduction dim 0 to have non-zero size"):
        rules["max.dim"](empty, 0)
    with pytest.raises(IndexError, match="argmin"):
        rules["argmin"](empty)
    assert rules["amax"](empty, [1]).shape == (0,)


def test_means_of_integers_are_errors_that_name_the_dtype():
    with pytest.raises(RuntimeError, match=r"Input dtype must be either a floating point or complex dtype\. Got: Long"):
        KERNELS["mean"](array([1], "int64"))
    with pytest.raises(RuntimeError, match="Optional dtype must be"):
        KERNELS["mean"](array([1.0]), dtype=DTYPES["int32"])


def test_nan_wins_extremes_and_is_found_first():
    x = array([[1, NAN, 3], [NAN, 2, NAN]])
    assert np.isnan(KERNELS["amax"](x))
    assert KERNELS["argmax"](x, 1).tolist() == [1, 0]
    values, places = KERNELS["min.dim"](x, 1)
    assert np.isnan(values).all()
    assert places.tolist() == [1, 0]


def test_ties_take_the_first_place():
    assert KERNELS["argmax"](array([1, 3, 3])) == 1
    assert KERNELS["max.dim"](array([[2, 2]]), 1)[1].tolist() == [0]


def test_any_of_bytes_is_a_byte_and_an_empty_list_reduces_nothing():
    assert KERNELS["any"](array([0, 2], "uint8")).dtype == np.uint8
    assert KERNELS["any.dims"](array([[0, 2]]), []).tolist() == [[False, True]]
    assert FAKES["any.dims"](MetaArray((1, 2), np.dtype("float32")), []).shape == (1, 2)


@pytest.mark.filterwarnings("ignore:.*degrees of freedom")
def test_variance_with_too_few_elements_is_infinite_or_nan():
    assert KERNELS["var.correction"](array([1, 2, 3]), correction=5) == INF
    assert np.isnan(KERNELS["var.correction"](array([1])))
    assert KERNELS["var.correction"](array([1, 2, 3])) == 1


def test_variance_of_complex_numbers_is_real():
    result = KERNELS["var.correction"](array([1j, -1j], "complex64"), correction=0)
    assert (result.dtype, result) == (np.float32, 1)


def test_running_extremes_see_ties_and_nan_again():
    values, places = SCAN["cummax"](array([1, 1, 0, 2, 2]), 0)
    assert (values.tolist(), places.tolist()) == ([1, 1, 1, 2, 2], [0, 1, 1, 3, 4])
    assert SCAN["cummin"](array([NAN, 2, NAN]), 0)[1].tolist() == [0, 0, 2]


def test_running_sums_in_place_and_of_tensors_without_dimensions():
    x = array([1, 2, 3])
    assert SCAN["cumsum"](x, 0, out=x).tolist() == [1, 3, 6]
    assert SCAN["cumsum"](np.array(5, "int8"), 0).dtype == np.int64


def test_logsumexp_of_infinities():
    assert SCAN["logsumexp"](array([INF, 1]), [0]) == INF
    assert SCAN["logsumexp"](array([-INF, -INF]), [0]) == -INF
    assert SCAN["logsumexp"](np.empty((0, 2), "float32"), [0]).tolist() == [-INF, -INF]
    assert SCAN["logsumexp"](array([1, 2], "int64"), [0]).dtype == np.float32


def test_softmax_does_not_overflow_and_works_through_long_arrays_in_blocks():
    assert SCAN["_softmax"](array([1000, 1000]), 0, False).tolist() == [0.5, 0.5]
    rng = np.random.default_rng(0)
    long = rng.normal(size=(700, 3, 101)).astype("float32")
    for dim in range(3):
        found = SCAN["_softmax"](long, dim, False)
        shifted = np.exp(long.astype("float64") - long.max(dim, keepdims=True))
        np.testing.assert_allclose(found, shifted / shifted.sum(dim, keepdims=True), rtol=1e-5)
        np.testing.assert_allclose(SCAN["_log_softmax"](long, dim, False), np.log(found), rtol=1e-4, atol=1e-5)


def test_softmax_refuses_integers_by_name():
    with pytest.raises(NotImplementedError, match="\"softmax_lastdim_kernel_impl\" not implemented for 'Long'"):
        SCAN["_softmax"](array([1], "int64"), 0, False)


def test_norms_by_order():
    x = array([3, -4, 0])
    found = [float(SCAN["linalg_vector_norm"](x, order)) for order in (0, 1, 2, INF, -INF)]
    assert found == [2, 7, 5, 4, 0]


def test_norms_without_identity_and_of_integers_are_errors():
    with pytest.raises(RuntimeError, match="cannot compute the inf norm on an empty tensor"):
        SCAN_FAKES["linalg_vector_norm"](MetaArray((0,), np.dtype("float32")), INF)
    with pytest.raises(RuntimeError, match="Got Long"):
        SCAN["linalg_vector_norm"](array([1], "int64"))
    with pytest.raises(RuntimeError, match="without narrowing"):
        SCAN["linalg_vector_norm"](array([1], "float64"), 2, dtype=DTYPES["float32"])


@pytest.mark.parametrize("dtype", ["float32", "float16", ml_dtypes.bfloat16])
def test_sort_puts_nan_last_and_keeps_the_order_of_equals(dtype):
    x = array([2, NAN, 1, 2], dtype)
    values, places = ORDER["sort"](x)
    assert places.tolist() == [2, 0, 3, 1]
    assert values[:3].tolist() == [1, 2, 2]
    assert ORDER["sort"](x, -1, True)[1].tolist() == [1, 0, 3, 2]


def test_sort_keeps_the_layout_of_its_input():
    turned = array([[3, 1], [2, 4], [0, 5]]).T
    values, places = ORDER["sort"](turned)
    assert values.strides == turned.strides
    assert places.strides == (8, 16)
    assert ORDER_FAKES["sort"](describe(turned))[1].strides == (8, 16)


def test_topk_of_many_and_of_few():
    x = np.arange(100.0)[::-1].copy()
    for k in (3, 90):
        values, places = ORDER["topk"](x, k)
        assert values.tolist() == list(range(99, 99 - k, -1))
        assert places.tolist() == list(range(k))
    assert ORDER["topk"](x, 2, -1, False)[1].tolist() == [99, 98]
    with pytest.raises(RuntimeError, match="selected index k out of range"):
        ORDER["topk"](x, 101)


def test_medians_are_the_lower_of_two_and_nan_if_there_is_one():
    assert ORDER["median"](array([4, 1, 2, 3], "int64")) == 2
    assert np.isnan(ORDER["median"](array([1, NAN])))
    assert ORDER["nanmedian"](array([5, NAN, 1])) == 1
    assert ORDER["median.dim"](array([[1, NAN, 3]]), 1)[1].tolist() == [1]


def test_mode_is_the_least_of_the_most_frequent_at_its_last_place():
    values, places = ORDER["mode"](array([1, 2, 2, 1, 3], "int64"))
    assert (values, places) == (1, 3)


def test_unique_numbers_elements_and_counts_them_and_no_nan_is_another():
    values, inverse, counts = ORDER["_unique2"](array([[3, 1], [2, 1]], "int64"), True, True, True)
    assert (values.tolist(), inverse.tolist(), counts.tolist()) == ([1, 2, 3], [[2, 0], [1, 0]], [2, 1, 1])
    assert len(ORDER["_unique2"](array([NAN, NAN]))[0]) == 2
    values, inverse, counts = ORDER["unique_consecutive"](array([1, 1, 2, 1], "int64"), True, True)
    assert (values.tolist(), inverse.tolist(), counts.tolist()) == ([1, 2, 1], [0, 0, 1, 2], [2, 1, 1])
    values, inverse, counts = ORDER["unique_dim"](array([[1, 2], [0, 1], [1, 2]], "int64"), 0)
    assert (values.tolist(), inverse.tolist(), counts.tolist()) == ([[0, 1], [1, 2]], [1, 0, 1], [1, 2])


def test_bincount_with_and_without_weights():
    x = array([1, 1, 3], "int64")
    assert ORDER["bincount"](x, None, 6).tolist() == [0, 2, 0, 1, 0, 0]
    assert ORDER["bincount"](x, array([1, 2, 3])).tolist() == [0, 3, 0, 3]
    with pytest.raises(RuntimeError, match="1-d non-negative integral"):
        ORDER["bincount"](array([-1], "int64"))


def test_histc_counts_the_end_and_leaves_out_what_is_outside():
    assert ORDER["histc"](array([1, 2, 3, 5]), 4, 1, 3).tolist() == [1, 0, 1, 1]
    with pytest.raises(RuntimeError, match="is not finite"):
        ORDER["histc"](array([1, INF]), 2)


def test_searches_in_lines_and_with_a_sorter():
    lines = array([[1, 3, 5], [2, 4, 6]], "int64")
    assert ORDER["searchsorted.Tensor"](lines, array([[0, 3], [3, 7]], "int64")).tolist() == [[0, 1], [1, 3]]
    turned = array([5, 3, 1], "int64")
    assert ORDER["searchsorted.Tensor"](turned, turned, sorter=array([2, 1, 0], "int64")).tolist() == [2, 1, 0]
    assert ORDER["bucketize.Scalar"](3, turned[::-1], right=True).tolist() == 2
    with pytest.raises(RuntimeError, match="side can only be 'left' or 'right'"):
        ORDER["searchsorted.Tensor"](turned, turned, side="top")


def test_composites_over_tensors():
    x = from_numpy(array([[1, 2, 4], [8, 16, 32]]))
    assert ops.aten.quantile(x, 0.5, 1).tolist() == [2, 16]
    assert ops.aten.diff(x).tolist() == [[1, 2], [8, 16]]
    assert ops.aten.var(x, False).item() == pytest.approx(x.numpy().var())
    assert ops.aten.argsort(x, 1, True).tolist() == [[2, 1, 0], [2, 1, 0]]
    assert ops.aten.trapezoid(x).tolist() == [4.5, 36]
    assert ops.aten.nanmean(from_numpy(array([1, NAN, 3]))).item() == 2


def test_out_variants_change_the_shape_and_return_what_they_were_given():
    x, out = from_numpy(array([[1, 2], [3, 4]])), wye.empty(0, dtype=wye.float32)
    assert ops.aten.sum.IntList_out(x, [1], True, out=out) is out
    assert out.tolist() == [[3], [7]]
    values, places = wye.empty(0, dtype=wye.float32), wye.empty(0, dtype=wye.int64)
    ops.aten.max.dim_max(x, 0, max=values, max_values=places)
    assert (values.tolist(), places.tolist()) == ([3, 4], [1, 1])
    ops.aten._unique2.out(x, out0=out.resize_(0), out1=places.resize_(0), out2=wye.empty(0, dtype=wye.int64))
    assert out.tolist() == [1, 2, 3, 4]


def test_a_cumulative_integral_refuses_bools_before_it_looks_for_the_dimension():
    truth = wye.tensor(True)
    with pytest.raises(RuntimeError, match="received a bool input"):
        wye.cumulative_trapezoid(truth, wye.ones(4))
    with pytest.raises(IndexError):
        wye.cumulative_trapezoid(truth, dim=5)


def test_segments_of_a_dimension_are_reduced_and_empty_ones_have_the_initial_value():
    x = wye.arange(6.0)
    assert wye.segment_reduce(x, "sum", lengths=wye.tensor([2, 0, 4])).tolist() == [1.0, 0.0, 14.0]
    assert wye.segment_reduce(x, "max", offsets=wye.tensor([0, 2, 2, 6]), initial=-1).tolist() == [1.0, -1.0, 5.0]
    with pytest.raises(RuntimeError, match="goes beyond"):
        wye.segment_reduce(x, "sum", offsets=wye.tensor([0, 7]))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("length", [1, 2, 3, 7, 8])
def test_many_short_rows_are_reduced_as_numpy_does(dtype, length):
    rows = np.random.default_rng(0).normal(size=(20000, length)).astype(dtype)
    rows[0], rows[1, 0], rows[2] = -0.0, np.nan, np.inf
    x = wye.from_numpy(rows)
    for keepdim in (False, True):
        assert x.sum(1, keepdim=keepdim).numpy().tobytes() == rows.sum(1, keepdims=keepdim).tobytes()
        np.testing.assert_array_equal(x.amax(1, keepdim).numpy(), rows.max(1, keepdims=keepdim))
        np.testing.assert_array_equal(x.amin(1, keepdim).numpy(), rows.min(1, keepdims=keepdim))


def test_a_histogram_says_what_is_wrong_with_its_range_before_its_dtype_and_with_its_edges():
    with pytest.raises(RuntimeError, match="max must be larger than min"):
        wye.histc(wye.tensor([1, 2, 3]), bins=4, min=5, max=1)
    values = wye.ones(())
    with pytest.raises(RuntimeError, match="input tensor and bins tensors should have the same dtype"):
        wye.histogram(values, wye.ones((), dtype=wye.float64))
    with pytest.raises(RuntimeError, match="bins tensor should have at least 1 element"):
        wye.histogram(wye.ones(0), wye.ones(0))


def test_differences_say_which_size_of_an_addition_does_not_fit():
    with pytest.raises(RuntimeError, match=r"except along the differencing dimension; input.size\(0\) = 2"):
        wye.diff(wye.ones(2, 3), prepend=wye.ones(3, 1))


def test_a_list_of_distances_has_one_for_each_dimension():
    x = wye.tensor([[1.0, 2.0], [3.0, 5.0]])
    with pytest.raises(RuntimeError, match="expected spacing to be"):
        wye.gradient(x, spacing=(2,))
    assert [part.tolist() for part in wye.gradient(x, spacing=2)] == [[[1, 1.5], [1, 1.5]], [[0.5, 0.5], [1, 1]]]


@pytest.mark.parametrize("name", ["var", "std", "var_mean", "std_mean"])
def test_too_few_elements_for_a_variance_are_warned_of(name):
    reduce = getattr(wye, name)
    for x, options in ((wye.ones(1), {}), (wye.ones(0), {}), (wye.ones(2, 3), {"dim": 0, "correction": 2})):
        with pytest.warns(UserWarning, match=rf"^{name}\(\): degrees of freedom is <= 0"):
            reduce(x, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reduce(wye.ones(2))
        reduce(wye.ones(1), correction=0)


def test_logarithms_of_sums_of_complex_numbers_know_zero_and_nan():
    inf, nan = float("inf"), float("nan")
    found = wye.logcumsumexp(wye.tensor([complex(-inf, 2), complex(-inf, 1), complex(1, 3), complex(nan, 0)]), 0)
    assert found[:3].tolist() == [complex(-inf, 0), complex(-inf, 0), complex(1, 3)]
    assert wye.isnan(found[3].real).item()
    assert wye.isnan(found[3].imag).item()


def test_truths_are_asked_of_tensors_of_bool_alone():
    x = wye.tensor([[True, False], [True, True]])
    are_all, is_any = ops.aten._is_all_true.default, ops.aten._is_any_true.default
    assert (are_all(x).item(), is_any(x).item(), x._is_any_true().item()) == (False, True, True)
    assert wye.vmap(lambda row: are_all(row).item() + row)(x).tolist() == x.tolist()  # asked of all rows at once
    assert wye.vmap(is_any, out_dims=0)(x).tolist() == [True, True]
    assert are_all(wye.ones(0, dtype=wye.bool)).item()
    for ask in (are_all, is_any):
        with pytest.raises(RuntimeError, match="bool"):
            ask(wye.ones(2))


def test_a_range_of_one_number_is_meant_when_it_is_given():
    x = wye.tensor([3.0, 5.0])
    counts, edges = wye.histogram(x, 2, range=(2.0, 2.0))
    assert (counts.tolist(), edges.tolist()) == ([0.0, 0.0], [1.5, 2.0, 2.5])
    assert wye.histogram(x, 1)[1].tolist() == [3.0, 5.0]


def test_points_without_coordinates_are_in_no_cell():
    for shape in ((0, 0), (2, 3, 0)):
        counts, edges = wye.histogramdd(wye.ones(shape), [])
        assert (counts.item(), tuple(edges)) == (0.0, ())
    assert wye.histogramdd(wye.ones(2, 0), [], density=True)[0].isnan()


def test_differences_are_exclusive_or_only_where_all_that_is_joined_is_bool():
    truths = wye.tensor([True, False, False])
    assert wye.diff(truths).tolist() == [True, False]
    assert wye.diff(truths, append=wye.tensor([2])).tolist() == [-1, 0, 2]
    assert wye.diff(truths, append=wye.tensor([2]), out=wye.empty(0, dtype=wye.int64)).tolist() == [-1, 0, 2]
