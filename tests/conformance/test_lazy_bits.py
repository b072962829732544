"""Conjugates, negatives and zeros that are not stored: the same programs on torch and on wye."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

import wye

torch = pytest.importorskip("torch")

if TYPE_CHECKING:
    from collections.abc import Callable

# Programs whose errors are worded differently: internal assertions in torch, or another module's message.
OWN_WORDS = ("conj_of_the_operator_needs_complex_numbers", "zeros_times_wrong_shapes")
PROGRAMS: dict[str, Callable[[Any], Any]] = {}


def program(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    PROGRAMS[function.__name__] = function
    return function


def complexes(lib: Any, *, double: bool = False) -> Any:
    return lib.tensor([[1 + 2j, 3 - 1j], [0.5 + 0j, -2 + 4j]], dtype=lib.complex128 if double else lib.complex64)


def reals(lib: Any) -> Any:
    return lib.tensor([[1.5, -2.0], [0.0, 4.0]])


def zeros(lib: Any, *size: int, dtype: str = "float32") -> Any:
    return lib.ops.aten._efficientzerotensor(list(size), dtype=getattr(lib, dtype))


def negative(lib: Any) -> Any:
    return lib.ops.aten._neg_view(reals(lib))


def words(value: Any, made: dict[int, int]) -> Any:
    """What can be seen of a result: bits, layout, elements, and which results share their memory."""
    if isinstance(value, (list, tuple)):
        return [words(item, made) for item in value]
    if not hasattr(value, "is_conj"):
        return value.tolist() if hasattr(value, "tolist") else value
    shared = value.untyped_storage()
    address = made.setdefault(getattr(shared, "_cdata", None) or id(shared), len(made))
    plain = value.clone() if value._is_zerotensor() else value
    return {
        "bits": (value.is_conj(), value.is_neg(), value._is_zerotensor()),
        "dtype": str(value.dtype).rpartition(".")[2],
        "shape": tuple(value.shape),
        "stride": None if value._is_zerotensor() else value.stride(),
        "memory": address,
        "elements": rounded(plain.tolist()),
    }


def rounded(elements: Any) -> Any:
    """Without the last bits, in which libraries may differ."""
    if isinstance(elements, list):
        return [rounded(item) for item in elements]
    if isinstance(elements, complex):
        return rounded(elements.real), rounded(elements.imag)
    # as text NaNs are equal; zeros of products have signs that depend on the order of sums
    return f"{elements + 0.0:.5g}" if isinstance(elements, float) else elements


def outcome(lib: Any, run: Callable[[Any], Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return words(run(lib), {})
        except (RuntimeError, TypeError, ValueError, NotImplementedError) as error:
            kinds = (NotImplementedError, RuntimeError, TypeError, ValueError)
            kind = next(kind.__name__ for kind in kinds if isinstance(error, kind))
            return kind, str(error).strip().partition(".")[0]


# ---- conjugates ----


@program
def conjugates_of_views_and_views_of_conjugates(lib: Any) -> Any:
    y = complexes(lib).conj()
    return [
        y, y.conj(), y.T, y.mT, y.mH, y.H, y[0], y[:, 1:], y.t(), y.reshape(-1), y.view(-1), y.unsqueeze(0),
        y.permute(1, 0), y.expand(3, 2, 2),
        y.diagonal(), y.as_strided([2], [1], 1), y.flatten(), y.movedim(0, 1), y.squeeze(), y.narrow(0, 1, 1),
        y.select(1, 0), y.transpose(0, 1), y.view_as(y), y.detach(), y.adjoint(), y.contiguous(), y.t().reshape(4),
    ]  # fmt: skip


@program
def lists_of_views_keep_the_bit(lib: Any) -> Any:
    y = complexes(lib).conj()
    return [*y.split(1), *y.unbind(1), *y.chunk(2), *y.tensor_split(2), *y.split([1, 1], 1)]


@program
def conj_of_reals_is_the_tensor(lib: Any) -> Any:
    x = reals(lib)
    return [x, x.conj(), x.conj() is x, x.resolve_conj() is x, x.resolve_neg() is x]


@program
def resolved(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    return [
        x,
        x.resolve_conj() is x,
        y.resolve_conj(),
        y.clone(),
        y.conj_physical(),
        x.conj_physical(),
        y.conj().resolve_conj(),
    ]


@program
def parts_of_conjugates_are_views(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    return [x, y.real, y.imag, x.imag, y.imag.resolve_neg(), y.imag.neg(), -y.imag, y[0].imag, y.imag.real]


@program
def writing_to_parts_of_conjugates(lib: Any) -> Any:
    x = complexes(lib)
    x.conj().imag.fill_(7)
    x.conj().real.mul_(2)
    x.conj().imag[0].add_(1)
    return [x]


@program
def arithmetic_with_conjugates(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    return [
        x + y, y + y, y * 2, 2 * y, y * x, y - x, x / y, y / x, y.abs(), y.angle(), y.exp(), y.sqrt(), y.neg(), -y,
        y.sum(), y.mean(0), y.cumsum(0), y == x, y != x, y.pow(2), y.reciprocal(), y.sgn(), lib.where(y == x, x, y),
    ]  # fmt: skip


@program
def matrices_of_conjugates(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    return [
        x @ y, y @ x, y @ y, x.mH @ x, lib.mm(y, x.T), x.mv(y[0]), lib.addmm(y, y, x), lib.bmm(y[None], x[None]),
        lib.vdot(x[0], y[0]).resolve_conj(), lib.dot(y[0], x[1]), lib.baddbmm(x[None], y[None], x.H[None]),
    ]  # fmt: skip


@program
def copies_of_conjugates(lib: Any) -> Any:
    y = complexes(lib).conj()
    return [
        y.to(lib.complex128), y.to(lib.complex64) is y, lib.zeros_like(y), lib.ones_like(y), lib.full_like(y, 3),
        lib.cat([y, y]), lib.stack([y, complexes(lib)]), y.repeat(1, 2), y.flip(0), y.roll([1], [0]),
        y.index_select(0, lib.tensor([1])), y.tril(),
        lib.empty_like(y).shape, y.new_zeros(2), y.T.contiguous(), y.T.clone(),
    ]  # fmt: skip


@program
def indexing_conjugates(lib: Any) -> Any:
    y = complexes(lib).conj()
    rows = lib.tensor([1, 0])
    return [y[rows], y[y.abs() > 2], y.gather(1, lib.tensor([[0], [1]])), y.take(rows), y.masked_fill(y.abs() > 2, 1j)]


@program
def writing_to_conjugates(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    y.mul_(1 + 1j)
    first = x.clone()
    y.add_(x.clone(), alpha=2)
    second = x.clone()
    y.fill_(2 - 3j)
    third = x.clone()
    y.copy_(complexes(lib))
    fourth = x.clone()
    y.zero_()
    return [x, y, first, second, third, fourth]


@program
def writing_conjugates_through_views(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    y[0, 0] = 9 + 9j
    y[:, 1].mul_(2j)
    y.T[1] += 1j
    y.exp_()
    return [x, y, x._version, y._version]


@program
def writing_conjugates_elsewhere(lib: Any) -> Any:
    x, y = complexes(lib), complexes(lib).conj()
    x.copy_(y)
    first = x.clone()
    x.add_(y)
    x[0] = y[1]
    return [x, first, x.is_conj()]


@program
def in_place_operators_return_the_conjugate(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    return [y.add_(1) is y, y.neg_() is y, y.conj_physical_() is y, x]


@program
def out_is_a_conjugate(lib: Any) -> Any:
    x, out = complexes(lib), complexes(lib)
    view = out.conj()
    result = lib.add(x, x, out=view)
    product = lib.zeros(2, 2, dtype=lib.complex64)
    other = lib.mm(x, x.conj(), out=product.conj())
    return [result is view, out, view, other, product]


@program
def out_is_a_conjugate_that_is_made_larger(lib: Any) -> Any:
    x, out = complexes(lib).T, lib.zeros(0, dtype=lib.complex64)
    view = out.conj()
    return [lib.exp(x, out=view) is view, view, lib.mul(x, x.conj(), out=lib.ones(0, dtype=lib.complex64).conj())]


@program
def elements_of_conjugates(lib: Any) -> Any:
    y = complexes(lib).conj()
    return [y[0, 0].item(), y[1, 1].imag.item(), bool(y[0, 0]), complex(y[0, 1]), y.tolist()]


@program
def conj_of_a_double_tensor(lib: Any) -> Any:
    y = complexes(lib, double=True).conj()
    return [y, y.imag, y + complexes(lib).conj(), y.to(lib.complex64)]


@program
def predicates(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    aten = lib.ops.aten
    return [
        aten.is_conj(y),
        aten.is_neg(y),
        aten.is_conj(x),
        aten.is_neg(y.imag),
        y.is_complex(),
        y.numel(),
        y.size(0),
        y.stride(0),
    ]


@program
def numpy_of_a_conjugate(lib: Any) -> Any:
    return complexes(lib).conj().numpy()


@program
def numpy_of_a_resolved_conjugate(lib: Any) -> Any:
    return complexes(lib).conj().resolve_conj().numpy().tolist()


@program
def forced_numpy(lib: Any) -> Any:
    y = complexes(lib).conj()
    return [y.numpy(force=True).tolist(), y.imag.numpy(force=True).tolist()]


@program
def numpy_of_a_negative(lib: Any) -> Any:
    return complexes(lib).conj().imag.numpy()


@program
def view_as_real_of_a_conjugate(lib: Any) -> Any:
    return lib.view_as_real(complexes(lib).conj())


@program
def view_of_a_conjugate_as_another_dtype(lib: Any) -> Any:
    return complexes(lib).conj().view(lib.float32)


@program
def conj_of_the_operator_needs_complex_numbers(lib: Any) -> Any:
    return lib.ops.aten._conj(reals(lib))


@program
def conj_physical_in_place_of_reals(lib: Any) -> Any:
    x = reals(lib)
    return [x.conj_physical_() is x, x.conj_physical() is x]


@program
def metadata_in_place(lib: Any) -> Any:
    x = complexes(lib)
    y = x.conj()
    y.t_()
    z = x.conj()
    z.unsqueeze_(0)
    return [y, z, x]


# ---- negatives ----


@program
def negative_views(lib: Any) -> Any:
    n = negative(lib)
    view = lib.ops.aten._neg_view
    return [
        n,
        view(n),
        n.T,
        n[0],
        n.reshape(-1),
        n.clone(),
        n.resolve_neg(),
        n.contiguous(),
        n.expand(2, 2, 2),
        *n.unbind(0),
        n.real,
        n.detach(),
    ]


@program
def arithmetic_with_negatives(lib: Any) -> Any:
    n, x = negative(lib), reals(lib)
    return [
        n + x,
        n * n,
        n @ x,
        n.abs(),
        n.neg(),
        -n,
        n.sum(),
        n.relu(),
        n > x,
        n.max(),
        n.to(lib.float64),
        n.to(lib.int64),
        lib.cat([n, x]),
        n.conj() is n,
    ]


@program
def writing_to_negatives(lib: Any) -> Any:
    x = reals(lib)
    n = lib.ops.aten._neg_view(x)
    n.add_(1)
    first = x.clone()
    n[0] = 5
    second = x.clone()
    n.neg_()
    third = x.clone()
    n.copy_(reals(lib))
    fourth = x.clone()
    x.copy_(n.clone())
    return [x, n, first, second, third, fourth, n.mul_(2) is n, n.is_neg()]


@program
def negatives_of_conjugates(lib: Any) -> Any:
    x = complexes(lib)
    both = lib.ops.aten._neg_view(x.conj())
    return [x, both, both.conj(), both.resolve_conj(), both.resolve_neg(), both.clone(), both + 1, both.real, both.imag]


@program
def writing_to_negatives_of_conjugates(lib: Any) -> Any:
    x = complexes(lib)
    both = lib.ops.aten._neg_view(x).conj()
    both.add_(1 + 1j)
    first = x.clone()
    both[0] = 2 + 3j
    second = x.clone()
    both.copy_(complexes(lib).conj())
    return [x, both, first, second]


@program
def negative_integers(lib: Any) -> Any:
    n = lib.ops.aten._neg_view(lib.tensor([1, -2, 3]))
    return [n, n + 1, n.sum(), n.item() if n.numel() == 1 else n.tolist(), n.to(lib.float32)]


# ---- zeros ----


@program
def zeros_are_not_stored(lib: Any) -> Any:
    z = zeros(lib, 2, 3)
    return [
        z,
        z.clone(),
        z._is_zerotensor(),
        z.numel(),
        z.clone()._is_zerotensor(),
        zeros(lib),
        zeros(lib, 0, 2),
        zeros(lib, 2, dtype="int64"),
    ]


@program
def views_of_zeros(lib: Any) -> Any:
    z = zeros(lib, 2, 3)
    return [
        z.T._is_zerotensor(),
        z[0]._is_zerotensor(),
        z.expand(4, 2, 3)._is_zerotensor(),
        z.reshape(6)._is_zerotensor(),
        z.unsqueeze(0)._is_zerotensor(),
        z.view(3, 2)._is_zerotensor(),
        z.detach()._is_zerotensor(),
    ]


@program
def zeros_plus_and_minus(lib: Any) -> Any:
    z, x = zeros(lib, 2, 2), reals(lib)
    return [
        z + x,
        x + z,
        z + z,
        z - x,
        x - z,
        z + 1,
        lib.add(z, x, alpha=3),
        lib.add(x, z, alpha=3),
        z - z,
        lib.sub(z, x, alpha=2),
    ]


@program
def sums_with_zeros_are_new(lib: Any) -> Any:
    z, x = zeros(lib, 2, 2), reals(lib)
    result = z + x
    result.fill_(1)
    return [x, (x + z) is x]


@program
def sums_with_zeros_promote(lib: Any) -> Any:
    z, x = zeros(lib, 2, 2, dtype="float64"), reals(lib)
    whole = zeros(lib, 2, 2, dtype="int64")
    return [z + x, x + z, x + whole, whole + x, whole + zeros(lib, 2, 2), x * whole, whole * whole, whole / whole]


@program
def sums_with_zeros_broadcast(lib: Any) -> Any:
    z, x = zeros(lib, 3, 1, 2), reals(lib)
    return [z + x, x + z, z * x, z + zeros(lib, 4, 1), x - z]


@program
def zeros_times(lib: Any) -> Any:
    z, x = zeros(lib, 2, 2), reals(lib)
    return [z * x, x * z, z * z, z * 2, x / 2, z / x, lib.mul(z, 3.5), z / 2]


@program
def division_by_zeros(lib: Any) -> Any:
    return reals(lib) / zeros(lib, 2, 2)


@program
def zeros_times_wrong_shapes(lib: Any) -> Any:
    return zeros(lib, 3) * reals(lib)


@program
def other_operators_of_zeros(lib: Any) -> Any:
    z, x = zeros(lib, 2, 2), reals(lib)
    return [
        z.exp(),
        z.sum(),
        z @ x,
        lib.cat([z, x]),
        z.neg(),
        z.to(lib.float64),
        z == x,
        z.abs(),
        lib.where(x > 0, x, z),
        lib.dot(z[0], x[0]),
    ]


@program
def zeros_like_zeros(lib: Any) -> Any:
    z = zeros(lib, 2, 2)
    return [
        lib.zeros_like(z),
        lib.ones_like(z),
        lib.empty_like(z)._is_zerotensor(),
        lib.full_like(z, 2),
        z.new_zeros(2),
    ]


@program
def zeros_cannot_be_written(lib: Any) -> Any:
    return zeros(lib, 2).add_(1)


@program
def zeros_cannot_be_filled(lib: Any) -> Any:
    return zeros(lib, 2).fill_(1)


@program
def zeros_cannot_be_copied_to(lib: Any) -> Any:
    return zeros(lib, 2).copy_(lib.ones(2))


@program
def zeros_cannot_be_out(lib: Any) -> Any:
    return lib.add(lib.ones(2), lib.ones(2), out=zeros(lib, 2))


@program
def zeros_are_copied_and_added_in_place(lib: Any) -> Any:
    x, y = reals(lib), reals(lib)
    x.copy_(zeros(lib, 2, 2))
    y.add_(zeros(lib, 2))
    y[0] = zeros(lib, 2)
    return [x, y]


@program
def zeros_of_complex_numbers(lib: Any) -> Any:
    z, x = zeros(lib, 2, 2, dtype="complex64"), complexes(lib)
    return [z + x.conj(), x.conj() + z, z * x.conj(), z.conj().is_conj(), z.real._is_zerotensor(), z + reals(lib)]


@program
def numpy_of_zeros(lib: Any) -> Any:
    return zeros(lib, 2).numpy()


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name: str) -> None:
    ours, theirs = outcome(wye, PROGRAMS[name]), outcome(torch, PROGRAMS[name])
    if name in OWN_WORDS:
        ours, theirs = ours[0], theirs[0]
    assert ours == theirs
