"""What an array can do."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from numpy import asarray as numpys_asarray

import wye
import wye.numpy as wnp

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # newer versions of NumPy give some up
A = np.array([1.0, 2.0, 3.0])
W = np.arange(9.0).reshape(3, 3)


def array(data):
    return wnp.asarray(np.array(data))


# ---- arrays among ndarrays ----


def test_an_ndarray_of_followed_arrays_keeps_the_gradient():
    found = wye.grad(lambda x: np.sum(np.array([x[0] * x[1], x[2]])))(np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(found, [2.0, 1.0, 1.0])


def test_a_followed_array_does_not_become_numbers():
    with pytest.raises(TypeError, match="a layer follows"):
        wye.grad(lambda x: np.sum(numpys_asarray(x, dtype=float)))(np.ones(3))


def test_the_first_line_of_a_program_makes_an_ndarray_of_arrays():
    program = """
import numpy as np, wye, wye.numpy as wnp
x = wnp.Array(wye.ones(2, requires_grad=True))
assert np.array(x).dtype == object
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=200)


def _put_one(out, x):
    out[0] = x[0]


def _put_part(out, x):
    out[:] = x


def _put_all(out, x):
    np.copyto(out, x)


@pytest.mark.parametrize("write", [_put_one, _put_part, _put_all])
def test_a_followed_array_is_not_written_into_an_ndarray(write):
    def f(x):
        out = np.zeros(3)
        write(out, x)
        return np.sum(out * x)

    with pytest.raises((TypeError, ValueError)) as info:
        wye.grad(f)(A)
    assert "follow" in str(info.value) + str(info.value.__cause__)


def test_an_array_gives_its_memory_to_numpy():
    data = np.arange(3.0)
    assert np.shares_memory(np.asarray(wnp.asarray(data)), data)


def test_a_row_that_lies_backwards_shares_its_memory():
    data = np.ones((1, 3))[::-1]
    assert data.strides[0] < 0  # which counts for nothing: there is one row
    x = wnp.asarray(data, copy=False)
    x[0, 1] = 2.0
    assert (data.tolist(), np.add(x, data).tolist()) == ([[1.0, 2.0, 1.0]], [[2.0, 4.0, 2.0]])
    with pytest.raises(ValueError, match="avoid copy"):
        wnp.asarray(np.ones((2, 3))[::-1], copy=False)
    assert wnp.asarray(np.ones((0, 3)), copy=False).shape == (0, 3)


def test_in_place_operators_leave_other_names_of_a_number_alone():
    def f(x):
        total = np.sum(x)
        other = total
        other += x[0]
        return total * other

    np.testing.assert_allclose(wye.grad(f)(np.array([1.0, 2.0])), [10.0, 7.0])


def test_a_function_that_makes_numbers_of_a_followed_array_is_refused():
    def f(x):
        return np.sum(numpys_asarray(x).astype(float))  # what functions in C do, such as those of scipy.linalg

    with pytest.raises(ValueError, match="setting an array element") as raised:  # NumPy's words
        wye.grad(f)(np.ones(3))
    assert "gradients, batches or the trace would be lost" in str(raised.value.__cause__)
    assert wye.grad(lambda x: x[0] * float(x[1]))(np.array([1.0, 2.0])).tolist() == [2.0, 0.0]


@pytest.mark.parametrize(
    ("used", "expected"),
    [
        (W.dot, [9.0, 12.0, 15.0]),
        (lambda x: W[np.argsort(x)] * x, [9.0, 12.0, 15.0]),
        (lambda x: W[np.argmax(x)] * x, [6.0, 7.0, 8.0]),
        (lambda x: W[np.greater(x, 1)] * x, [9.0, 11.0, 13.0]),
        (lambda x: W.take(np.argsort(x)) * x, [0.0, 1.0, 2.0]),
        (lambda x: np.random.default_rng(0).permutation(x) * A, None),
    ],
)
def test_methods_and_indices_of_plain_ndarrays_take_arrays(used, expected):
    found = wye.grad(lambda x: np.sum(used(x)))(A)
    if expected is None:
        expected = A[np.argsort(np.random.default_rng(0).permutation(3))]
    np.testing.assert_allclose(found, expected)


def test_positions_of_each_example_are_refused_by_an_ndarray_with_a_way_out():
    with pytest.raises(TypeError, match=r"wye.numpy.asarray\(w\)\[i\]"):
        wye.vmap(lambda i: W[i])(np.array([0, 1]))
    np.testing.assert_array_equal(wye.vmap(lambda i: wnp.asarray(W)[i])(np.array([2, 1])), W[[2, 1]])


# ---- arrays made inside of transforms ----


MAKERS = [
    np.zeros_like, np.empty_like, lambda x: np.zeros(3, like=x), lambda x: wnp.zeros(3),
    lambda x: np.full(3, 0.0, like=x), lambda x: np.array([0.0, 0.0, 0.0], like=x),
    lambda x: np.full_like(x, 0), lambda x: wnp.full(3, 0.0),
]  # fmt: skip


@pytest.mark.parametrize("maker", MAKERS)
def test_arrays_made_inside_of_a_function_are_written_to_under_every_transform(maker):
    def f(x):
        out = maker(x)
        for i in range(3):
            out[i] = x[i] * x[i]
        out += x
        return np.sum(out)

    np.testing.assert_allclose(wye.grad(f)(A), 2 * A + 1)
    np.testing.assert_allclose(wye.vmap(f)(np.stack([A, 2 * A])), [20.0, 68.0])
    np.testing.assert_allclose(wye.vmap(wye.grad(f))(np.stack([A, 2 * A])), [2 * A + 1, 4 * A + 1])
    np.testing.assert_allclose(wye.hessian(f)(A), 2 * np.eye(3))
    np.testing.assert_allclose(wye.jvp(f, (A,), (np.ones(3),))[1], 15.0)


# ---- numbers ----


def test_numbers_of_an_array_are_known_under_gradients():
    def f(x):
        assert repr(x[0]) == "Array(1.)"
        assert f"{x[1]:.2f}" == "2.00"
        assert x.tolist() == [1.0, 2.0, 3.0]
        return x[0] * float(x[1]) if x[2] > 2 and np.any(x > 0) else x[0]

    np.testing.assert_allclose(wye.grad(f)(A), [2.0, 0.0, 0.0])
    with pytest.raises(TypeError, match=r"np\.where"):
        wye.vmap(lambda x: x if x[0] > 0 else -x)(np.stack([A, A]))


def test_sums_are_numbers_that_other_names_keep():
    x = array([1.0, 2.0])
    total = np.sum(x)
    before = total
    total += 1
    assert float(before) == 3.0
    assert float(total) == 4.0
    count = np.sum(array([1, 2]))
    count += 0.5
    assert count.dtype == np.float64


def test_elements_that_are_iterated_over_are_numbers():
    x = array([1.0, 2.0])
    first, _ = x
    x[0] = 9.0
    assert float(first) == 1.0
    rows = list(array([[1.0], [2.0]]))
    assert [row.shape for row in rows] == [(1,), (1,)]


def test_conversions_are_those_of_numpy():
    assert int(array(3)) == 3
    assert complex(array(2.0)) == 2 + 0j
    assert [1, 2, 3][array(1)] == 2
    assert 2.0 in array([1.0, 2.0])
    assert bool(array([[5]]))
    for wrong in (lambda: float(array([1.0])), lambda: len(array(1.0)), lambda: list(array(1.0)),
                  lambda: [1][array(0.0)], lambda: format(array([1.0]), ".2f")):  # fmt: skip
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="ambiguous"):
        bool(array([1, 2]))
    np.testing.assert_array_equal(np.asarray(array([1.0, 2.0]) == None), [False, False])  # noqa: E711 - elementwise


def test_numbers_go_to_a_dtype_without_a_detour():
    assert wnp.array([2**63 + 1, 5], dtype=np.uint64).tolist() == [2**63 + 1, 5]  # together they would be floats
    assert wnp.array(["1.5"], dtype=float).tolist() == [1.5]
    for wrong, error in ((300, OverflowError), ([1, -200], OverflowError), (1j, TypeError)):
        with pytest.raises(error):
            wnp.array(wrong, dtype=np.int8)


# ---- methods and attributes ----


@pytest.mark.parametrize(
    "member",
    [
        lambda x: x.T, lambda x: x.mT, lambda x: x.std(), lambda x: x.var(ddof=1), lambda x: x.copy().T.flatten(),
        lambda x: x.reshape(-1), lambda x: x.reshape(3, 2), lambda x: x.reshape((3, 2), order="F"),
        lambda x: x.transpose(), lambda x: x.transpose(1, 0), lambda x: x.transpose((1, 0)), lambda x: x.flatten("F"),
        lambda x: x.transpose(None), lambda x: x.astype(int), lambda x: x.astype("f4"), lambda x: x.view("i8"),
        lambda x: x.ravel(), lambda x: x.swapaxes(0, 1), lambda x: x.squeeze(), lambda x: x.sum(axis=1, keepdims=True),
        lambda x: x.max(), lambda x: x.argmin(axis=0), lambda x: x.mean(0), lambda x: x.cumsum(), lambda x: x.repeat(2),
        lambda x: x.take([0, 1]), lambda x: x.compress([True, False], axis=0), lambda x: x.diagonal(),
        lambda x: x.trace(),
        lambda x: x.dot(np.ones(3)), lambda x: x.conj(), lambda x: x.round(1), lambda x: x.argsort(), lambda x: x.real,
        lambda x: x.imag, lambda x: x.prod(), lambda x: x.any(), lambda x: x.all(axis=0), lambda x: x.nonzero(),
        lambda x: x.flat[1], lambda x: x.flat[::2], lambda x: x.flat[[0, 5]], lambda x: np.array(list(x.flat)),
        lambda x: x.shape, lambda x: x.ndim, lambda x: x.size, lambda x: x.itemsize, lambda x: x.nbytes,
        lambda x: x.strides, lambda x: x.T.strides, lambda x: x.dtype.name, lambda x: x.tolist(), lambda x: x.tobytes(),
        lambda x: x.item(3), lambda x: x.item((1, 2)), lambda x: x.flags.c_contiguous, lambda x: x.T.flags["F"],
        lambda x: x.copy(order="F").flags.fnc, lambda x: x.T.copy().flags.c_contiguous, lambda x: len(x.flat),
        lambda x: x.flags.writeable, lambda x: x.T.base is None, lambda x: x.view() is x, len,
    ],
)  # fmt: skip
def test_members_are_those_of_ndarrays(member):
    data = np.array([[1.5, -2.0, 0.0], [3.0, 4.0, -1.0]])
    expected, found = member(data), member(wnp.asarray(data.copy()))
    if isinstance(expected, (np.ndarray, np.generic)):
        np.testing.assert_array_equal(np.asarray(found), expected, strict=isinstance(expected, np.ndarray))
        assert np.asarray(found).dtype == expected.dtype
    elif isinstance(expected, tuple) and isinstance(expected[0], np.ndarray):
        for mine, theirs in zip(found, expected, strict=True):
            np.testing.assert_array_equal(np.asarray(mine), theirs)
    else:
        assert found == expected


def _set_flat(x):
    x.flat = [1, 2]


def _set_part_of_flat(x):
    x.T.flat[1:4] = [7, 8, 9]


def _set_shape(x):
    x.shape = (3, -1)


def _set_imag(x):
    x.real = 2.0


@pytest.mark.parametrize(
    "write",
    [
        _set_flat, _set_part_of_flat, _set_shape, _set_imag, lambda x: x.sort(), lambda x: x.sort(axis=0),
        lambda x: x.fill(3), lambda x: x.put([0, -1], 5), lambda x: x.partition(1),
        lambda x: x.resize((2, 2), refcheck=False), lambda x: x.resize(3, 4, refcheck=False),
        lambda x: x.__setstate__(np.arange(4).__reduce__()[2]),
    ],
)  # fmt: skip
def test_members_that_write_do_so_as_those_of_ndarrays(write):
    data = np.array([[1.5, -2.0, 0.0], [3.0, 4.0, -1.0]])
    ours = wnp.asarray(data.copy())
    data = data.copy()
    write(data)
    write(ours)
    np.testing.assert_array_equal(np.asarray(ours), data, strict=True)


def test_what_ndarrays_refuse_is_refused():
    x = array([[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises(AttributeError, match="Incompatible shape"):
        x.T.shape = (4,)
    with pytest.raises(ValueError, match="cannot delete"):
        del x[0]
    with pytest.raises(TypeError, match="imaginary"):
        x.imag = 1.0
    with pytest.raises(TypeError, match="according to the rule"):
        x.astype(int, casting="safe")
    with pytest.raises(TypeError, match="unhashable"):
        hash(x)
    with pytest.raises(ValueError, match="does not own"):
        x[0].resize(3)


def test_arrays_are_copied_and_pickled():
    x = array([1.0, 2.0])
    for made in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert type(made) is wnp.Array
        made[0] = 5.0
    np.testing.assert_array_equal(np.asarray(x), [1.0, 2.0])
    np.testing.assert_array_equal(np.from_dlpack(x), [1.0, 2.0])
    with pytest.raises(TypeError, match="pickled"):
        wye.grad(lambda v: (pickle.dumps(v), np.sum(v))[1])(A)


def test_gradients_pass_flat_and_sorting_in_place():
    def f(x):
        y = np.copy(x)
        y.flat[1] = x[0] * 2
        y.sort()
        return np.sum(y * np.array([1.0, 10.0, 100.0]))

    np.testing.assert_allclose(wye.grad(f)(np.array([3.0, 1.0, 2.0])), [10.0 + 200.0, 0.0, 1.0])
