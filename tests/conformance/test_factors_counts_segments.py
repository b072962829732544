"""Factors of symmetric matrices, counts of events and reductions of segments: equal to PyTorch's."""

import numpy as np
import pytest

import wye

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("hermitian", [False, True])
def test_factors_and_pivots_of_symmetric_matrices_are_lapacks(dtype, hermitian):
    draw = np.random.default_rng(3)
    short = dtype in ("float32", "complex64")
    close = {"rtol": 1e-3, "atol": 1e-3} if short else {"rtol": 1e-8, "atol": 1e-8}
    for size in (1, 2, 3, 5, 8) if short else (1, 2, 3, 5, 8, 70):  # rounding may choose among many pivots
        matrix = draw.standard_normal((2, size, size))
        matrix = (matrix + (1j * draw.standard_normal((2, size, size)) if "complex" in dtype else 0)).astype(dtype)
        sides = draw.standard_normal((2, size, 3)).astype(dtype)
        ours = wye.linalg.ldl_factor_ex(wye.from_numpy(matrix.copy()), hermitian=hermitian)
        theirs = torch.linalg.ldl_factor_ex(torch.from_numpy(matrix.copy()), hermitian=hermitian)
        assert ours.pivots.tolist() == theirs.pivots.tolist()
        assert ours.info.tolist() == theirs.info.tolist()
        assert ours.LD.stride() == theirs.LD.stride()
        np.testing.assert_allclose(ours.LD.numpy(), theirs.LD.numpy(), **close)
        solution = wye.linalg.ldl_solve(*ours[:2], wye.from_numpy(sides), hermitian=hermitian)
        lower = np.tril(matrix)
        other = np.tril(matrix, -1).swapaxes(1, 2)
        full = lower + (other.conj() if hermitian else other)
        if hermitian and "complex" in dtype:
            full = full - 1j * np.eye(size) * full.imag
        found = full @ solution.numpy()
        np.testing.assert_allclose(found, sides, rtol=1e-2, atol=1e-2 if short else 1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_counts_of_events_are_those_of_pytorch_and_the_stream_goes_on(dtype):
    draw = np.random.default_rng(5)
    for seed in range(30):
        rates = (draw.random((3, 4)) * draw.choice([1, 9, 40, 1000])).astype(dtype)
        counts = np.floor(draw.random((3, 4)) * draw.choice([5, 40, 5000])).astype(dtype)
        chances = draw.random((3, 4)).astype(dtype)
        wye.manual_seed(seed)
        torch.manual_seed(seed)
        assert wye.poisson(wye.from_numpy(rates)).tolist() == torch.poisson(torch.from_numpy(rates)).tolist()
        ours = wye.binomial(wye.from_numpy(counts), wye.from_numpy(chances))
        assert ours.tolist() == torch.binomial(torch.from_numpy(counts), torch.from_numpy(chances)).tolist()
        assert wye.rand(3).tolist() == torch.rand(3).tolist()


@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min", "prod"])
@pytest.mark.parametrize("initial", [None, 2.0])
def test_segments_and_their_gradients_are_those_of_pytorch(reduce, initial):
    draw = np.random.default_rng(7)
    data = draw.integers(-2, 3, (2, 9, 3)).astype("float64")
    lengths = np.array([[2, 0, 4, 3], [0, 9, 0, 0]])
    offsets = np.concatenate((np.zeros((2, 1), int), lengths.cumsum(1)), 1)
    for given in ({"lengths": lengths}, {"offsets": offsets}):
        found = []
        for lib in (wye, torch):
            x = lib.tensor(data.tolist(), dtype=lib.float64, requires_grad=True)
            sizes = {name: lib.tensor(value.tolist()) for name, value in given.items()}
            y = lib.segment_reduce(x, reduce, axis=1, initial=initial, **sizes)
            lib.nan_to_num(y, posinf=0, neginf=0).mul(lib.arange(24.0).view(2, 4, 3)).sum().backward()
            found.append((y.detach().numpy(), x.grad.numpy()))
        np.testing.assert_allclose(found[0][0], found[1][0])
        np.testing.assert_allclose(found[0][1], found[1][1])
