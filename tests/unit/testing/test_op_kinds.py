"""Kinds of operators as test cases, their tables and their samples."""

from itertools import islice

import numpy as np
import pytest

import wye
from wye.testing import assert_close
from wye.testing.elementwise_operators import BINARY_UFUNCS, UNARY_UFUNCS
from wye.testing.elementwise_samples import (
    binary_broadcasting,
    binary_extremal,
    binary_large,
    binary_small,
    binary_with_promoted_scalars,
    binary_with_scalars,
    unary_extremal,
    unary_large,
    unary_small,
    unary_usual,
)
from wye.testing.op_kinds import BinaryUfuncInfo, SpectralFuncType, UnaryUfuncInfo, dtypes_of, function_at
from wye.testing.reduction_operators import REDUCTION_OPERATORS, SPECTRAL_OPERATORS

ALL = [*UNARY_UFUNCS, *BINARY_UFUNCS, *REDUCTION_OPERATORS, *SPECTRAL_OPERATORS]


def named(table, name):
    return next(op for op in table if op.full_name == name)


def test_no_case_is_there_twice():
    names = [op.full_name for op in ALL]
    assert len(set(names)) == len(names)


def test_letters_are_dtypes():
    assert dtypes_of("uf") == (wye.uint8, wye.float32, wye.float64)
    assert wye.bool in dtypes_of("uib")


def test_a_function_of_a_library_that_is_not_there_is_none():
    assert function_at("numpy.sin") is np.sin
    assert function_at("no_such_library.sin") is None
    assert function_at(None) is None


@pytest.mark.parametrize("op", ALL, ids=lambda op: op.full_name)
def test_a_case_runs_with_its_samples(op):
    assert op.op is not None, "a function of that name"
    kind = wye.float32 if wye.float32 in op.dtypes else op.dtypes[0]
    for sample in islice(op.sample_inputs("cpu", kind), 1, 4):
        op(sample.input, *sample.args, **sample.kwargs)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["abs", "asin", "log1p", "rsqrt", "nn.functional.threshold", "round.decimals_3"])
def test_a_function_of_one_number_is_as_its_reference(name):
    op = named(UNARY_UFUNCS, name)
    for make in (unary_usual, unary_small, unary_large, unary_extremal):
        for sample in make(op, device="cpu", dtype=wye.float64):
            more, there = op.sample_kwargs("cpu", wye.float64, sample.input)
            found = op(sample.input, **more)
            assert_close(found, wye.from_numpy(np.asarray(op.ref(sample.input.numpy(), **there))), equal_nan=True)


def test_a_filter_replaces_arguments():
    op = UnaryUfuncInfo("sin", dtypes=(wye.float32,), reference_numerics_filter=(lambda x: x < 0, 3))
    assert all((sample.input >= 0).all() for sample in unary_small(op, device="cpu", dtype=wye.float32))


def test_samples_stay_inside_of_a_domain():
    op = named(UNARY_UFUNCS, "acos")
    for sample in (
        *unary_usual(op, device="cpu", dtype=wye.float32),
        *unary_small(op, device="cpu", dtype=wye.float32),
    ):
        assert not op(sample.input).isnan().any()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["add", "sub", "eq", "maximum", "remainder", "pow"])
def test_a_function_of_two_numbers_is_as_its_reference(name):
    op = named(BINARY_UFUNCS, name)
    made = 0
    for make in (binary_small, binary_large, binary_extremal, binary_broadcasting, binary_with_scalars):
        for sample in make(op, device="cpu", dtype=wye.float64):
            arrays = sample.numpy()
            found = op(sample.input, *sample.args)
            expected = wye.from_numpy(np.asarray(op.ref(arrays.input, *arrays.args)))
            assert_close(found, expected.to(found.dtype), equal_nan=True)
            made += 1
    assert made >= 12


def test_numbers_are_samples_where_the_function_takes_them():
    def kinds(**facts):
        op = BinaryUfuncInfo("add", dtypes=(wye.int64,), **facts)
        samples = binary_with_scalars(op, device="cpu", dtype=wye.int64)
        return {(isinstance(one.input, wye.Tensor), isinstance(one.args[0], wye.Tensor)) for one in samples}

    assert kinds(supports_rhs_python_scalar=False) == set()
    assert kinds() == {(True, False)}
    assert kinds(supports_one_python_scalar=True) == {(True, False), (False, True)}
    assert kinds(supports_two_python_scalars=True) == {(True, False), (False, True), (False, False)}
    assert list(binary_with_promoted_scalars(named(BINARY_UFUNCS, "lt"), device="cpu", dtype=wye.int64))


def test_a_reduction_is_as_its_reference():
    for name in ("sum", "prod", "var", "amax", "count_nonzero"):
        op = named(REDUCTION_OPERATORS, name)
        for sample in islice(op.sample_inputs("cpu", wye.float64), 2, None):
            expected = op.ref(sample.input.numpy(), *sample.args, **sample.kwargs)
            assert_close(op(sample.input, *sample.args, **sample.kwargs), wye.from_numpy(np.asarray(expected)))


def test_transforms_have_their_number_of_dimensions():
    by_kind = {kind: [op.name for op in SPECTRAL_OPERATORS if op.ndimensional is kind] for kind in SpectralFuncType}
    assert by_kind[SpectralFuncType.TwoD][:2] == ["fft.fft2", "fft.hfft2"]
    assert {len(names) for names in by_kind.values()} == {6}
