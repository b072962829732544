"""`func.jvp` and `hessian` of functions: as PyTorch's where it has them, and as wye's own reverse mode everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wye
from wye import transforms

torch = pytest.importorskip("torch")

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]
RNG = np.random.default_rng(0)


def numbers(*shape: int, kind: str = "") -> Any:
    found = RNG.standard_normal(shape)
    if kind == "positive":
        return found * found + 0.5
    if kind == "symmetric":
        return found @ found.swapaxes(-1, -2) + np.eye(shape[-1])
    if kind == "complex":
        return found + 1j * RNG.standard_normal(shape)
    return found


def lower(x: Any) -> Any:
    """A triangle with a diagonal that is not small."""
    return x.tril(-1) + x.diagonal(0, -2, -1).exp().diag_embed()


def symmetric(x: Any) -> Any:
    return x @ x.mH + 1.0


def spread(*values: Any) -> Any:
    """One number that depends on the values and on their places, but not on the phase of vectors."""
    total = 0
    for value in values:
        flat = (value * value.conj()).real.reshape(-1) if value.is_complex() else value.reshape(-1)
        total = total + sum(((i + 1) * one).sin() for i, one in enumerate(flat.unbind()))
    return total


SQUARE, TALL, WIDE, VECTOR = numbers(3, 3), numbers(4, 3), numbers(3, 5), numbers(3)
TURNED = numbers(3, 3, kind="complex")
IMAGE, WEIGHT = numbers(2, 4, 5, 6), numbers(4, 4, 3, 3)

# By name: a function of the library and of arrays as tensors, then the arrays.
LINALG: dict[str, tuple[Any, ...]] = {
    "cholesky": (lambda lib, a: lib.linalg.cholesky(symmetric(a)), SQUARE),
    "cholesky_inverse": (lambda lib, a: lib.cholesky_inverse(lower(a)), SQUARE),
    "cholesky_inverse upper": (lambda lib, a: lib.cholesky_inverse(lower(a).mT, upper=True), SQUARE),
    "cholesky_solve": (lambda lib, b, a: lib.cholesky_solve(b, lower(a)), numbers(3, 2), SQUARE),
    "cholesky_solve upper": (lambda lib, b, a: lib.cholesky_solve(b, lower(a).mT, True), numbers(3, 2), SQUARE),
    "eigh": (lambda lib, a: [lib.linalg.eigh(symmetric(a))[0], lib.linalg.eigh(symmetric(a))[1].abs()], SQUARE),
    "eigh complex": (lambda lib, a: [one.abs() for one in lib.linalg.eigh(symmetric(a))], TURNED),
    "eigvalsh": (lambda lib, a: lib.linalg.eigvalsh(symmetric(a)), SQUARE),
    "eig": (lambda lib, a: [one.abs() for one in lib.linalg.eig(a)], SQUARE),
    "eig complex": (lambda lib, a: [one.abs() for one in lib.linalg.eig(a)], TURNED),
    "svd": (lambda lib, a: [one.abs() for one in lib.linalg.svd(a, full_matrices=False)], TALL),
    "svd wide": (lambda lib, a: [one.abs() for one in lib.linalg.svd(a, full_matrices=False)], WIDE),
    "svd complex": (lambda lib, a: [one.abs() for one in lib.linalg.svd(a)], TURNED),
    "svdvals": (lambda lib, a: lib.linalg.svdvals(a), WIDE),
    "qr": (lambda lib, a: list(lib.linalg.qr(a)), TALL),
    "qr wide": (lambda lib, a: list(lib.linalg.qr(a)), WIDE),
    "qr complex": (lambda lib, a: list(lib.linalg.qr(a)), TURNED),
    "lu": (lambda lib, a: list(lib.linalg.lu(a))[1:], SQUARE),
    "lu tall": (lambda lib, a: list(lib.linalg.lu(a))[1:], TALL),
    "lu wide": (lambda lib, a: list(lib.linalg.lu(a))[1:], WIDE),
    "lu_factor": (lambda lib, a: lib.linalg.lu_factor(a)[0], TALL),
    "lu_solve": (lambda lib, a, b: lib.linalg.lu_solve(*lib.linalg.lu_factor(a), b), SQUARE, numbers(3, 2)),
    "lu_solve right": (
        lambda lib, a, b: lib.linalg.lu_solve(*lib.linalg.lu_factor(a), b, left=False, adjoint=True),
        TURNED,
        numbers(2, 3, kind="complex"),
    ),
    "lu_unpack": (lambda lib, a: list(lib.lu_unpack(*lib.linalg.lu_factor(a)))[1:], WIDE),
    "lstsq": (lambda lib, a, b: list(lib.linalg.lstsq(a, b))[:2], TALL, numbers(4, 2)),
    "pinv": (lambda lib, a: lib.linalg.pinv(a), TALL),
    "pinv wide": (lambda lib, a: lib.linalg.pinv(a), numbers(2, 3, kind="complex")),
    "solve_triangular": (
        lambda lib, a, b: lib.linalg.solve_triangular(lower(a), b, upper=False),
        SQUARE,
        numbers(3, 2),
    ),
    "solve_triangular right": (
        lambda lib, a, b: lib.linalg.solve_triangular(lower(a).mT, b, upper=True, left=False, unitriangular=True),
        SQUARE,
        numbers(2, 3),
    ),
    "triangular_solve": (
        lambda lib, b, a: list(lib.triangular_solve(b, lower(a), upper=False, transpose=True)),
        numbers(3, 2),
        SQUARE,
    ),
    "householder_product": (lambda lib, a, t: lib.linalg.householder_product(a, t), TALL, numbers(2)),
    "ormqr": (lambda lib, a, t, c: lib.ormqr(a, t, c, True, True), TALL, numbers(3), numbers(4, 2)),
    "matrix_exp": (lambda lib, a: lib.linalg.matrix_exp(a), SQUARE),
    "det": (lambda lib, a: lib.linalg.det(a), SQUARE),
    "slogdet": (lambda lib, a: list(lib.linalg.slogdet(a)), SQUARE),
    "solve": (lambda lib, a, b: lib.linalg.solve(a, b), SQUARE, VECTOR),
    "inv": (lambda lib, a: lib.linalg.inv(a), SQUARE),
    "vector_norm": (lambda lib, a: lib.linalg.vector_norm(a, 3, -1), TURNED),
    "matrix_norm": (lambda lib, a: lib.linalg.matrix_norm(a, "nuc"), TALL),
}
OTHERS: dict[str, tuple[Any, ...]] = {
    "cdist": (lambda lib, a, b: lib.cdist(a, b), TALL, SQUARE),
    "cdist 3": (lambda lib, a, b: lib.cdist(a, b, 3.0), TALL, SQUARE),
    "pdist": (lambda lib, a: lib.nn.functional.pdist(a), TALL),
    "renorm": (lambda lib, a: a.renorm(2, 0, 1.5), TALL),
    "softmax": (lambda lib, a: a.softmax(-1), TALL),
    "log_softmax": (lambda lib, a: a.log_softmax(0), TALL),
    "grid_sample": (
        lambda lib, a, g: lib.nn.functional.grid_sample(a, g, align_corners=False),
        numbers(1, 2, 4, 4),
        numbers(1, 2, 3, 2) * 0.4,
    ),
    "grid_sample cubic": (
        lambda lib, a, g: lib.nn.functional.grid_sample(
            a, g, mode="bicubic", padding_mode="reflection", align_corners=True
        ),
        numbers(1, 1, 4, 4),
        numbers(1, 2, 2, 2) * 0.7,
    ),
    "grid_sample 3d": (
        lambda lib, a, g: lib.nn.functional.grid_sample(a, g, padding_mode="border", align_corners=False),
        numbers(1, 1, 2, 3, 3),
        numbers(1, 1, 2, 2, 3) * 0.6,
    ),
    "attention": (
        lambda lib, q, k, v: lib.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True),
        numbers(1, 2, 3, 4),
        numbers(1, 2, 3, 4),
        numbers(1, 2, 3, 4),
    ),
    "multi_margin_loss": (lambda lib, a: lib.nn.functional.multi_margin_loss(a, lib.tensor([1, 2, 0, 0])), TALL),
    "multilabel_margin_loss": (
        lambda lib, a: lib.nn.functional.multilabel_margin_loss(
            a, lib.tensor([[1, -1, 0], [0, 2, -1], [2, 1, 0], [-1, 0, 0]]), reduction="none"
        ),
        TALL,
    ),
    "embedding_bag": (
        lambda lib, a, w: lib.nn.functional.embedding_bag(
            lib.tensor([0, 2, 1, 2]), a, lib.tensor([0, 3]), mode="sum", per_sample_weights=w
        ),
        TALL,
        numbers(4),
    ),
    "embedding_bag max": (
        lambda lib, a: lib.nn.functional.embedding_bag(lib.tensor([0, 2, 1, 2]), a, lib.tensor([0, 3]), mode="max"),
        TALL,
    ),
    "embedding_bag mean": (
        lambda lib, a: lib.nn.functional.embedding_bag(lib.tensor([0, 2, 1, 2]), a, lib.tensor([0, 3])),
        TALL,
    ),
    "igamma": (lambda lib, a: lib.special.gammainc(lib.full_like(a, 1.5), a), numbers(3, kind="positive")),
    "zeta": (lambda lib, a: lib.special.zeta(lib.full_like(a, 2.5), a), numbers(3, kind="positive")),
    **{
        f"scatter_reduce {kind} {own}": (
            lambda lib, a, b, kind=kind, own=own: a.scatter_reduce(
                0, lib.tensor([[0, 1, 1], [0, 0, 3]]), b, kind, include_self=own
            ),
            TALL,
            numbers(2, 3),
        )
        for kind in ("sum", "mean", "prod", "amax", "amin")
        for own in (True, False)
    },
    **{
        f"index_reduce {kind}": (
            lambda lib, a, b, kind=kind: a.index_reduce(0, lib.tensor([0, 2, 2]), b, kind),
            TALL,
            SQUARE,
        )
        for kind in ("mean", "prod", "amax", "amin")
    },
    "conv2d": (
        lambda lib, a, w: lib.nn.functional.conv2d(a, w, stride=2, padding=1),
        IMAGE[:1, :, :4, :4],
        WEIGHT,
    ),
    "conv_transpose2d": (
        lambda lib, a, w, b: lib.nn.functional.conv_transpose2d(a, w, b, groups=2),
        IMAGE[:1, :, :2, :2],
        WEIGHT[:, :2, :2, :2],
        numbers(4),
    ),
    "batch_norm": (
        lambda lib, a, w, b: lib.nn.functional.batch_norm(a, None, None, w, b, training=True),
        IMAGE[:, :, :2, :1],
        numbers(4),
        numbers(4),
    ),
    "layer_norm": (
        lambda lib, a, w, b: lib.nn.functional.layer_norm(a, (3,), w, b),
        TALL,
        VECTOR,
        numbers(3),
    ),
    "group_norm": (
        lambda lib, a, w, b: lib.nn.functional.group_norm(a, 2, w, b),
        IMAGE[:1, :, :2, 0],
        numbers(4),
        numbers(4),
    ),
    "max_pool2d": (lambda lib, a: lib.nn.functional.max_pool2d(a, 2), IMAGE[:1, :1, :4, :4]),
    "max_pool3d": (lambda lib, a: lib.nn.functional.max_pool3d(a, 2), IMAGE[:1, :2, :4, :4]),
    "avg_pool2d": (lambda lib, a: lib.nn.functional.avg_pool2d(a, 3, 2, 1), IMAGE[:1, :1, :4, :4]),
    "adaptive_avg_pool2d": (lambda lib, a: lib.nn.functional.adaptive_avg_pool2d(a, 2), IMAGE[:1, :1, :3, :3]),
    "adaptive_avg_pool3d": (lambda lib, a: lib.nn.functional.adaptive_avg_pool3d(a, 2), IMAGE[:1, :3, :3, :3]),
}
FUNCTIONS = {**LINALG, **OTHERS}
# PyTorch has no forward mode for them, or its tangents are not those that small differences give (cholesky_inverse,
# the product of scatter_reduce, triangular_solve of a transposed matrix).
OURS_ALONE = frozenset((
    "cholesky_inverse", "cholesky_inverse upper", "scatter_reduce prod True", "scatter_reduce prod False",
    "triangular_solve", "attention", "cdist", "cdist 3",
    "embedding_bag", "embedding_bag max", "embedding_bag mean",
    "grid_sample", "grid_sample 3d", "grid_sample cubic", "igamma", "index_reduce amax", "index_reduce amin",
    "index_reduce mean", "index_reduce prod", "multi_margin_loss", "multilabel_margin_loss", "ormqr", "pdist", "zeta",
))  # fmt: skip


def listed(result: Any) -> list[Any]:
    return list(result) if isinstance(result, (list, tuple)) else [result]


def array(tensor: Any) -> Any:
    return (tensor.detach() + 0).resolve_conj().numpy()


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_tangents_are_those_of_pytorch_and_of_backward(name: str) -> None:
    fn, *arrays = FUNCTIONS[name]
    rng = np.random.default_rng(1)
    directions = [
        rng.standard_normal(one.shape) + (1j * rng.standard_normal(one.shape) if one.dtype.kind == "c" else 0)
        for one in arrays
    ]

    def both(lib: Any, jvp: Any) -> list[Any]:
        primals, tangents = (tuple(lib.tensor(one) for one in values) for values in (arrays, directions))
        values, found = jvp(lambda *args: listed(fn(lib, *args)), primals, tangents)
        return [array(one) for one in (*values, *found)]

    found = both(wye, transforms.jvp)
    if name not in OURS_ALONE:
        for one, other in zip(found, both(torch, torch.func.jvp), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-9)
    primals = tuple(wye.tensor(one) for one in arrays)
    values, pull = transforms.vjp(lambda *args: listed(fn(wye, *args)), *primals)
    starts = [wye.tensor(rng.standard_normal(one.shape)).to(one.dtype) for one in values]
    forward = sum(np.sum(np.conj(array(s)) * t).real for s, t in zip(starts, found[len(values) :], strict=True))
    reverse = sum(np.sum(np.conj(array(g)) * t).real for g, t in zip(pull(starts), directions, strict=True))
    np.testing.assert_allclose(forward, reverse, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_directions_of_gradients_are_gradients_of_gradients(name: str) -> None:
    """Forward over reverse uses the forward rules of the backward operators."""
    fn, *arrays = FUNCTIONS[name]
    primals = tuple(wye.tensor(one) for one in arrays)
    directions = tuple(wye.tensor(np.random.default_rng(i).standard_normal(x.shape)) for i, x in enumerate(arrays))
    places = tuple(range(len(primals)))
    gradient = transforms.grad(lambda *args: spread(*listed(fn(wye, *args))), places)
    one = transforms.jvp(gradient, primals, directions)[1]

    def along(*args: Any) -> Any:
        return sum((g * d).sum() for g, d in zip(gradient(*args), directions, strict=True))

    for a, b in zip(one, transforms.grad(along, places)(*primals), strict=True):
        np.testing.assert_allclose(array(a), array(b), rtol=1e-7, atol=1e-8)
