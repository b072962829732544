"""Kernels of arrays, views, versions and functions behave alike in C and in Python."""

import contextvars
import gc
import sys

import numpy as np
import pytest
from tests.parity.twins import N_SLOTS, TWINS, Twin

from wye import _pure as e
from wye._engine import engine
from wye.keys import DispatchKeySet
from wye.tensors import Tensor
from wye.tensors.dense import CPU as CPU_DEVICE
from wye.tensors.dense import TRACKED_KEYS, keys_for_device
from wye.tensors.numpy_engine import _quiet_setting

CPU = 1 | 1 << 16


@pytest.fixture(params=TWINS, ids=repr)
def twin(request: pytest.FixtureRequest) -> Twin:
    return request.param


@pytest.fixture
def plain(twin: Twin):
    """A tensor class that kernels of arrays return, with the bit 1 << 20 handed on to views."""

    class Plain(twin.module.TensorBase):
        pass

    twin.module.configure(plain_type=Plain, array_keys=CPU, view_keys=1 << 20, inference_keys=0, quiet=_quiet_setting())
    yield Plain
    lazy = DispatchKeySet("Conjugate", "Negative", "ZeroTensor")
    if twin.module is engine:
        engine.configure(plain_type=Tensor, array_keys=keys_for_device(CPU_DEVICE).bits, view_keys=lazy.bits)
        engine.configure(inference_keys=TRACKED_KEYS.bits)


def over(twin: Twin, plain: type, array: object, bits: int = CPU) -> object:
    made = plain(twin.keys(bits))
    made._data = array
    return made


def operator(twin: Twin, fn, returns: bytes, kinds: bytes, return_kinds: bytes, n_positional: int | None = None):
    kernel = twin.module.Kernel(e.ARRAYS, fn, twin.module.ArrayCall(returns))
    signature = twin.module.Signature(
        tuple(f"a{i}" for i in range(len(kinds))),
        len(kinds) if n_positional is None else n_positional,
        kinds,
        (None,) * len(kinds),
        (None,) * len(kinds),
        0,
        return_kinds,
        (None,) * len(return_kinds),
    )
    op = twin.module.Op()
    op.install(signature, twin.layout(dict.fromkeys(range(N_SLOTS), 1), (1 << 48) - 1), (kernel,))
    return op


TENSOR = bytes([e.KIND_TENSOR])


def test_a_fresh_result_is_a_plain_tensor_over_the_array(twin, plain):
    op = operator(twin, np.add, bytes([e.RETURNS_FRESH]), TENSOR * 2, TENSOR)
    x = over(twin, plain, np.array([1.0, 2.0]))
    made = op(x, x)
    assert type(made) is plain
    assert made._data.tolist() == [2, 4]
    assert made._keys.bits == CPU
    assert (made._base, made._version_counter) == (None, None)


def test_a_scalar_of_numpy_becomes_an_array_without_dimensions(twin, plain):
    op = operator(twin, np.sum, bytes([e.RETURNS_FRESH]), TENSOR, TENSOR)
    made = op(over(twin, plain, np.array([1.0, 2.0])))
    assert type(made._data) is np.ndarray
    assert made._data.shape == ()


def test_an_argument_that_comes_back_as_fresh_is_copied(twin, plain):
    op = operator(twin, lambda a: a, bytes([e.RETURNS_FRESH]), TENSOR, TENSOR)
    x = over(twin, plain, np.arange(4.0).reshape(2, 2).T)
    made = op(x)
    assert not np.shares_memory(made._data, x._data)
    assert made._data.strides == x._data.strides


def test_a_view_shares_storage_and_version_and_takes_bits_over(twin, plain):
    op = operator(twin, lambda a: a[1:], bytes([e.RETURNS_VIEW | 0]), TENSOR, TENSOR)
    x = over(twin, plain, np.arange(3.0), CPU | 1 << 20 | 1 << 21)
    once = op(x)
    twice = op(once)
    assert once._storage is x._storage is twice._storage
    assert once._base is twice._base is x
    assert once._keys.bits == CPU | 1 << 20
    x._version_counter.count += 1
    assert twice._version_counter.count == 1
    assert np.shares_memory(twice._data, x._data)


def test_lists_of_tensors_go_in_as_lists_of_arrays_and_come_out_as_lists_of_tensors(twin, plain):
    kinds = bytes([e.KIND_TENSOR | e.LIST])
    op = operator(twin, lambda arrays: [a + 1 for a in arrays], bytes([e.RETURNS_FRESH]), kinds, kinds)
    x = over(twin, plain, np.zeros(2))
    made = op([x, x])
    assert [type(one) for one in made] == [plain, plain]
    assert made[1]._data.tolist() == [1, 1]


def test_several_results_each_follow_their_code(twin, plain):
    codes = bytes([e.RETURNS_FRESH, e.RETURNS_VIEW | 0, e.RETURNS_SAME | 0, e.RETURNS_VALUE])
    kinds = TENSOR * 3 + bytes([e.KIND_ANY])
    op = operator(twin, lambda a: (a + 1, a[:1], None, 7), codes, TENSOR, kinds)
    x = over(twin, plain, np.zeros(2))
    fresh, view, same, value = op(x)
    assert fresh._storage is not x._storage
    assert view._storage is x._storage
    assert same is x
    assert value == 7


def test_an_argument_by_name_is_returned_itself(twin, plain):
    def store(a, *, a1):
        a1[...] = a
        return a1

    op = operator(twin, store, bytes([e.RETURNS_SAME | 1]), TENSOR * 2, TENSOR, n_positional=1)
    x, out = over(twin, plain, np.ones(2)), over(twin, plain, np.zeros(2))
    assert op(x, a1=out) is out
    assert out._data.tolist() == [1, 1]


def test_numpy_is_quiet_inside_and_as_it_was_outside(twin, plain):
    op = operator(twin, lambda a: a / 0, bytes([e.RETURNS_FRESH]), TENSOR, TENSOR)
    assert np.isinf(op(over(twin, plain, np.ones(1)))._data[0])
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        np.ones(1) / 0

    def fail(a):
        raise LookupError("inside")

    with pytest.raises(LookupError, match="inside"):
        operator(twin, fail, bytes([e.RETURNS_FRESH]), TENSOR, TENSOR)(over(twin, plain, np.ones(1)))
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        np.ones(1) / 0


def test_a_tensor_without_data_is_refused(twin, plain):
    op = operator(twin, lambda a: a, bytes([e.RETURNS_FRESH]), TENSOR, TENSOR)
    with pytest.raises(RuntimeError, match="without data"):
        op(plain(twin.keys(CPU)))


def test_a_passing_kernel_counts_writes_after_the_call(twin, plain):
    seen = []

    def write(a):
        seen.append(None if x._version_counter is None else x._version_counter.count)
        return a

    signature = twin.module.Signature(("a0",), 1, TENSOR, (None,), (None,), 0, TENSOR, (None,))
    high, low = 1 << 60, CPU
    counting = twin.module.Kernel(e.PASS, None, twin.module.Pass(~high & ((1 << 128) - 1), 1))
    kernel = twin.module.Kernel(e.ARRAYS, write, twin.module.ArrayCall(bytes([e.RETURNS_SAME | 0])))
    op = twin.module.Op()
    slot = twin.keys(high | low).slot()
    layout = twin.layout({**dict.fromkeys(range(N_SLOTS), 2), slot: 1}, (1 << 48) - 1)
    op.install(signature, layout, (counting, kernel))
    x = over(twin, plain, np.zeros(1), high | low)
    assert op(x) is x
    assert op(x) is x
    assert seen == [None, 1]
    assert x._version_counter.count == 2
    op.redispatch(twin.keys(low), x)
    assert x._version_counter.count == 2


def test_a_number_stands_for_a_tensor_where_the_kind_says_so(twin, plain):
    kinds = bytes([e.KIND_TENSOR, e.KIND_OPERAND])
    op = operator(twin, lambda a, b: a + b, bytes([e.RETURNS_FRESH]), kinds, TENSOR)
    x = over(twin, plain, np.ones(2))
    assert op(x, 2)._data.tolist() == [3, 3]
    assert op(x, x)._data.tolist() == [2, 2]


@pytest.mark.parametrize("dtype", ["float32", "bool", "complex128", "bfloat16"])
def test_restride_sees_the_same_memory(twin, dtype):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    array = np.arange(12).astype(getattr(ml_dtypes, dtype, dtype)).reshape(3, 4)
    size = array.itemsize
    seen = twin.module.restride(array, (2, 2), (4 * size, 2 * size), 5 * size)
    assert np.array_equal(seen.astype(complex), array[1:, 1::2].astype(complex))
    assert seen.dtype == array.dtype
    assert twin.module.data_ptr(seen) - twin.module.data_ptr(array) == 5 * size
    array.flags.writeable = False
    assert not twin.module.restride(array, (1,), (size,), 0).flags.writeable


@pytest.mark.parametrize("args", [(1, (), (), 0), (np.ones(1), [1], (8,), 0), (np.ones(1), (1,), (8, 8), 0)])
def test_restride_refuses_what_it_cannot_read(twin, args):
    with pytest.raises(TypeError, match="restride"):
        twin.module.restride(*args)
    with pytest.raises(TypeError, match="data_ptr"):
        twin.module.data_ptr(1)


def test_a_restrided_array_keeps_its_memory_alive(twin):
    array = np.arange(1000.0)
    seen = twin.module.restride(array, (2,), (8,), 8)
    del array
    gc.collect()
    assert seen.tolist() == [1, 2]


def test_wrap_and_view_make_plain_tensors(twin, plain):
    x = twin.module.wrap(np.arange(3.0))
    y = twin.module.view(x, x._data[1:])
    assert (type(x), type(y), y._storage is x._storage) == (plain, plain, True)
    assert y._version_counter is x._version_counter
    with pytest.raises(TypeError, match="view"):
        twin.module.view(1, x._data)


@pytest.mark.parametrize("bad", [1, (1, 2), (contextvars.ContextVar("v"),)])
def test_quiet_takes_a_variable_and_a_value(twin, bad):
    with pytest.raises(TypeError, match="quiet"):
        twin.module.configure(quiet=bad)


def test_kernels_of_arrays_do_not_leak(twin, plain):
    op = operator(twin, lambda a: (a + 1, a[:1]), bytes([e.RETURNS_FRESH, 0]), TENSOR, TENSOR * 2)
    x = over(twin, plain, np.zeros(2))
    op(x)
    before = sys.getrefcount(x._data), sys.getrefcount(x._version_counter)
    for _ in range(100):
        op(x)
    assert (sys.getrefcount(x._data), sys.getrefcount(x._version_counter)) == before


class TestFunction:
    def test_it_is_a_method_in_a_class(self, twin):
        function = twin.module.Function()
        function.forward_to(lambda *args: args)

        class Owner:
            method = function

        owner = Owner()
        assert owner.method(1) == (owner, 1)
        assert Owner.method is function
        bound = owner.method
        assert bound(2) == (owner, 2)

    def test_the_first_operator_is_taken_where_the_arguments_fit(self, twin, plain):
        op = operator(twin, lambda a, b: a + b, bytes([e.RETURNS_FRESH]), TENSOR * 2, TENSOR)
        function = twin.module.Function()
        function.forward_to(lambda *args: "other", op)
        x = over(twin, plain, np.ones(1))
        assert function(x, x)._data.tolist() == [2]
        assert function(x, a1=x)._data.tolist() == [2]
        assert function(x, "text") == "other"
        assert function(1) == "other"
        with pytest.raises(TypeError, match="try first"):
            function.forward_to(len, len)

    def test_an_error_of_the_first_operator_is_the_answer(self, twin, plain):
        def fail(a):
            raise LookupError("inside")

        op = operator(twin, fail, bytes([e.RETURNS_FRESH]), TENSOR, TENSOR)
        function = twin.module.Function()
        function.forward_to(lambda *args: "other", op)
        with pytest.raises(LookupError, match="inside"):
            function(over(twin, plain, np.ones(1)))


def test_memory_is_shared_through_views_and_arrays(twin, plain):
    array = np.arange(4.0)
    x = over(twin, plain, array)
    y = twin.module.view(x, array[1:][::2])
    shares = twin.module.shares_memory
    assert shares(x, y)
    assert shares(x, array)
    assert shares(array[:1], array[2:])
    assert not shares(x, over(twin, plain, array.copy()))
    assert not shares(x, 1)
    assert not shares(1, 1)


def test_a_kernel_that_promised_fresh_memory_may_not_return_a_view(twin, plain):
    kernel = twin.module.Kernel(e.PLAIN, lambda a: twin.module.view(a, a._data[1:]), None, e.RESULT_FRESH)
    signature = twin.module.Signature(("a0",), 1, TENSOR, (None,), (None,), 0, TENSOR, (None,))
    op = twin.op(signature, twin.layout(dict.fromkeys(range(N_SLOTS), 1)), kernel)
    with pytest.raises((RuntimeError, AttributeError)):
        op(over(twin, plain, np.arange(3.0)))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 2), (0,)])
def test_a_direct_function_gives_what_the_kernel_gives(twin, plain, dtype, shape):
    calls = []

    def kernel(a, b):
        calls.append(1)
        return np.add(a, b)

    made = twin.module.Kernel(e.ARRAYS, kernel, twin.module.ArrayCall(bytes([e.RETURNS_FRESH]), np.add))
    signature = twin.module.Signature(("a0", "a1"), 2, TENSOR * 2, (None,) * 2, (None,) * 2, 0, TENSOR, (None,))
    op = twin.op(signature, twin.layout(dict.fromkeys(range(N_SLOTS), 1)), made)
    x = over(twin, plain, np.ones(shape, dtype))
    result = op(x, x)._data
    assert np.array_equal(result, np.ones(shape) * 2)
    assert result.dtype == dtype
    assert calls == [] or twin.module is e or dtype == "int64"


def test_a_direct_function_stores_in_place(twin, plain):
    def kernel(a, b):
        a += b
        return a

    returns = bytes([e.RETURNS_SAME | 0])
    made = twin.module.Kernel(e.ARRAYS, kernel, twin.module.ArrayCall(returns, np.add, True))
    signature = twin.module.Signature(("a0", "a1"), 2, TENSOR * 2, (None,) * 2, (None,) * 2, 0, TENSOR, (None,))
    op = twin.op(signature, twin.layout(dict.fromkeys(range(N_SLOTS), 1)), made)
    x, y = over(twin, plain, np.ones(2)), over(twin, plain, np.full(2, 5.0))
    assert op(x, y) is x
    assert x._data.tolist() == [6, 6]
    assert y._data.tolist() == [5, 5]
    with pytest.raises(TypeError, match="direct"):
        twin.module.ArrayCall(returns, 1)
