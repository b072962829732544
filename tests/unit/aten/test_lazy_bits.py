"""Facts about conjugates, negatives and zeros that are not stored."""

from __future__ import annotations

import math

import pytest

import wye
from wye import ops

Z = [1 + 2j, 3 - 1j]


def zeros(*size):
    return ops.aten._efficientzerotensor(list(size))


def test_parts_of_a_conjugate_are_views_of_what_is_stored():
    x = wye.tensor(Z)
    imaginary = x.conj().imag
    assert imaginary.is_neg()
    assert imaginary.tolist() == [-2, 1]
    imaginary.fill_(5)
    x.conj().real.mul_(2)
    assert x.tolist() == [2 - 5j, 6 - 5j]


def test_writing_to_a_conjugate_stores_what_is_read_back():
    x = wye.tensor(Z)
    view = x.conj()
    view[0] = 7 + 7j
    assert view.add_(1j) is view
    assert view.tolist() == [7 + 8j, 3 + 2j]
    assert x.tolist() == [7 - 8j, 3 - 2j]


def test_an_output_that_is_a_conjugate_is_made_larger():
    view = wye.zeros(0, dtype=wye.complex64).conj()
    assert wye.mul(wye.tensor(Z), 2, out=view) is view
    assert view.is_conj()
    assert view.tolist() == [2 + 4j, 6 - 2j]


def test_views_that_cannot_keep_a_bit_are_refused():
    x = wye.tensor(Z).conj()
    with pytest.raises(RuntimeError, match="view_as_real doesn't work on unresolved conjugated tensors"):
        wye.view_as_real(x)
    with pytest.raises(RuntimeError, match="not supported for conjugate view tensors"):
        x.view(wye.float32)
    with pytest.raises(RuntimeError, match="not supported for tensors with negative bit set"):
        x.imag.view(wye.int32)
    assert x.view(wye.complex64).is_conj()


def test_sums_and_products_of_zeros_are_zeros_that_are_not_stored():
    z, x = zeros(3, 1), wye.tensor([1.0, math.inf])
    assert all(result._is_zerotensor() for result in (z + z, z - z, z * x, x * z, z / x))
    assert (z * x).shape == (3, 2)
    assert (z * wye.tensor([1.0], dtype=wye.float64)).dtype is wye.float64


def test_zeros_and_something_else_are_something_else():
    z, x = zeros(2), wye.tensor([1.0, -2.0])
    assert (z + x).tolist() == (x + z).tolist() == (x - z).tolist() == [1, -2]
    assert wye.sub(z, x, alpha=2).tolist() == [-2, 4]
    assert (z + 3).tolist() == [3, 3]
    assert (x / z).tolist() == [math.inf, math.inf]
    assert all(map(math.isnan, (z / z).tolist()))
    (x + z).fill_(0)
    assert x.tolist() == [1, -2]


def test_zeros_that_are_not_stored_cannot_be_written_nor_shared():
    with pytest.raises(RuntimeError, match="ZeroTensors are immutable"):
        zeros(2).add_(1)
    with pytest.raises(RuntimeError, match="Cannot convert a ZeroTensor to numpy"):
        zeros(2).numpy()
    assert zeros(2).numpy(force=True).tolist() == [0, 0]


def test_a_mode_that_passes_calls_on_changes_no_conjugate():
    class Passes(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {}))

    x = wye.tensor([1 + 2j])
    with Passes():
        assert x.conj().clone().tolist() == [1 - 2j]
        assert (x.conj() * 2).tolist() == [2 - 4j]
        assert wye.zeros(1, dtype=wye.complex64).copy_(x.conj()).tolist() == [1 - 2j]


def test_assigning_to_a_part_of_complex_numbers_writes_it():
    x = wye.tensor(Z)
    x.real = wye.tensor([5.0, 6.0])
    x.imag = x.real + 1
    assert x.tolist() == [5 + 6j, 6 + 7j]
    y = wye.ones(2)
    y.real = wye.tensor([3, 4])
    assert y.tolist() == [3.0, 4.0]
    with pytest.raises(RuntimeError, match="imag is not implemented"):
        y.imag = y
    with pytest.raises(AttributeError):
        y.T = y
