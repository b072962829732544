"""NumPy's own functions on tensors and arrays that no layer follows.  See Note [NumPy's own functions]."""

import random
import warnings

import numpy as np
import pytest
from tests.unit.numpy import drawn

import wye
import wye.numpy as wnp
from wye._engine import engine
from wye.numpy.arrays import as_tensor
from wye.numpy.table import FUNCTIONS, OWN

A = np.array([[3.0, 1.0, 2.0], [0.0, 5.0, 4.0]])


def tensor():
    return wye.from_numpy(A.copy())


# ---- NumPy's meaning ----


def test_results_have_numpys_meaning_not_that_of_methods_of_the_same_name():
    x = tensor()
    assert np.min(x, axis=0).tolist() == [0.0, 1.0, 2.0]
    assert np.max(x, axis=1).tolist() == [3.0, 5.0]
    assert [one.tolist() for one in np.nonzero(x)] == [one.tolist() for one in np.nonzero(A)]
    assert np.argwhere(x).tolist() == np.argwhere(A).tolist()
    assert np.std(x, axis=0).tolist() == np.std(A, axis=0).tolist()
    assert np.repeat(x, 2, axis=0).tolist() == np.repeat(A, 2, axis=0).tolist()
    assert np.transpose(x, (1, 0)).tolist() == A.T.tolist()
    assert np.squeeze(x[:1]).tolist() == A[0].tolist()
    assert (np.size(x), np.shape(x), np.ndim(x)) == (6, (2, 3), 2)
    assert np.sum(wye.ones(3, dtype=wye.uint8)).dtype is wye.uint64
    assert np.mean(wye.tensor([1, 2])).item() == 1.5


@pytest.mark.parametrize(
    "call",
    [
        lambda x: np.min(x, axis=0), np.nonzero, np.argsort, np.cumsum, lambda x: np.clip(x, 1, 2), np.linalg.svd,
        lambda x: np.split(x, 2), lambda x: np.add.reduce(x, axis=1), lambda x: np.multiply.outer(x, x), np.divmod,
        lambda x: np.matmul(x, x.T), lambda x: np.add(A, x), lambda x: np.linalg.lstsq(x, x[:, 0]), np.flip,
    ],
)  # fmt: skip
def test_tensors_give_tensors_and_arrays_give_arrays(call):
    def run(x):
        return wye.pytree.tree_leaves(call(x) if call is not np.divmod else np.divmod(x, 2.0), is_leaf=is_array)

    def is_array(one):
        return isinstance(one, wnp.Array)

    expected = [np.asarray(one) for one in run(A)]
    for given, kind in ((tensor(), wye.Tensor), (wnp.asarray(A), wnp.Array)):
        found = run(given)
        assert {type(one) for one in found} == {kind}
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(np.asarray(one), other, rtol=1e-12)


def test_functions_that_read_tensors_as_data_give_ndarrays_as_in_pytorch():
    x = tensor()
    for call in (lambda: np.concatenate([x, x]), lambda: np.dot(x, x.T), lambda: np.ravel(x), lambda: np.median(x, 0)):
        assert type(call()) is np.ndarray
    assert type(np.linalg.norm(x)) is np.float64
    for given in (x, wnp.asarray(A)):
        assert np.allclose(given, A) is True
        assert np.array_equal(given, A) is True
        assert np.array_equiv(given, A[0]) is False


def test_bad_arguments_are_numpys_errors():
    for x in (tensor(), wnp.asarray(A)):
        for call in (
            lambda x: np.sum(x, axis=5),
            lambda x: np.reshape(x, (5, 5)),
            lambda x: np.concatenate([x, x[0]]),
            lambda x: np.matmul(x, x),
            lambda x: np.add(x, np.ones(2)),
            np.linalg.inv,
            lambda x: np.take(x, 9),
            lambda x: np.bitwise_and(x, x),
            lambda x: np.add.reduce(x, axis=7),
            lambda x: np.sum(x, axes=1),
        ):
            with pytest.raises(Exception) as theirs:  # noqa: PT011 - whatever NumPy raises
                call(A)
            with pytest.raises(type(theirs.value)):
                call(x)


POOL = [
    np.ones((2, 3)), np.ones(4), np.array(2.0), np.ones((0, 3)), np.arange(3), np.ones(3, bool), np.ones(3) * 1j,
    np.ones((3, 3), np.float32), np.ones((2, 2, 2)),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(engine.__name__ != "wye._hot", reason="lines run there, and refuse a little else")
def test_other_arguments_than_a_function_takes_are_refused_as_by_numpy():
    rng, refused = random.Random(0), 0
    for case in [one for one in drawn.cases() if one.of is None and one.line in OWN and not one.writes()]:
        given = [rng.choice(POOL) if rng.random() < 0.6 else x for x in case.inputs()]
        try:
            expected = case.call(*[x.copy() for x in given])
        except Exception as error:  # noqa: BLE001 - whatever NumPy raises
            refused += 1
            for make in (as_tensor, wnp.asarray):
                with pytest.raises(type(error)):
                    case.call(*[make(x.copy()) for x in given])
        else:
            for make in (as_tensor, wnp.asarray):
                drawn.assert_same(case.call(*[make(x.copy()) for x in given]), expected, case.rtol)
    assert refused > 300


def test_invalid_values_give_no_warnings():
    x = wye.tensor([-1.0, 0.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(np.log(x)[0].item())
        assert np.floor_divide(wnp.asarray(np.ones(1)), 0).tolist() == [np.inf]
        assert np.prod(wye.tensor([1e308, 10.0], dtype=wye.float64)).item() == np.inf


# ---- memory ----


@pytest.mark.parametrize(
    "call",
    [
        lambda x: np.reshape(x, (3, 2)), np.transpose, lambda x: np.swapaxes(x, 0, 1), lambda x: np.split(x, 2)[1],
        lambda x: np.moveaxis(x, 0, 1), np.squeeze, lambda x: np.rollaxis(x, 1),
    ],
)  # fmt: skip
def test_parts_of_a_tensors_memory_are_views_of_it(call):
    x = tensor()
    y = call(x)
    assert y._base is x
    before = x._version
    y.zero_()
    assert x._version == before + 1
    expected = A.copy()
    call(expected)[...] = 0
    assert x.tolist() == expected.tolist()


def test_a_view_of_a_view_has_its_base():
    x = tensor()
    assert np.reshape(x[1], (3, 1))._base is x
    array = wnp.asarray(A.copy())
    np.transpose(array)[0] = 7.0
    assert array.tolist() == [[7.0, 1.0, 2.0], [7.0, 5.0, 4.0]]


def test_what_no_tensor_can_view_is_a_copy():
    x = tensor()
    y = np.flip(x)
    assert y.tolist() == np.flip(A).tolist()
    y.zero_()
    assert x.tolist() == A.tolist()


def test_a_view_that_runs_backwards_of_an_array_is_written_through():
    array = wnp.asarray(A.copy())
    np.flip(array, 1)[0, 0] = 9.0
    assert array.tolist() == [[3.0, 1.0, 9.0], [0.0, 5.0, 4.0]]


def test_ndarrays_of_a_tensors_memory_can_be_written_to_and_keep_it_in_place():
    x = tensor()
    row = np.ravel(x)
    row[0] = 8.0
    assert x[0, 0].item() == 8.0
    assert not np.diagonal(x).flags.writeable  # as NumPy's own
    with pytest.raises(RuntimeError, match="resiz"):
        x.untyped_storage().resize_(1000)


def test_results_without_elements_and_of_other_dtypes():
    x = wye.zeros(0, 3, dtype=wye.float64)
    assert np.cumsum(x, axis=0).stride() == (3, 1)
    assert np.prod(x, axis=0).tolist() == [1.0, 1.0, 1.0]
    with pytest.raises(TypeError, match=r"float128|longdouble"):
        np.sum(wnp.asarray(A), dtype=np.longdouble)
    assert np.argmax(wye.tensor([1.0, 3.0])).dtype is wye.int64


# ---- writes ----


def test_writes_to_tensors_are_counted_or_refused():
    x = tensor()
    before = x._version
    np.cumsum(x, axis=1, out=x)
    assert (x.tolist(), x._version > before) == (np.cumsum(A, axis=1).tolist(), True)
    np.add(x, 1.0, out=x)
    np.add.at(x, (0, 0), 1.0)
    assert x[0, 0].item() == 5.0
    for call in (lambda: np.copyto(x, 0.0), lambda: np.dot(A, A.T, out=wye.zeros(2, 2, dtype=wye.float64))):
        with pytest.raises(TypeError):
            call()


def test_an_ndarray_that_is_written_to_is_the_result():
    out = np.zeros(3)
    for x in (tensor(), wnp.asarray(A)):
        out[:] = 0
        np.max(x, axis=0, out=out)
        assert out.tolist() == [3.0, 5.0, 4.0]


# ---- layers ----


def test_modes_transforms_and_gradients_see_the_calls():
    seen = []

    class Watching(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(func.name())
            return func(*args, **(kwargs or {}))

    x = tensor()
    with Watching():
        np.sin(x)
        np.cumsum(x, axis=0)
        np.add.reduce(x)
    assert {"aten::sin", "aten::cumsum"} <= set(seen)
    followed = wye.tensor([1.0, 2.0], requires_grad=True)
    for found in (np.max(followed), np.sort(followed), np.matmul(followed, followed), np.add.reduce(followed)):
        assert found.requires_grad
    with wye.no_grad():
        assert not np.max(followed).requires_grad
    assert wye.vmap(np.sum)(x).tolist() == A.sum(1).tolist()
    assert wye.grad(lambda y: np.sum(np.sort(y) * x[0]))(A[0]).tolist() == [2.0, 3.0, 1.0]


def test_new_arrays_inside_of_a_transform_take_what_it_follows():
    constant = wnp.asarray(np.ones(3))

    def function(y):
        made = np.zeros_like(constant)
        made[0] = y[0] * 2
        return np.sum(made)

    assert wye.grad(function)(A[0]).tolist() == [2.0, 0.0, 0.0]


def test_autocast_and_logs_reach_the_operators():
    x = wye.ones(2, 2)
    with wye.autocast("cpu", dtype=wye.bfloat16):
        assert np.matmul(x, x).dtype is wye.bfloat16
    with wye.record() as recording:
        np.exp(x)
        np.cumsum(x, axis=0)
    assert [call.op for call in recording.calls] == ["aten::exp", "aten::cumsum"]


def test_subclasses_with_a_protocol_of_their_own_are_asked():
    class Mine(wye.Tensor):
        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            return "mine"

    x = tensor().as_subclass(Mine)
    assert np.add(A, x) == "mine"


def test_a_line_of_ones_own_runs_for_arrays():
    before, own = FUNCTIONS[np.cumsum], OWN[np.cumsum]
    try:
        wnp.implements(np.cumsum)(lambda a: "mine")
        assert np.cumsum(wnp.asarray(A)) == "mine"
        assert wnp.asarray(A).cumsum() == "mine"
    finally:
        FUNCTIONS[np.cumsum], OWN[np.cumsum] = before, own
    assert np.cumsum(wnp.asarray(A)).tolist() == np.cumsum(A).tolist()


def test_arrays_of_objects_that_a_layer_follows_are_not_computed_as_data():
    def function(y):
        held = np.empty(2, object)
        held[0], held[1] = y[0], y[1] * 3
        return np.sum(np.multiply(wnp.asarray(np.ones(2)), held))

    assert wye.grad(function)(np.array([1.0, 2.0])).tolist() == [1.0, 3.0]


def test_like_gives_a_tensor():
    assert np.zeros(3, like=tensor()).tolist() == [0.0, 0.0, 0.0]


# ---- PyTorch's rules beside NumPy's ----


def test_an_ndarray_on_the_left_follows_pytorchs_promotion():
    x = wye.tensor([1.0, 2.0])  # float32
    assert (np.arange(2) + x).dtype is wye.float32
    assert (np.ones(2, np.float32) + x).dtype is wye.float32
    assert np.divide(np.array([1, 2]), wye.tensor([2, 2])).dtype is wye.float32
    assert np.divide(np.ones(2, np.float32), x).dtype is wye.float32
    assert np.add(x, np.arange(2)).dtype is wye.float64  # NumPy's
