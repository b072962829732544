"""Functions that are written in Python: what they return, and what they refuse."""

import inspect
import warnings

import pytest

import wye
from wye import functional
from wye.testing.surroundings import warning_always


def listed(result):
    return [one.tolist() for one in result]


def test_einsum_takes_operands_one_by_one_in_a_list_and_with_numbered_subscripts():
    a, b = wye.arange(6.0).view(2, 3), wye.ones(3, 2)
    wanted = [[3.0, 3.0], [12.0, 12.0]]
    assert wye.einsum("ij,jk->ik", a, b).tolist() == wanted
    assert wye.einsum("ij,jk->ik", [a, b]).tolist() == wanted
    assert wye.einsum(a, [0, 1], b, [1, 2], [0, 2]).tolist() == wanted
    assert wye.einsum(a, [..., 1], [1, ...]).tolist() == a.T.tolist()


@pytest.mark.parametrize("args", [("ij",), (), (wye.ones(2), [52])])
def test_einsum_refuses_calls_without_operands_and_numbers_without_a_letter(args):
    with pytest.raises(ValueError, match=r"einsum\(\)"):
        wye.einsum(*args)


def test_grids_blocks_and_products_take_tensors_one_by_one():
    x, y = wye.tensor([1, 2]), wye.tensor([3, 4, 5])
    assert listed(wye.meshgrid(x, y, indexing="xy")) == [[[1, 2]] * 3, [[3, 3], [4, 4], [5, 5]]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        of_list = listed(wye.meshgrid([x, y]))
    assert of_list == listed(wye.meshgrid(x, y, indexing="ij"))
    assert wye.block_diag(x, y).tolist() == [[1, 2, 0, 0, 0], [0, 0, 3, 4, 5]]
    assert wye.cartesian_prod(x, y).shape == (6, 2)
    assert [t.shape for t in wye.broadcast_tensors(x.view(2, 1), y)] == [(2, 3), (2, 3)]
    assert [t.shape for t in wye.atleast_2d(x, y)] == [(1, 2), (1, 3)]
    assert wye.atleast_3d(x).shape == (1, 2, 1)


def test_shapes_broadcast_without_tensors():
    assert wye.broadcast_shapes((2, 1), (3,), 1) == (2, 3)
    assert type(wye.broadcast_shapes(2)) is wye.Size
    with pytest.raises(RuntimeError, match="Shape mismatch"):
        wye.broadcast_shapes(2, 3)
    with pytest.raises(ValueError, match="negative"):
        wye.broadcast_shapes(-1)


def test_tensordot_takes_a_number_or_two_lists():
    a, b = wye.arange(6.0).view(2, 3), wye.arange(6.0).view(3, 2)
    assert wye.tensordot(a, b, 1).tolist() == a.matmul(b).tolist()
    assert wye.tensordot(a, b, dims=([0, 1], [1, 0])).item() == (a * b.T).sum().item()
    with pytest.raises(RuntimeError, match="dims >= 0"):
        wye.tensordot(a, b, -1)
    with pytest.raises(RuntimeError, match="expects dims to be int"):
        wye.tensordot(a, b, 1.5)


def test_norms_have_an_order_a_name_and_dimensions():
    x = wye.tensor([[3.0, 4.0], [0.0, 0.0]])
    assert wye.norm(x).item() == wye.norm(x, "fro").item() == x.norm(2).item() == 5.0
    assert wye.norm(x, dim=1).tolist() == [5.0, 0.0]
    assert x.norm(1, 0, keepdim=True).tolist() == [[3.0, 4.0]]
    assert wye.norm(x, "nuc").item() == pytest.approx(5.0)
    assert wye.norm(x, p=float("inf"), dtype=wye.float64).dtype is wye.float64


def test_unique_returns_what_is_asked_for():
    x = wye.tensor([[3, 1], [3, 1], [2, 2]])
    assert wye.unique(x).tolist() == [1, 2, 3]
    values, inverse, counts = x.unique(return_inverse=True, return_counts=True)
    assert values[inverse].tolist() == x.tolist()
    assert counts.tolist() == [2, 2, 2]
    assert wye.unique(x, dim=0).tolist() == [[2, 2], [3, 1]]
    assert wye.unique_consecutive(wye.tensor([1, 1, 2, 1])).tolist() == [1, 2, 1]
    assert listed(wye.unique_consecutive(x, return_counts=True, dim=0)) == [[[3, 1], [2, 2]], [2, 1]]


def test_places_of_elements_are_rows_or_one_tensor_for_each_dimension():
    x = wye.tensor([[0, 1], [2, 0]])
    assert wye.nonzero(x).tolist() == [[0, 1], [1, 0]]
    assert listed(x.nonzero(as_tuple=True)) == [[0, 1], [1, 0]]
    assert listed(wye.unravel_index(wye.tensor([5]), (2, 3))) == [[1], [2]]


def test_parts_of_a_tensor_have_one_size_or_given_ones():
    x = wye.arange(5)
    assert listed(wye.split(x, 2)) == [[0, 1], [2, 3], [4]]
    assert listed(x.split([1, 4])) == [[0], [1, 2, 3, 4]]


def test_a_signal_comes_back_from_its_windows():
    x, window = wye.sin(wye.arange(64.0)), wye.hann_window(16)
    found = wye.istft(wye.stft(x, 16, window=window, return_complex=True), 16, window=window)
    assert wye.allclose(found, x, atol=1e-5)
    with pytest.raises(RuntimeError, match="return_complex"):
        wye.stft(x, 16)


def test_low_rank_approximations_find_a_matrix_of_low_rank():
    wye.manual_seed(0)
    a = wye.randn(12, 2) @ wye.randn(2, 8)
    u, s, v = wye.svd_lowrank(a, q=3)
    assert wye.allclose(u @ wye.diag(s) @ v.mT, a, atol=1e-4)
    with pytest.raises(ValueError, match="must be non-negative"):
        wye.pca_lowrank(a, q=9)


def test_factors_solve_systems():
    a, b = wye.tensor([[4.0, 1.0], [2.0, 3.0]]), wye.tensor([[1.0], [2.0]])
    lu, pivots = wye.lu(a)
    assert wye.allclose(wye.lu_solve(b, lu, pivots), wye.linalg.solve(a, b))
    p, lower, upper = wye.linalg.lu(a)
    assert wye.allclose(p @ lower @ upper, a)
    tall = wye.cat([a, a])
    assert wye.allclose(wye.linalg.lstsq(tall, wye.cat([b, b])).solution, wye.linalg.solve(a, b), atol=1e-6)


@pytest.mark.parametrize("name", functional.__all__)
def test_a_function_is_the_same_under_all_its_names_and_explains_itself(name):
    function = getattr(wye, name)
    assert function is getattr(functional, name)
    assert inspect.getdoc(function)
    assert inspect.signature(function).return_annotation is not inspect.Signature.empty
    assert name in dir(wye)


def test_function_modes_get_the_public_function_with_arguments_as_pytorch_passes_them():
    seen = []

    class Record(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            seen.append((func, len(args), kwargs))
            return func(*args, **(kwargs or {}))

    x = wye.ones(2, 2)
    with Record():
        wye.norm(x, 1)
        wye.einsum("ij->i", x)
        x.split(1)
    assert [func for func, *_ in seen] == [wye.norm, wye.einsum, wye.Tensor.split]
    assert seen[0][2] == {"p": 1, "dim": None, "keepdim": False, "out": None, "dtype": None}
    assert [count for _, count, _ in seen] == [1, 2, 2]
    assert seen[2][2] == {"dim": 0}


def test_arguments_of_any_class_can_handle_a_function():
    class Handler:
        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            return func.__name__

    assert wye.meshgrid(Handler(), wye.ones(2)) == "meshgrid"
    assert wye.einsum("i,i", wye.ones(2), Handler()) == "einsum"
    assert wye.nn.functional.cross_entropy(Handler(), wye.ones(2)) == "cross_entropy"


@warning_always(True)
def test_a_transform_over_time_warns_of_a_window_that_is_missing():
    x, window = wye.arange(100.0), wye.ones(10)
    with pytest.warns(UserWarning, match="A window was not provided"):
        wye.stft(x, 10, return_complex=True)
    found = wye.stft(x, 10, window=window, return_complex=True)
    with pytest.warns(UserWarning, match="A window was not provided"):
        wye.istft(found, 10)
    with pytest.warns(UserWarning, match="shorter than the length parameter"):
        assert wye.istft(found, 10, window=window, length=200).shape == (200,)


def test_grids_are_of_one_device_and_name_their_order():
    with pytest.raises(RuntimeError, match="meshgrid expects all tensors to have the same device"):
        wye.meshgrid(wye.ones(1), wye.ones(2, device="meta"), indexing="ij")
    with warning_always(True), pytest.warns(UserWarning, match="it will be required to pass the indexing argument"):
        wye.meshgrid(wye.ones(1))
