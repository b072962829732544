"""Facts about elementwise operators: dtypes, special values, layouts, errors."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest

import wye
from wye import ops
from wye.aten import grid
from wye.aten.arrays.elementwise_apply import empty_strided, laid_out
from wye.schema.values import DTYPES
from wye.tensors import from_numpy
from wye.tensors.layout import strides_like
from wye.tensors.meta_array import MetaArray, describe

NAN, INF = float("nan"), float("inf")
ROWS = {name: row for name, row in grid.build().items() if row.family.startswith("elementwise")}


@pytest.fixture(autouse=True)
def _silent():
    with np.errstate(all="ignore"):
        yield


def array(values, dtype="float32"):
    return np.array(values, ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)


def run(name, *args, **kwargs):
    """The kernel's result, whose shape, dtype and strides the fake kernel must know."""
    rules = ROWS[name].rules
    result = rules["kernel"](*args, **kwargs)
    faked = rules["fake"](*(describe(arg) if isinstance(arg, np.ndarray) else arg for arg in args), **kwargs)
    result = np.asarray(result)
    assert (faked.shape, faked.dtype) == (result.shape, result.dtype)
    if result.ndim > 1 and not result.flags.c_contiguous:
        assert faked.strides == result.strides
    return result


def refused(name, *args, error=RuntimeError, match="", **kwargs):
    """Both kernels raise the same error."""
    rules = ROWS[name].rules
    for rule, convert in ((rules["kernel"], lambda arg: arg), (rules["fake"], describe)):
        with pytest.raises(error, match=match):
            rule(*(convert(arg) if isinstance(arg, np.ndarray) else arg for arg in args), **kwargs)


# ---- the grid ----


@pytest.mark.parametrize("name", ROWS)
def test_every_operator_has_a_rule_or_is_derived_from_one(name):
    row = ROWS[name]
    assert row.rules or (row.functional is not None and row.functional.rules)
    if "explicit" not in row.rules:  # a composite answers for what its kernel does not
        assert ("kernel" in row.rules) == ("fake" in row.rules)


# ---- dtypes ----


@pytest.mark.parametrize(
    ("name", "args", "dtype"),
    [
        ("sin", (array([1, 2], "int32"),), "float32"),
        ("sin", (array([1, 2], "bfloat16"),), "bfloat16"),
        ("add.Tensor", (array([1], "int8"), array([1], "uint8")), "int16"),
        ("add.Tensor", (array([1], "int8"), 300), "int8"),
        ("add.Tensor", (array([1], "int8"), 0.5), "float32"),
        ("add.Tensor", (array([1.0]), array(2.0, "float64")), "float32"),
        ("div.Tensor", (array([1], "int64"), 2), "float32"),
        ("eq.Scalar", (array([1.0]), 1), "bool"),
        ("isnan", (array([1], "int8"),), "bool"),
        ("pow.Tensor_Scalar", (array([True], "bool"), 2), "int64"),
        ("clamp", (array([1], "int32"), 0.5), "float32"),
        ("floor_divide", (array([7], "int32"), 2), "int32"),
        ("angle", (np.array([1j], "complex128"),), "float64"),
        ("where.self", (np.array([True]), array([1], "int64"), array([1.0], "float16")), "float16"),
    ],
)
def test_results_have_pytorchs_dtypes(name, args, dtype):
    assert run(name, *args).dtype.name == dtype


def test_complex_sizes_are_real():
    assert run("abs", np.array([3 + 4j], "complex64")).dtype == np.float32


def test_integers_wrap_around():
    assert run("add.Tensor", array([200], "uint8"), array([100], "uint8")).tolist() == [44]
    assert run("mul.Tensor", array([1], "uint8"), 300).tolist() == [44]
    assert run("eq.Scalar", array([44], "uint8"), 300).tolist() == [True]
    assert run("neg", array([1], "uint8")).tolist() == [255]
    assert run("pow.Tensor_Scalar", array([3], "int8"), 5).tolist() == [-13]


def test_narrow_floats_are_computed_wide_and_rounded_once():
    x = array([1.0], "bfloat16")
    assert run("add.Tensor", x, 0.00390625).tolist() == [1.0]
    assert run("sigmoid", array([1.0], "float16")).tolist() == [float(np.float16(1 / (1 + math.exp(-1))))]
    assert run("addcmul", array([-1.0], "float16"), array([1.001], "float16"), array([1.001], "float16")).tolist() == [
        float(np.float16(np.float32(np.float16(1.001)) ** 2 - 1))
    ]


def test_numbers_are_used_as_they_are_beside_narrow_floats():
    product = run("mul.Tensor", array([1000.0], "bfloat16"), 1.001)
    assert product.tolist() == [float(np.array(1000 * 1.001, ml_dtypes.bfloat16))]


# ---- values ----


def test_rounding_goes_to_even():
    assert run("round", array([0.5, 1.5, 2.5, -0.5])).tolist() == [0, 2, 2, 0]
    assert run("round.decimals", array([1.25, 1.35], "float64"), decimals=1).tolist() == [1.2, 1.4]
    assert run("round.decimals", array([1250.0, 1350.0]), decimals=-2).tolist() == [1200, 1400]


def test_maximum_keeps_nans_and_fmax_does_not():
    a, b = array([NAN, 1.0]), array([1.0, NAN])
    assert np.isnan(run("maximum", a, b)).all()
    assert run("fmax", a, b).tolist() == [1, 1]
    assert math.isnan(run("clamp", array([NAN]), 0, 1)[0])
    assert math.isnan(run("relu", array([NAN]))[0])


def test_where_bounds_cross_the_upper_one_wins():
    assert run("clamp", array([0.0, 5.0]), 3.0, 1.0).tolist() == [1, 1]
    assert run("clamp.Tensor", array([0.0]), array([3.0]), array([1.0])).tolist() == [1]


@pytest.mark.parametrize(
    ("mode", "expected"), [("trunc", [-3, 3, -3, 3]), ("floor", [-4, 3, -4, 3]), (None, [-3.5, 3.5, -3.5, 3.5])]
)
def test_division_rounds_as_asked(mode, expected):
    a, b = [7, 7, -7, -7], [-2, 2, 2, -2]
    assert run("div.Tensor_mode", array(a, "int64"), array(b, "int64"), rounding_mode=mode).tolist() == expected
    assert run("div.Tensor_mode", array(a), array(b), rounding_mode=mode).tolist() == expected


def test_remainders_have_the_sign_of_the_divisor_and_fmod_of_the_dividend():
    a, b = array([7, -7, 7], "int32"), array([-3, 3, 3], "int32")
    assert run("remainder.Tensor", a, b).tolist() == [-2, 2, 1]
    assert run("fmod.Tensor", a, b).tolist() == [1, -1, 1]


def test_integers_to_negative_powers_keep_what_is_left_of_the_fraction():
    bases, exponents = array([1, -1, -1, 2], "int64"), array([-3, -3, -2, -1], "int64")
    assert run("pow.Tensor_Tensor", bases, exponents).tolist() == [1, -1, 1, 0]


def test_powers_with_exponents_of_other_kinds():
    assert run("pow.Tensor_Scalar", array([3.0]), 2).tolist() == [9]
    assert run("pow.Tensor_Scalar", array([3.0]), 2 + 0j).dtype == np.complex64
    assert run("pow.Tensor_Scalar", array([-INF]), 0.5).tolist() != [INF]
    assert run("pow.Scalar", 2, array([3, 4], "int64")).tolist() == [8, 16]
    assert run("pow.Scalar", 1, array([True], "bool")).tolist() == [1]


def test_shifts_by_too_much_leave_the_sign():
    x = array([5, -5], "int8")
    assert run("bitwise_left_shift.Tensor_Scalar", x, 9).tolist() == [0, 0]
    assert run("bitwise_right_shift.Tensor_Scalar", x, 9).tolist() == [0, -1]


def test_signs_of_nans_and_complex_numbers():
    assert run("sign", array([NAN, -2.0, 0.0])).tolist() == [0, -1, 0]
    assert run("sgn", np.array([3j, 0], "complex128")).tolist() == [1j, 0]
    assert run("signbit", array([-0.0, 0.0])).tolist() == [True, False]


def test_a_zero_times_the_logarithm_of_anything_is_zero():
    assert run("xlogy.Tensor", array([0.0, 0.0, 2.0]), array([0.0, INF, 1.0])).tolist() == [0, 0, 0]
    assert math.isnan(run("xlogy.Tensor", array([0.0]), array([NAN]))[0])


def test_lerp_meets_both_ends():
    start, end = array([1e8, 1.0]), array([1.0, 1e8])
    assert run("lerp.Scalar", start, end, 0.0).tolist() == start.tolist()
    assert run("lerp.Scalar", start, end, 1.0).tolist() == end.tolist()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("name", "reference"), [("erf", math.erf), ("erfc", math.erfc), ("lgamma", math.lgamma)])
def test_special_functions_are_accurate(name, reference, dtype):
    points = [x / 7 for x in range(-60, 61) if x % 7] + [1.0, 2.0, 1.001, 1.999, 25.5, 171.0]
    result = run(name, array(points, dtype))
    expected = [reference(x) for x in array(points, dtype).tolist()]
    tolerance = 4e-6 if dtype == "float32" else 1e-13
    np.testing.assert_allclose(result, expected, rtol=tolerance, atol=tolerance / 20)


def test_special_functions_at_their_poles_and_ends():
    assert run("lgamma", array([0.0, -1.0, INF, -INF])).tolist() == [INF] * 4
    assert run("erf", array([INF, -INF])).tolist() == [1, -1]
    assert run("erfinv", array([1.0, -1.0, 0.0])).tolist() == [INF, -INF, 0]
    assert np.isnan(run("erfinv", array([1.5, NAN]))).all()
    assert run("digamma", array([0.0, -0.0])).tolist() == [-INF, INF]
    assert math.isnan(run("digamma", array([-2.0]))[0])
    assert run("sinc", array([0.0])).tolist() == [1]


def test_erfinv_inverts_erf():
    points = np.array([1e-8, 0.1, 0.5, 0.9, 0.999999, 1 - 1e-15])
    back = [math.erf(x) for x in run("erfinv", points).tolist()]
    np.testing.assert_allclose(back, points, rtol=1e-15)


def test_digamma_of_one_is_minus_eulers_constant():
    np.testing.assert_allclose(run("digamma", array([1.0, 0.5, -0.5], "float64")), [
        -0.5772156649015329, -1.9635100260214235, 0.03648997397857652,
    ], rtol=1e-14)  # fmt: skip


def test_large_arrays_are_computed_in_blocks_with_the_same_result():
    x = np.linspace(-5, 5, 50_000, dtype="float64").reshape(100, 500).T
    result = run("gelu", x)
    assert result.strides == x.strides
    pieces = np.concatenate([run("gelu", piece) for piece in x.T.copy()])
    assert result.T.ravel().tolist() == pieces.tolist()
    gaps = np.repeat(x, 2, axis=0)[::2]
    assert run("gelu", gaps).tolist() == result.tolist()


def test_activations_at_their_corners():
    x = array([-INF, -1.0, 0.0, 3.0, INF])
    assert run("hardswish", array([-3.0, 0.0, 3.0])).tolist() == [0, 0, 3]
    assert run("hardsigmoid", array([-4.0, 0.0, 4.0])).tolist() == [0, 0.5, 1]
    assert run("softplus", array([30.0])).tolist() == [30]
    assert run("leaky_relu", x, 0.5).tolist() == [-INF, -0.5, 0, 3, INF]
    assert run("leaky_relu", array([-2.0, 2.0]), 2.0).tolist() == [-4, 2]
    assert run("elu", array([-INF, 2.0])).tolist() == [-1, 2]
    assert run("threshold", array([1.0, 2.0]), 1, 9).tolist() == [9, 2]
    assert run("hardshrink", array([0.5, 0.6])).tolist() == [0, np.float32(0.6)]
    assert run("softshrink", array([1.5, -1.5, 0.2])).tolist() == [1, -1, 0]
    assert run("glu", array([[2.0, 0.0]])).tolist() == [[1.0]]


def test_nans_and_infinities_become_numbers():
    largest = float(np.finfo("float16").max)
    assert run("nan_to_num", array([NAN, INF, -INF], "float16")).tolist() == [0, largest, -largest]
    assert run("nan_to_num", array([NAN, INF]), 1.0, 2.0).tolist() == [1, 2]


def test_fractions_and_exponents():
    mantissa, exponent = ROWS["frexp.Tensor"].rules["kernel"](array([8.0, 0.75]))
    assert (mantissa.tolist(), exponent.tolist(), exponent.dtype) == ([0.5, 0.75], [4, 0], np.int32)
    assert run("ldexp.Tensor", array([0.5], "float16"), array([4], "int64")).tolist() == [8]


def test_bits_of_narrow_floats_step_down_from_infinity():
    assert run("nextafter", array([INF], "float16"), array([0.0], "float16")).tolist() == [65504]


# ---- layouts ----


def test_results_lie_like_the_first_operand():
    x = np.zeros((2, 3), "float32").T
    assert run("exp", x).strides == (4, 12)
    assert run("add.Tensor", x, np.zeros((3, 2), "float32")).strides == (4, 12)
    assert run("add.Tensor", np.zeros((3, 2), "float32"), x).strides == (8, 4)
    assert run("add.Tensor", x, 1).strides == (4, 12)


def test_converted_operands_count_as_their_dense_copies():
    expanded = np.broadcast_to(np.zeros((1, 3), "int32"), (2, 3))
    other = np.zeros((3, 2), "float32").T
    assert run("add.Tensor", expanded, other).strides == (12, 4)
    expanded = np.broadcast_to(np.zeros((1, 3), "float32"), (2, 3))
    assert run("add.Tensor", expanded, other).strides == (4, 8)


def test_some_results_keep_even_strides_that_do_not_matter():
    one = np.zeros((2, 2), "float32")[::2, ::2]
    for name in ("deg2rad", "nan_to_num", "hardtanh", "_conj_physical"):
        assert run(name, one).strides == ROWS[name].rules["fake"](describe(one)).strides == (16, 8)
    assert run("exp", one).shape == (1, 1)


def test_a_result_that_lies_right_is_not_copied():
    x = np.zeros((2, 3)).T
    assert laid_out(x, x) is x
    assert laid_out(np.zeros((3, 2)), x).strides == x.strides
    assert laid_out(np.zeros((0, 3)).T, x[:, :0].T).shape == (3, 0)


def test_new_arrays_with_strides():
    made = empty_strided((2, 3), (4, 8), np.dtype("float32"))
    assert made.strides == (4, 8)
    assert strides_like(made) == (1, 2)
    assert strides_like(made, 8) == (8, 16)


# ---- stores ----


def test_kernels_store_where_they_are_told():
    out = np.zeros(2, "float64")
    assert ROWS["add.Tensor"].rules["kernel"](array([1, 2], "int32"), 0.5, out=out) is out
    assert out.tolist() == [1.5, 2.5]
    ROWS["mul.Tensor"].rules["kernel"](array([1.001], "bfloat16"), array([1.001], "bfloat16"), out=out[:1])
    assert out[0] == float(array([1.0], "bfloat16")[0])


def test_copies_convert_and_broadcast():
    target = np.zeros((2, 2), "int32")
    kernel = ROWS["copy_"].rules["kernel"]
    assert kernel(target, array([1.7, 2 + 3j], "complex64")) is target
    assert target.tolist() == [[1, 2], [1, 2]]
    refused("copy_", np.zeros(2), np.zeros((2, 2)), match="doesn't match the broadcast shape")


def test_functional_copies_keep_gaps():
    gaps = np.zeros((4, 4), "float32")[::2, ::2]
    assert run("copy", gaps, np.ones((2, 2), "float32")).strides == (32, 8)


def test_masks_choose_what_is_filled():
    x, mask = array([1, 2, 3], "uint8"), np.array([[True], [False]])
    assert run("masked_fill.Scalar", x, mask, -1).tolist() == [[255] * 3, [1, 2, 3]]
    refused("masked_fill.Scalar", x, mask, 300, match="cannot be converted to type uint8_t without overflow")
    refused("masked_fill.Scalar", x, x, 1, match="only supports boolean masks")
    refused("masked_fill_.Scalar", x, mask, 1, match="output with shape")
    refused("fill.Tensor", x, x, match="0-dimension value tensor")


# ---- errors ----


@pytest.mark.parametrize(
    ("name", "args", "error", "match"),
    [
        ("sub.Tensor", (array([True], "bool"), array([True], "bool")), RuntimeError, "with two bool tensors"),
        ("sub.Tensor", (array([1]), array([True], "bool")), RuntimeError, "with a bool tensor"),
        ("neg", (array([True], "bool"),), RuntimeError, "Negation"),
        ("lt.Tensor", (array([1j], "complex64"), array([1.0])), NotImplementedError, "'ComplexFloat'"),
        ("maximum", (array([1j], "complex64"), array([1.0])), RuntimeError, "complex"),
        ("pow.Tensor_Scalar", (array([2], "int32"), -1), RuntimeError, "negative integer powers"),
        ("bitwise_and.Tensor", (array([1.0]), array([1.0])), NotImplementedError, "'Float'"),
        ("bitwise_not", (array([1.0]),), NotImplementedError, "'Float'"),
        ("add.Tensor", (array([1, 2]), array([1, 2, 3])), RuntimeError, "size of tensor a"),
        ("logical_and", (array([1, 2]), array([1, 2, 3])), RuntimeError, "size of tensor a"),
        ("floor", (array([True], "bool"),), NotImplementedError, "'Bool'"),
        ("clamp", (array([1.0]),), RuntimeError, "At least one"),
        ("lerp.Scalar", (array([1.0]), array([1.0], "float64"), 0.5), RuntimeError, "expected dtype Float for `end`"),
        ("addcdiv", (array([1.0]), array([1], "int32"), array([1], "int32")), RuntimeError, "Integer division"),
        ("gelu", (array([1], "int32"),), NotImplementedError, "'Int'"),
        ("hardtanh", (array([1], "uint8"),), RuntimeError, "unsigned type"),
        ("glu", (array([1.0, 2.0, 3.0]),), RuntimeError, "must be even"),
        ("glu", (array([1.0, 2.0]), 1), IndexError, "out of range"),
        ("complex", (array([1.0]), array([1.0], "float64")), RuntimeError, "Expected object of scalar type Float"),
        ("where.self", (array([1.0]), array([1.0]), array([1.0])), RuntimeError, "boolean tensor"),
    ],
)
def test_what_pytorch_refuses_is_refused(name, args, error, match):
    refused(name, *args, error=error, match=match)


def test_factors_must_not_be_of_a_higher_kind():
    x = array([1], "int32")
    refused("add.Tensor", x, x, alpha=0.5, match="argument alpha must not be a floating point number")
    refused("add.Tensor", x, x, alpha=True, match="Boolean alpha")
    refused("add.Tensor", array([1], "uint8"), 1, alpha=300, match="without overflow")
    assert run("add.Tensor", x, x, alpha=3).tolist() == [4]


@pytest.mark.parametrize("name", ["floor_divide", "remainder.Tensor", "fmod.Tensor"])
def test_integers_are_not_divided_by_zero(name):
    kernel = ROWS[name].rules["kernel"]
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        kernel(array([1], "int32"), array([0], "int32"))
    assert kernel(array([], "int32"), array([0], "int32")).shape == (0,)
    assert not np.isfinite(kernel(array([1.0]), array([0.0]))).any()


def test_rounding_modes_have_names():
    refused("div.Tensor_mode", array([1.0]), array([1.0]), rounding_mode="up", match="'trunc', or 'floor'")


def test_elements_that_do_not_exist_are_not_compared():
    with pytest.raises(NotImplementedError, match="meta tensors have none"):
        ROWS["equal"].rules["fake"](MetaArray((1,), np.dtype("int8")), MetaArray((1,), np.dtype("int8")))


# ---- composites ----


def tensor(values, dtype="float32"):
    return from_numpy(array(values, dtype))


def test_other_names_are_the_same_operators():
    x = tensor([-4.0, 9.0])
    assert ops.aten.absolute(x).tolist() == [4, 9]
    assert ops.aten.subtract(x, x, alpha=2).tolist() == [4, -9]
    assert ops.aten.special_expit(tensor([0.0])).tolist() == [0.5]
    assert ops.aten.special_xlogy(2.0, tensor([1.0])).tolist() == [0]
    assert ops.aten.absolute_(x) is x
    assert x.tolist() == [4, 9]


def test_close_is_measured_from_the_second_operand():
    a, b = tensor([1.0, 1.0, NAN, INF]), tensor([1.05, 2.0, NAN, INF])
    assert ops.aten.isclose(a, b, 0.1).tolist() == [True, False, False, True]
    assert ops.aten.isclose(a, b, 0.1, 0.0, True).tolist() == [True, False, True, True]
    assert not ops.aten.allclose(a, b)
    with pytest.raises(RuntimeError, match="did not match"):
        ops.aten.isclose(a, tensor([1], "int64"))


def test_tensors_are_equal_in_shape_and_elements():
    assert ops.aten.equal(tensor([1.0]), tensor([1], "int64"))
    assert not ops.aten.equal(tensor([1.0]), tensor([[1.0]]))


def test_powers_in_double_precision():
    assert ops.aten.float_power(tensor([2], "int32"), 0.5).tolist() == [2**0.5]
    with pytest.raises(RuntimeError, match="requires dtype"):
        ops.aten.float_power_(tensor([2.0]), 2)


def test_numbers_are_chosen_in_the_dtype_where_they_meet():
    condition = from_numpy(np.array([True, False]))
    chosen = ops.aten.where(condition, tensor([1, 2], "int32"), 0.5)
    assert (chosen.tolist(), chosen.dtype) == ([1, 0.5], DTYPES["float32"])
    assert ops.aten.where(condition, 1, 2).dtype is DTYPES["int64"]


def test_conversions_that_change_nothing_give_the_tensor_itself():
    x = tensor([1.5])
    assert ops.aten.to.dtype(x, DTYPES["float32"]) is x
    assert ops.aten.to.dtype(x, DTYPES["float32"], copy=True) is not x
    assert ops.aten.type_as(x, tensor([1], "int8")).tolist() == [1]
    assert ops.aten._to_copy(x, device="meta").device.type == "meta"
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        ops.aten._to_copy(ops.aten._to_copy(x, device="meta"), device="cpu")


def test_weights_of_prelu_go_with_channels():
    x = tensor([[-1.0, -1.0]])
    assert ops.aten.prelu(x, tensor([0.5, 2.0])).tolist() == [[-0.5, -2]]
    assert ops.aten.prelu(x, tensor([0.5])).tolist() == [[-0.5, -0.5]]
    with pytest.raises(RuntimeError, match="channel size = 2"):
        ops.aten.prelu(x, tensor([0.5, 2.0, 3.0]))


def test_sizes_of_complex_numbers_do_not_go_in_their_place():
    with pytest.raises(RuntimeError, match="In-place abs"):
        ops.aten.abs_(from_numpy(np.array([1j])))


def test_constants_of_activations():
    assert ops.aten.relu6(tensor([-1.0, 3.0, 7.0])).tolist() == [0, 3, 6]
    np.testing.assert_allclose(ops.aten.selu(tensor([1.0])).numpy(), [1.0507009873554805], rtol=1e-6)
    np.testing.assert_allclose(ops.aten.celu(tensor([-1.0]), 2.0).numpy(), [2 * math.expm1(-0.5)], rtol=1e-6)
    with pytest.raises(RuntimeError, match="alpha cannot be 0"):
        ops.aten.celu(tensor([1.0]), 0)


# ---- what NumPy does otherwise ----


@pytest.mark.parametrize("name", ["isnan", "isinf"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_tests_reach_every_place_of_an_output_with_gaps(name, dtype):
    x = array([[1, NAN, INF, 2] * 8] * 3, dtype)
    out = np.ones((3, 64), bool)[:, ::2]
    assert ROWS[name].rules["kernel"](x, out=out) is out
    assert out.tolist() == [
        [value != value if name == "isnan" else value == INF for value in row] for row in x.tolist()
    ]


def test_roots_of_float16_are_powers_and_those_of_wider_floats_are_roots():
    assert run("pow.Tensor_Scalar", array([-INF, 4], "float16"), 0.5).tolist() == [INF, 2]
    assert math.isnan(run("pow.Tensor_Scalar", array([-INF, 4]), 0.5)[0])


def test_strides_of_dimensions_of_size_1_count_where_they_are_broadcast():
    column = np.lib.stride_tricks.as_strided(array([1, 2, 3, 4, 5]), (5, 1, 1), (4, 20, 20))
    assert column.flags.c_contiguous  # for NumPy
    assert run("mul.Tensor", array([[1], [2]]), column).strides == (4, 20, 40)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64", "complex64"])
@pytest.mark.parametrize(
    "options", [{}, {"rtol": 0.0, "atol": 0.0}, {"atol": 0.5}, {"rtol": 1e300}, {"equal_nan": True}]
)
def test_allclose_is_whether_all_elements_are_close(dtype, options):
    special = [1, 2, 3] if dtype == "int64" else [math.nan, math.inf, 3]
    for other in (special, [1, 2, 3], [1, 2, 3.25]):
        a, b = (wye.tensor(values, dtype=wye.float64).to(getattr(wye, dtype)) for values in (special, other))
        assert wye.allclose(a, b, **options) is bool(wye.isclose(a, b, **options).all())


@pytest.mark.parametrize("target", [lambda x: x, lambda x: x.data, lambda x: x.view(6), lambda x: x[1:]])
def test_elements_are_not_copied_onto_memory_that_they_overlap_in_part(target):
    x = wye.arange(6.0)
    with pytest.raises(RuntimeError, match="refer to a single memory location"):
        target(x).copy_(x[:-1] if target(x).numel() == 5 else x[-1])
    assert x.copy_(x).tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert x[::2].copy_(x[1::2]).tolist() == [1.0, 3.0, 5.0]


@pytest.mark.parametrize("write", [lambda a, b: a.sub_(b), lambda a, b: a.copy_(b), lambda a, b: a.addcmul_(b, b)])
def test_a_tensor_of_more_dimensions_counts_as_overlapping_itself(write):
    x = wye.arange(6.0).view(2, 3)
    with pytest.raises(RuntimeError, match="refer to a single memory location"):
        write(x[None], x)
    assert x.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    write(x[None], x[None])


@pytest.mark.parametrize("step", range(1, 9))
@pytest.mark.parametrize("name", ["neg", "abs", "sqrt", "reciprocal", "exp"])
def test_a_function_of_elements_with_gaps_can_be_stored_in_them(name, step):
    for count in (2, 9, 40):
        function = getattr(wye, name)
        view = wye.arange(1.0, step * count + 1)[::step]
        expected = function(view.clone())
        assert wye.allclose(function(view, out=view), expected)


def test_incomplete_gamma_functions_of_few_and_of_many_numbers_are_alike():
    a, x = (one.ravel() for one in np.meshgrid(np.geomspace(0.01, 50, 9), np.geomspace(0.01, 50, 9)))
    many = wye.igamma(wye.from_numpy(a), wye.from_numpy(x)).numpy()
    few = [wye.igamma(wye.from_numpy(a[i : i + 1]), wye.from_numpy(x[i : i + 1])).item() for i in range(a.size)]
    np.testing.assert_allclose(many, few, rtol=1e-12, atol=1e-15)
