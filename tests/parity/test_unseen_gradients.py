"""Gradients that are computed on arrays, where nothing sees it, are those of the formulas."""

from collections.abc import Callable

import pytest

import wye
from wye._engine import engine
from wye.nn import functional

linalg = wye.linalg
resized, padded = functional.interpolate, functional.pad


def spd(a: wye.Tensor) -> wye.Tensor:
    return a @ a.mT + 3 * wye.eye(a.shape[-1], dtype=a.dtype)


AT = wye.tensor([2, 0, 2])
LABELS = wye.tensor([[2, 0, -1], [1, -1, 0]])
W = wye.tensor([1.0, 2.0, 0.5], dtype=wye.float64)
MASK = wye.tensor([True, False, True])

# Each takes two tensors of these shapes.
CALLS: dict[str, tuple[Callable[..., wye.Tensor], tuple[int, ...], tuple[int, ...]]] = {
    "nearest": (lambda x, y: resized(x, scale_factor=2), (2, 1, 3, 2), ()),
    "nearest, other scale": (lambda x, y: resized(x, scale_factor=1.7), (1, 2, 3), ()),
    "nearest, exact": (lambda x, y: resized(x, size=[5, 1, 4], mode="nearest-exact"), (1, 2, 2, 3, 2), ()),
    "linear": (lambda x, y: resized(x, scale_factor=1.5, mode="linear"), (2, 1, 4), ()),
    "bilinear": (lambda x, y: resized(x, size=(5, 2), mode="bilinear", align_corners=True), (1, 2, 3, 3), ()),
    "bicubic": (lambda x, y: resized(x, size=(5, 2), mode="bicubic"), (1, 1, 3, 3), ()),
    "trilinear": (lambda x, y: resized(x, size=(1, 2, 5), mode="trilinear"), (1, 1, 3, 2, 2), ()),
    "antialiased": (lambda x, y: resized(x, size=(2, 3), mode="bilinear", antialias=True), (1, 1, 5, 4), ()),
    "bilinear, large": (lambda x, y: resized(x, size=(30, 9), mode="bilinear"), (1, 1, 20, 20), ()),
    "reflection": (lambda x, y: padded(x, (1, 2), mode="reflect"), (2, 3, 4), ()),
    "reflection, cut": (lambda x, y: padded(x, (1, -1, 2, 0), mode="reflect"), (2, 3, 4), ()),
    "replication": (lambda x, y: padded(x, (1, 0, 2, 3, 0, 1), mode="replicate"), (1, 2, 2, 3), ()),
    "index": (lambda x, y: x[AT], (3, 2), ()),
    "index of columns": (lambda x, y: x[:, AT], (2, 3), ()),
    "index by a mask": (lambda x, y: x[MASK], (3, 2), ()),
    "index of two dimensions": (lambda x, y: x[AT, :, AT - 3], (3, 2, 3), ()),
    "masked_select": (lambda x, y: x.masked_select(MASK.expand(2, 3)), (2, 3), ()),
    "trace": (lambda x, y: x.trace() * y, (3, 2), (2,)),
    "trace of a wide matrix": (lambda x, y: x.trace() * y, (2, 4), (2,)),
    "as_strided": (lambda x, y: x.as_strided((2, 3), (1, 1), 1), (3, 3), ()),
    "as_strided of an expanded tensor": (lambda x, y: x.expand(2, 3).as_strided((2, 2), (0, 1)), (3,), ()),
    "aminmax": (lambda x, y: wye.stack(wye.aminmax(x, dim=1)), (3, 4), ()),
    "take": (lambda x, y: x.take(AT - 1), (2, 2), ()),
    "mm": (wye.mm, (2, 3), (3, 4)),
    "mm, transposed": (lambda x, y: x.t() @ y.t(), (3, 2), (4, 3)),
    "addmm": (lambda x, y: wye.addmm(y, x, y, alpha=2), (4, 4), (4, 4)),
    "mv": (wye.mv, (2, 3), (3,)),
    "bmm": (wye.bmm, (2, 3, 2), (2, 2, 4)),
    "baddbmm": (lambda x, y: wye.baddbmm(y, x, y), (2, 3, 3), (2, 3, 3)),
    "cdist": (wye.cdist, (3, 2), (4, 2)),
    "cdist of batches": (lambda x, y: wye.cdist(x, y, 1.0), (2, 1, 3, 2), (3, 4, 2)),
    "cdist to itself": (lambda x, y: wye.cdist(x, x), (3, 2), ()),
    "det": (lambda x, y: linalg.det(x), (2, 3, 3), ()),
    "slogdet": (lambda x, y: linalg.slogdet(x)[1], (2, 3, 3), ()),
    "inverse": (lambda x, y: linalg.inv(x), (3, 3), ()),
    "solve": (linalg.solve, (3, 3), (3, 2)),
    "solve for a vector": (linalg.solve, (3, 3), (3,)),
    "solve from the right": (lambda x, y: linalg.solve(x, y, left=False), (3, 3), (2, 3)),
    "solve of a batch": (linalg.solve, (2, 3, 3), (3, 2)),
    "solve, triangular": (lambda x, y: linalg.solve_triangular(spd(x), y, upper=True), (3, 3), (3, 2)),
    "solve, unit": (
        lambda x, y: linalg.solve_triangular(x, y, upper=False, left=False, unitriangular=True), (2, 3, 3), (4, 3)
    ),
    "cholesky": (lambda x, y: linalg.cholesky(spd(x)), (2, 3, 3), ()),
    "cholesky, upper": (lambda x, y: linalg.cholesky(spd(x), upper=True), (3, 3), ()),
    "qr": (lambda x, y: sum(part.sum(-2) for part in linalg.qr(x)), (4, 3), ()),
    "q": (lambda x, y: linalg.qr(x)[0], (3, 3), ()),
    "eigh": (lambda x, y: linalg.eigh(spd(x))[1].abs() + linalg.eigh(spd(x))[0], (3, 3), ()),
    "eigvalsh": (lambda x, y: linalg.eigvalsh(spd(x)), (2, 3, 3), ()),
    "lu": (lambda x, y: sum(linalg.lu(x)[1:]), (3, 3), ()),
    "lu_factor": (lambda x, y: linalg.lu_factor(x)[0], (3, 3), ()),
    "pinv": (lambda x, y: linalg.pinv(x), (2, 3), ()),
    "pinv of a high matrix": (lambda x, y: linalg.pinv(x), (2, 3, 2), ()),
    "multi_margin_loss": (lambda x, y: functional.multi_margin_loss(x, AT, p=2, weight=W.to(x.dtype)), (3, 3), ()),
    "multi_margin_loss of each": (
        lambda x, y: functional.multi_margin_loss(x, AT, margin=0.5, reduction="none"), (3, 3), ()
    ),
    "multilabel_margin_loss": (lambda x, y: functional.multilabel_margin_loss(x, LABELS), (2, 3), ()),
    "multilabel_margin_loss of each": (
        lambda x, y: functional.multilabel_margin_loss(x, LABELS, reduction="none"), (2, 3), ()
    ),
    **{
        f"grid_sample, {mode}, {padding}, {corners}": (
            lambda x, y, mode=mode, padding=padding, corners=corners: functional.grid_sample(
                x, y, mode, padding, corners
            ),
            (2, 2, 3, 4), (2, 2, 3, 2),
        )
        for mode in ("bilinear", "nearest", "bicubic")
        for padding in ("zeros", "border", "reflection")
        for corners in (False, True)
    },
    "grid_sample of volumes": (
        lambda x, y: functional.grid_sample(x, y, align_corners=False), (1, 2, 3, 2, 2), (1, 2, 1, 2, 3)
    ),
    "group_norm": (lambda x, y: functional.group_norm(x, 2), (2, 4, 3), ()),
    "group_norm with weights": (lambda x, y: functional.group_norm(x, 2, y, y), (2, 4, 3), (4,)),
    "batch_norm that is not trained": (
        lambda x, y: functional.batch_norm(x, W.to(x.dtype), W.to(x.dtype), y), (2, 3, 2), (3,)
    ),
    "cross": (lambda x, y: linalg.cross(x, y, dim=1), (2, 3, 2), (2, 3, 2)),
    "svdvals": (lambda x, y: linalg.svdvals(x), (3, 2), ()),
    "embedding_bag": (lambda x, y: functional.embedding_bag(AT, x, AT[1:] // 2), (3, 2), ()),
    "greatest of bags, one of them empty": (
        lambda x, y: functional.embedding_bag(AT, x, wye.tensor([0, 0, 1, 3]), mode="max"), (3, 2), ()
    ),
    "nansum": (lambda x, y: x.log().nansum(1), (3, 4), ()),
    "nansum of all": (lambda x, y: x.log().nansum(), (3, 4), ()),
    "median": (lambda x, y: x.round().median(), (3, 5), ()),
    "masked_scatter": (lambda x, y: x.masked_scatter(MASK, y), (2, 3), (7,)),
    "masked_scatter of equal shapes": (lambda x, y: x.masked_scatter(MASK, y), (3,), (3,)),
    "pdist": (lambda x, y: functional.pdist(x), (4, 2), ()),
    "pdist, sums": (lambda x, y: functional.pdist(x.round(), 1.0), (4, 2), ()),
    "lstsq": (lambda x, y: linalg.lstsq(x, y)[0], (4, 3), (4, 2)),
    "lstsq of a wide matrix and a vector": (lambda x, y: linalg.lstsq(x, y)[0], (2, 3), (2,)),
    "avg_pool3d": (lambda x, y: functional.avg_pool3d(x, 2, 1), (1, 2, 3, 3, 3), ()),
    "avg_pool3d with few windows": (lambda x, y: functional.avg_pool3d(x, (2, 3, 2), 1), (1, 3, 3, 3), ()),
    "irfft2": (lambda x, y: wye.fft.irfft2(wye.complex(x, y)), (3, 4), (3, 4)),
    "irfft": (lambda x, y: wye.fft.irfft(wye.complex(x, y), 5, 0, "ortho"), (3, 4), (3, 4)),
    **{
        f"scatter_reduce, {how}, {included}": (
            lambda x, y, how=how, included=included: x.round().scatter_reduce(
                1, AT.expand(2, 3), y.round(), how, include_self=included
            ),
            (2, 4), (2, 3),
        )
        for how in ("prod", "mean", "amax", "amin")
        for included in (False, True)
    },
    **{
        f"index_reduce, {how}": (lambda x, y, how=how: x.index_reduce(0, AT, y, how), (4, 2), (3, 2))
        for how in ("prod", "mean", "amax")
    },
    "svd": (lambda x, y: linalg.svd(x)[1], (2, 3), ()),
}  # fmt: skip


def gradients(call: Callable[..., wye.Tensor], *given: wye.Tensor) -> tuple[wye.Tensor, ...]:
    leaves = [one.detach().requires_grad_() for one in given]
    made = call(*leaves)
    weights = wye.arange(made.numel(), dtype=made.dtype).reshape(made.shape).sin()
    return wye.autograd.grad((made * weights).sum(), leaves, allow_unused=True)


@pytest.mark.parametrize("dtype", [wye.float32, wye.float64])
@pytest.mark.parametrize("name", CALLS)
def test_arrays_give_what_the_formula_gives(name: str, dtype: wye.dtype, monkeypatch: pytest.MonkeyPatch) -> None:
    wye.manual_seed(0)
    call, first, second = CALLS[name]
    given = wye.randn(first, dtype=dtype), wye.randn(second, dtype=dtype)
    found = gradients(call, *given)
    with monkeypatch.context() as patch:
        patch.setattr(engine, "compute_unseen", lambda *_: None)
        expected = gradients(call, *given)
    for one, other in zip(found, expected, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.stride() == other.stride()
            wye.testing.assert_close(one, other, atol=2e-5, rtol=2e-5)


def test_a_pass_that_is_recorded_calls_operators() -> None:
    x = wye.randn(3, 3, dtype=wye.float64, requires_grad=True)
    (first,) = wye.autograd.grad(linalg.det(x), x, create_graph=True)
    (second,) = wye.autograd.grad(first.pow(2).sum(), x)
    assert second.abs().sum() > 0


def test_a_mode_sees_the_operators_of_a_formula() -> None:
    from wye.modes import DispatchMode

    seen = []

    class Names(DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
            seen.append(func.name())
            return func(*args, **(kwargs or {}))

    x = wye.randn(2, 3, 3, requires_grad=True)
    made = x.bmm(x)
    with Names():
        made.backward(wye.ones_like(made))
    assert seen.count("aten::bmm") == 2


COMPLEX_CALLS: dict[str, Callable[..., wye.Tensor]] = {
    "abs": lambda z: z.abs(),
    "abs of a conjugate": lambda z: z.conj().abs(),
    "product": lambda z: (z * z.mT).abs(),
    "sgn": lambda z: z.sgn().real,
    "quotient with a conjugate": lambda z: (z / z.conj()).real,
    "exp": lambda z: z.exp().imag,
    "fft2": lambda z: wye.fft.fft2(z).abs(),
    "rfft2": lambda z: wye.fft.rfft2(z.real, norm="ortho").abs(),
    "rfft of rows": lambda z: wye.fft.rfft(z.real, dim=0).abs(),
    "fft of real numbers": lambda z: wye.fft.fft(z.imag, norm="forward").abs(),
    "ifft of real numbers": lambda z: wye.fft.ifft(z.real).abs(),
    "hfft": wye.fft.hfft,
    "product of matrices": lambda z: (z @ z.mH).abs(),
}


@pytest.mark.parametrize("dtype", [wye.complex64, wye.complex128])
@pytest.mark.parametrize("name", COMPLEX_CALLS)
def test_complex_numbers_on_arrays_give_what_the_formula_gives(
    name: str, dtype: wye.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    wye.manual_seed(0)
    given = wye.randn(3, 3, dtype=dtype)
    (found,) = gradients(COMPLEX_CALLS[name], given)
    with monkeypatch.context() as patch:
        patch.setattr(engine, "compute_unseen", lambda *_: None)
        patch.setattr(engine, "compute_unseen_complex", lambda *_: None)
        (expected,) = gradients(COMPLEX_CALLS[name], given)
    assert found.is_conj() == expected.is_conj()
    wye.testing.assert_close(found, expected, atol=2e-5, rtol=2e-5)


def test_a_function_of_arrays_is_given_the_numbers_of_a_lazy_conjugate() -> None:
    z = wye.tensor([1 + 2j, 3 - 1j])
    with wye.no_grad():
        found = engine.compute_unseen_complex(lambda one, several: one + several[0], z.conj(), [z.conj()])
        one = engine.compute_unseen_complex(lambda one: one * 1j, z[0].conj())
    if found is not None:  # the engine in Python leaves it to operators
        wye.testing.assert_close(found, 2 * z.conj().resolve_conj())
        wye.testing.assert_close(one, z[0].conj().resolve_conj() * 1j)
