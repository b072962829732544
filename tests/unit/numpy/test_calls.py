"""NumPy's protocols on arrays and tensors."""

import contextlib
import gc
import subprocess
import sys

import numpy as np
import pytest

import wye
import wye.numpy as wnp
from wye._engine import engine
from wye.errors import ArgumentError
from wye.numpy.arrays import as_tensor
from wye.numpy.calls import OPERATORS, compute, operator_of
from wye.numpy.table import OWN, UNIVERSAL
from wye.tensors.making import unseen_from_numpy

A = np.array([1.0, 2.0, 3.0])


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "uint8", "bool", "complex64"])
def test_simple_calls_have_numpys_dtypes_the_second_time_too(dtype):
    x, number = np.array([1, 0, 1], dtype), 2.5
    for _ in range(3):
        for mine, theirs in [(wnp.asarray(x), x), (wye.from_numpy(x), x)]:
            found, wanted = np.asarray(np.multiply(mine, mine)), np.multiply(theirs, theirs)
            assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())
            found, wanted = np.asarray(np.cos(mine)), np.cos(theirs)
            assert found.dtype == wanted.dtype
            np.testing.assert_allclose(found, wanted, rtol=1e-3 if dtype in ("bool", "uint8") else 1e-6)
        found, wanted = np.asarray(wnp.asarray(x) * number), x * number
        assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())


def test_a_line_of_ones_own_replaces_what_the_engine_remembers():
    x = wnp.asarray(A)
    np.testing.assert_array_equal(np.sin(x), np.sin(A))
    before, mine, own = UNIVERSAL[np.sin], operator_of(np.sin), OWN[np.sin]
    try:
        wnp.implements(np.sin)(lambda value: value * 2)
        np.testing.assert_array_equal(np.sin(x), 2 * A)
    finally:
        UNIVERSAL[np.sin], OWN[np.sin] = before, own
        mine.same.clear()
    np.testing.assert_array_equal(np.sin(x), np.sin(A))


def test_an_operator_that_raises_leaves_nothing_behind():
    x, y = wnp.asarray(A), wnp.asarray(np.ones(4))
    for _ in range(3):
        with pytest.raises(ValueError, match="broadcast"):
            np.add(x, y)


def test_operators_take_dictionaries():
    with pytest.raises(TypeError):
        engine.ArrayOperator([], {}, print)
    with pytest.raises(TypeError):
        engine.ArrayProtocol([], {}, print)
    assert operator_of(np.add) is OPERATORS[np.add]


def test_numbers_stay_weak_beside_arrays():
    x = wnp.asarray(A.astype(np.float32))
    assert (x + 2.0).dtype == np.float32
    assert (x + np.float64(2)).dtype == np.float64
    assert (wnp.asarray(np.arange(3)) + 2.5).dtype == np.float64
    assert compute(np.add, UNIVERSAL[np.add], (x, 1)).dtype is wye.float32


def test_numpys_own_function_runs_where_no_layer_follows():
    found = np.spacing(wnp.asarray(A))
    assert type(found) is wnp.Array
    np.testing.assert_array_equal(found, np.spacing(A))


@pytest.mark.parametrize(
    "call",
    [
        np.std,
        np.flip,
        lambda x: np.var(x, axis=0, ddof=1, keepdims=True),
        lambda x: np.sum(x, keepdims=True),
        lambda x: np.flip(x, axis=0),
    ],
)
def test_tensors_are_taken_where_their_methods_lack_numpys_options(call):
    data = np.arange(6.0).reshape(2, 3)
    found = call(wye.tensor(data))
    assert isinstance(found, wye.Tensor)
    np.testing.assert_array_equal(found.numpy(), call(data))


def test_functions_of_numpy_write_to_tensors_where_the_write_is_counted():
    x, out = wye.ones(2, 3), wye.ones(3)
    version = out._version
    with pytest.raises(TypeError):
        np.copyto(out, 2.0)
    assert (out.tolist(), out._version) == ([1.0, 1.0, 1.0], version)
    np.std(x, axis=0, out=out)
    assert (out.tolist(), out._version) == ([0.0, 0.0, 0.0], version + 1)


def test_the_table_can_be_loaded_inside_of_a_mode():
    program = "from wye.fake import FakeTensorMode\nwith FakeTensorMode():\n    import wye.numpy\n"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=200)


def test_an_operator_that_fails_runs_once_where_the_shapes_fit():
    seen = []

    class Failing(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            raise RuntimeError("stopped")

    x = wnp.asarray(A)
    for call in (lambda: x * x, lambda: np.multiply(x, x), lambda: x * 2.0, lambda: np.sin(x)):
        call()  # from now on the engine runs it
        with Failing(), pytest.raises(RuntimeError, match="stopped"):
            call()
        assert len(seen) == 1
        seen.clear()


def test_a_line_that_is_replaced_while_the_old_one_runs_is_not_remembered():
    before = UNIVERSAL[np.cosh]

    def old(value):
        wnp.implements(np.cosh)(lambda other: other * 3)
        return value * 2

    x = wnp.asarray(A)
    try:
        wnp.implements(np.cosh)(old)
        np.testing.assert_array_equal(np.cosh(x), 2 * A)
        np.testing.assert_array_equal(np.cosh(x), 3 * A)
    finally:
        UNIVERSAL[np.cosh] = before
        OPERATORS[np.cosh].same.clear()


def test_a_tensor_that_is_taken_out_of_its_array_during_a_call_lives_until_its_end():
    class Hostile(wye.Tensor):
        @property
        def dtype(self):
            for one in arrays:
                one._tensor = wye.zeros(1)
            return wye.float64

    x = wnp.asarray(A)
    x * x
    for left, right in [(Hostile, wye.tensor), (wye.tensor, Hostile), (Hostile, Hostile)]:
        arrays = [wnp.Array(make([1.0, 2.0, 3.0])) for make in (left, right)]
        for call in (np.multiply, lambda one, two: one * two):
            with contextlib.suppress(TypeError, ValueError, RuntimeError, AttributeError):
                call(*arrays)


def test_an_array_without_its_tensor_is_an_error():
    x, other = wnp.asarray(A), wnp.asarray(A)
    del x._tensor
    for call in (lambda: x + other, lambda: other + x, lambda: x + 1.0, lambda: np.sin(x), lambda: np.add(other, x)):
        with pytest.raises(AttributeError):
            call()


def test_arrays_cannot_be_subclassed():
    with pytest.raises(ArgumentError, match="cannot be a subclass"):
        type("Mine", (wnp.Array,), {})


@pytest.mark.parametrize(
    "call",
    [
        lambda x, m: np.sum(x, where=m),
        lambda x, m: np.mean(x, where=m),
        lambda x, m: np.max(x, where=m, initial=0),
        lambda x, m: np.nansum(x, where=m),
        lambda x, m: np.sin(x, where=m),
        lambda x, m: np.hypot.reduce(x, where=m),
        lambda x, m: np.copyto(x, x, where=m),
        lambda x, m: np.clip(x, 0, 1, where=m),
    ],
)
def test_conditions_that_are_no_truth_values_are_refused(call):
    for mask in (np.ones(3), np.ones(3, "uint8"), np.ones(3, complex)):
        with pytest.raises(TypeError, match="according to the rule 'safe'"):
            call(wnp.asarray(A), wnp.asarray(mask))


@pytest.mark.parametrize("call", [np.sum, np.prod, np.max, np.hypot.reduce, np.subtract.reduce])
def test_real_reductions_do_not_begin_with_a_complex_number(call):
    with pytest.raises(TypeError, match="complex"):
        call(wnp.asarray(A), initial=1j)


def test_shapes_that_do_not_fit_are_numpys_error_in_calls_with_options_too():
    x, short = wnp.asarray(A), wnp.asarray(np.ones(2))
    for call in (
        lambda: np.add(x, 1, where=short > 0),
        lambda: np.hypot.reduce(x, where=short > 0),
        lambda: np.add.at(x, [0, 1, 2], short),
        lambda: np.matvec(np.ones((3, 2, 2)), short.reshape(1, 2).repeat(2, 0)),
    ):
        with pytest.raises(ValueError, match=r"broadcast|match"):
            call()


def test_complex_numbers_are_refused_where_numpy_needs_floats():
    x = wnp.asarray(A + 1j)
    for call in (
        lambda: np.interp(x, A, A),
        lambda: np.bincount([0, 1, 2], x),
        lambda: wye.grad(lambda y: np.cov(y, aweights=x))(A),  # NumPy drops the imaginary part, with a warning
    ):
        with pytest.raises(TypeError, match="Cannot cast array data from dtype"):
            call()


def test_put_refuses_positions_before_the_first_element():
    with pytest.raises(IndexError):
        np.put(wnp.asarray(A), [-4], 1.0)


def test_real_parts_of_a_cast_array_are_a_copy():
    x = wnp.asarray(A + 1j)
    with pytest.warns(np.exceptions.ComplexWarning):
        y = x.astype(float)
    y[0] = 7
    assert x.tolist()[0] == 1 + 1j


def test_long_chains_of_arrays_and_operators_are_freed_without_recursion():
    for make in (
        wnp.Array,
        engine.ArrayBase,
        lambda one: engine.ArrayOperator({}, {}, one),
        lambda one: engine.ArrayProtocol({}, {}, one),
    ):
        last = None
        for _ in range(100_000):
            last = make(last)
        del last


def test_tables_that_are_emptied_during_a_call_do_no_harm():
    def computing(*tensors):
        same.clear()
        del arrays[0]._tensor
        gc.collect()
        return tensors[0] * 2

    same = {wye.float64: computing}
    arrays = [wnp.asarray(A), wnp.asarray(A)]
    operator = engine.ArrayOperator(same, {}, lambda *args: "in Python")
    assert operator(*arrays).tolist() == [2.0, 4.0, 6.0]
    assert operator(arrays[1], arrays[1]) == "in Python"


@pytest.mark.parametrize(
    "call",
    [
        lambda x: np.empty_like(x, shape=(-1,)),
        lambda x: np.tile(x, -1),
        lambda x: np.broadcast_to(x[:1], 2**63),
        lambda x: np.repeat(x, 2**63),
        lambda x: wnp.array(x).resize(-1),
    ],
)
def test_sizes_that_cannot_be_are_value_errors(call):
    for of in (A, wnp.asarray(A)):
        with pytest.raises((ValueError, OverflowError)):
            call(of)


BASE = np.random.default_rng(0).normal(size=(4, 5, 6))
STRIDED = [
    BASE, BASE.T, BASE[::2], BASE[:, 1:3], BASE[:, :, 0], BASE[1, 2, 3:4], BASE[0, :, :1], BASE[0, 0][:, None],
    BASE.transpose(1, 0, 2)[1:], np.zeros((3, 3), np.float32).T, np.arange(9).reshape(3, 3).T, np.zeros((2, 3)) > 0,
]  # fmt: skip


@pytest.mark.parametrize("array", STRIDED, ids=[f"{one.dtype} {one.shape} {one.strides}" for one in STRIDED])
def test_ndarrays_beside_arrays_are_shared_whatever_their_strides(array):
    array = array.copy("K") if array.base is None else array
    wanted, found = unseen_from_numpy(array), as_tensor(array)
    assert (found.stride(), found.shape, found.dtype) == (wanted.stride(), wanted.shape, wanted.dtype)
    assert found.storage_offset() == wanted.storage_offset()
    assert found.untyped_storage().data_ptr() == wanted.untyped_storage().data_ptr()
    assert found.untyped_storage().nbytes() == wanted.untyped_storage().nbytes()
    assert np.shares_memory(found.numpy(), array)


def test_ndarrays_that_tensors_cannot_share_are_copied():
    fixed = np.ones((2, 3))
    fixed.flags.writeable = False
    for array in (BASE[::-1], np.broadcast_to(np.ones(3), (2, 3)), fixed.T, np.ones(3).astype(">f8")):
        found = as_tensor(array)
        assert not np.shares_memory(found.numpy(), array)
        np.testing.assert_array_equal(found.numpy(), array)
