"""Autocast on the CPU against PyTorch: the dtype and the values that operators give under it, from each dtype."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import wye

torch = pytest.importorskip("torch")

_PROGRAMS = """
mm(a, b)
bmm(a[None], b[None])
addmm(a, a, b)
addbmm(a, a[None], b[None])
baddbmm(a[None], a[None], b[None])
matmul(a, b)
matmul(a[0], b[0])
mv(a, b[0])
dot(a[0], b[0])
linalg.vecdot(a, b)
linalg.multi_dot([a, b, a])
einsum("ij,kj->ik", a, b)
tensordot(a, b, 1)
chain_matmul(a, b)
inner(a, b)
outer(a[0], b[0])
nn.functional.linear(a, b, a[0])
nn.functional.bilinear(a, b, a[None].expand(3, 3, 3).contiguous())
nn.functional.conv1d(a[None], b[None])
nn.functional.conv1d(a[None], b[None], padding="same")
nn.functional.conv2d(a[None, None], b[None, None])
nn.functional.conv3d(a[None, None, None], b[None, None, None])
nn.functional.conv_transpose1d(a[None], b[:, None])
nn.functional.conv_transpose2d(a[None, None], b[None, None])
nn.functional.prelu(a, b[0])
nn.functional.scaled_dot_product_attention(a[None], b[None], a[None])
nn.functional.softmax(a, 0)
nn.functional.log_softmax(a, 0)
nn.functional.layer_norm(a, (3,))
nn.functional.group_norm(a[None], 3)
nn.functional.gelu(a)
nn.functional.mse_loss(a, b)
nn.functional.l1_loss(a, b)
nn.functional.smooth_l1_loss(a, b)
nn.functional.huber_loss(a, b)
nn.functional.kl_div(a, b)
nn.functional.binary_cross_entropy(sigmoid(a), sigmoid(b))
nn.functional.binary_cross_entropy_with_logits(a, b)
nn.functional.cosine_embedding_loss(a, b, ones(3))
nn.functional.hinge_embedding_loss(a, b)
nn.functional.margin_ranking_loss(a, b, ones(3, 3))
nn.functional.poisson_nll_loss(a, b)
nn.functional.soft_margin_loss(a, b)
nn.functional.triplet_margin_loss(a, b, a + 1)
nn.functional.cross_entropy(a, tensor([0, 1, 2]))
nn.functional.nll_loss(a, tensor([0, 1, 2]))
nn.functional.multi_margin_loss(a, tensor([0, 1, 2]))
nn.functional.multilabel_margin_loss(a, tensor([[0, 1, -1], [1, 2, 0], [2, -1, -1]]))
nn.functional.avg_pool3d(a[None, None, None], (1, 2, 2))
nn.functional.avg_pool2d(a[None, None], 2)
nn.functional.max_pool3d(a[None, None, None], (1, 2, 2))
nn.functional.adaptive_avg_pool3d(a[None, None, None], (1, 2, 2))
nn.functional.pad(a[None], (1, 1), mode="reflect")
nn.functional.pad(a[None], (1, 1), mode="replicate")
nn.functional.grid_sample(a[None, None], a[None, :, :2].contiguous()[:, :, None], align_corners=False)
cdist(a, b)
prod(a)
prod(a, 0)
quantile(a, 0.5)
nanquantile(a, 0.5)
trace(a)
polar(a, b)
sum(a)
exp(a)
norm(a)
cumsum(a, 0)
fft.fft(a)
fft.rfft2(a)
linalg.inv(a)
linalg.cholesky(eye(3).to(a.dtype))
linalg.eigvalsh(a)
linalg.matrix_rank(a)
linalg.qr(a)[1]
linalg.svdvals(a)
linalg.solve(a, b)
linalg.cond(a)
linalg.pinv(a)
pinverse(a)
inverse(a)
cat([a, b])
cat([a, b.float()])
stack([a, b.float()])
stack([a, b])
index_copy(a, 0, tensor([0]), b[:1])
index_copy(a, 0, tensor([0]), b[:1].float())
addcmul(a, a, b)
atan2(a, b)
""".strip().split("\n")


class _Names(dict):  # type: ignore[type-arg]
    def __init__(self, module: object, **values: object) -> None:
        super().__init__(values)
        self.module = module

    def __missing__(self, name: str) -> object:
        return getattr(self.module, name)


def _run(module: object, program: str, dtype: str, to: str) -> object:
    rng = np.random.default_rng(5)
    a, b = (module.tensor(rng.normal(size=(3, 3)).astype("f4")).to(getattr(module, dtype)) for _ in "ab")  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with module.autocast("cpu", dtype=getattr(module, to)):  # type: ignore[attr-defined]
            try:
                return eval(program, _Names(module, a=a, b=b))
            except RuntimeError:
                return RuntimeError


@pytest.mark.parametrize("program", _PROGRAMS)
@pytest.mark.parametrize(("dtype", "to"), [("float32", "bfloat16"), ("bfloat16", "bfloat16"), ("float32", "float16"),
                                           ("float64", "bfloat16")])  # fmt: skip
def test_results_have_pytorchs_dtype_and_values(program: str, dtype: str, to: str) -> None:
    theirs, ours = _run(torch, program, dtype, to), _run(wye, program, dtype, to)
    if theirs is RuntimeError:
        pytest.skip("PyTorch has no such kernel for this dtype")
    assert str(ours.dtype).removeprefix("wye.") == str(theirs.dtype).removeprefix("torch.")  # type: ignore[attr-defined]
    wide = "complex128" if theirs.dtype.is_complex else "float64"  # type: ignore[attr-defined]
    got, expected = (np.asarray(y.to(getattr(m, wide)).tolist()) for m, y in ((wye, ours), (torch, theirs)))  # type: ignore[attr-defined]
    tolerance = 1e-4 if theirs.dtype in (torch.float32, torch.complex64, torch.float64) else 3e-2  # type: ignore[attr-defined]
    # PyTorch's bilinear gives float32 that it computed in the narrow dtype.
    if "bilinear" in program or (dtype, to) == ("float32", "float16") or "bfloat16" in str(theirs.dtype):  # type: ignore[attr-defined]
        tolerance = 3e-2
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)
