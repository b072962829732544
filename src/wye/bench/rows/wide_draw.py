"""A wide draw of everyday calls on small tensors, beside torch: functions, methods, factories, indexing, conversions.

Shown are the calls that take more than twice torch's time, and the mean of all.  ``direct`` is what NumPy's own calls
take where wye misses the target: what NumPy takes longer for, no Python around it can make quicker.
"""

import gc
from collections.abc import Iterator
from math import exp, log
from typing import Any

import numpy as np

import wye
from wye.bench.lines import Line, Target
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch, one_thread

__all__ = ["measure"]

CALLS = """
m.rand(3) | m.randn(3) | m.randn(3, 3) | m.randint(0, 10, (3,)) | m.randint(10, (3, 3)) | m.randperm(5)
m.randperm(50) | m.bernoulli(p) | m.normal(0.0, 1.0, (3,)) | m.normal(x, 1.0) | m.normal(x, p) | m.rand_like(x)
m.randn_like(x) | m.randint_like(x, 10) | x.uniform_(0, 1) | x.normal_() | x.bernoulli_(0.5) | x.exponential_()
x.random_(10) | m.multinomial(p, 2) | m.rand(64) | m.randn(64) | F.dropout(x, 0.5) | m.poisson(p)
m.searchsorted(so, x) | m.bucketize(x, so) | m.histc(x, 4) | m.bincount(at) | m.unique(at) | m.unique_consecutive(at)
m.nonzero(mask) | m.nonzero(x) | x.nonzero(as_tuple=True) | m.argwhere(a) | m.masked_select(x, mask)
x.masked_fill(mask, 0.0) | x.masked_fill_(mask, 0.0) | x.masked_scatter(mask, y) | m.isin(at, t) | F.softplus(x)
F.elu(x) | F.selu(x) | F.celu(x) | F.leaky_relu(x) | F.relu6(x) | F.hardtanh(x) | F.hardswish(x) | F.hardsigmoid(x)
F.silu(x) | F.mish(x) | F.logsigmoid(x) | F.softsign(x) | F.tanhshrink(x) | F.softshrink(x) | F.hardshrink(x)
F.threshold(x, 0.1, 0.0) | F.prelu(x, s0.reshape(1)) | F.glu(h) | F.gelu(x) | F.relu(x) | F.softmax(a, dim=1)
F.log_softmax(a, dim=1) | F.softmin(a, dim=1) | F.gumbel_softmax(a) | F.batch_norm(c, rm, rv)
F.batch_norm(c, rm, rv, training=True) | F.layer_norm(h, (16,)) | F.group_norm(c, 3) | F.instance_norm(c)
F.local_response_norm(c, 2) | F.rms_norm(h, (16,)) | F.normalize(a) | F.normalize(x, dim=0) | F.avg_pool2d(c, 2)
F.avg_pool1d(l, 2) | F.max_pool1d(l, 2) | F.max_pool2d(c, 2) | F.adaptive_avg_pool2d(c, 1)
F.adaptive_avg_pool2d(c, (2, 2)) | F.adaptive_max_pool2d(c, 2) | F.adaptive_avg_pool1d(l, 2) | F.lp_pool2d(c, 2, 2)
F.interpolate(c, scale_factor=2) | F.interpolate(c, scale_factor=2, mode='bilinear') | F.conv1d(l, lw)
F.conv2d(c, w) | F.conv2d(c, w, padding=1) | F.conv_transpose2d(c, w.transpose(0, 1)) | F.unfold(c, 3)
F.pad(x, (1, 1)) | F.pad(c, (1, 1, 1, 1)) | F.pixel_shuffle(w.reshape(1, 4, 3, 9), 2) | F.one_hot(t) | F.one_hot(t, 5)
F.embedding(t, e) | F.cross_entropy(a, t) | F.nll_loss(a, t) | F.mse_loss(x, y) | F.l1_loss(x, y)
F.smooth_l1_loss(x, y) | F.huber_loss(x, y) | F.binary_cross_entropy(p, xb)
F.binary_cross_entropy_with_logits(x, xb) | F.kl_div(x, p) | F.cosine_similarity(a, b)
F.cosine_similarity(x, y, dim=0) | F.pairwise_distance(a, b) | m.cdist(a, b) | F.triplet_margin_loss(a, b, a)
F.hinge_embedding_loss(x, xb) | F.margin_ranking_loss(x, y, xb) | F.cosine_embedding_loss(a, b, xb)
F.poisson_nll_loss(x, p) | F.gaussian_nll_loss(x, y, p) | F.soft_margin_loss(x, xb) | F.linear(h, v, k)
F.bilinear(h, h, m.zeros(2, 16, 16)) | F.scaled_dot_product_attention(bch, bch, bch) | a.scatter(1, j, b)
a.scatter_(1, j, b) | a.scatter_add(1, j, b) | a.scatter(1, j, 1.0) | a.scatter_reduce(1, j, b, 'sum')
a.gather(1, j) | x.put_(at, y) | m.take(a, at) | m.take_along_dim(a, j, 1) | a.index_select(0, at)
a.index_fill(0, at, 1.0) | a.index_add(0, at, b) | a.index_copy(0, at, b) | x.index_put((at,), y)
x.index_put_((at,), y) | a[at, at] | a[at] | a[:, at] | a[am] | a[0, 1] | a[1:, ::2] | a[None] | a[..., 0] | a[am.t()]
a.clone().__setitem__(0, 1.0) | a.__setitem__((slice(None), 0), 0.5) | a.__setitem__(am, 0.5) | a.__setitem__(at, b)
a.select(0, 1) | a.narrow(0, 1, 2) | a.diagonal() | x[at] | x[-1] | x[x > 0] | m.kron(a, b) | m.outer(x, y)
m.dot(x, y) | m.inner(a, b) | m.mv(a, x) | m.vdot(x, y) | m.cross(x, y, dim=0) | m.tensordot(a, b, dims=1)
m.einsum('ij,kj->ik', a, b) | m.einsum('i,i', x, y) | m.baddbmm(bch, bch, bch) | m.addmv(x, a, y) | m.addr(a, x, y)
m.bmm(bch, bch) | m.matmul(bch, bch) | m.matmul(bch, a) | m.matmul(x, y) | a @ b | a @ x | m.chain_matmul(a, b, a)
m.linalg.multi_dot([a, b, a]) | m.matrix_power(a, 3) | m.trace(a) | m.linalg.solve(s, x) | m.linalg.det(a) | m.det(a)
m.linalg.inv(a) | m.linalg.norm(a) | m.linalg.norm(x) | m.linalg.vector_norm(x) | m.linalg.matrix_norm(a)
m.linalg.qr(a) | m.linalg.svd(a) | m.linalg.svdvals(a) | m.linalg.eigh(s) | m.linalg.eigvalsh(s) | m.linalg.eig(a)
m.linalg.eigvals(a) | m.linalg.cholesky(s) | m.linalg.lstsq(a, b) | m.linalg.pinv(a) | m.linalg.slogdet(a)
m.logdet(s) | m.linalg.matrix_rank(a) | m.linalg.cond(a) | m.linalg.cross(x, y) | m.linalg.lu(a)
m.linalg.lu_factor(a) | m.linalg.solve_triangular(s, a, upper=True) | m.linalg.matrix_exp(a) | m.cholesky_solve(a, s)
m.inverse(a) | m.linalg.matrix_power(a, 2) | m.norm(x) | x.norm() | a.norm(dim=1) | m.fft.fft(x) | m.fft.ifft(z)
m.fft.rfft(x) | m.fft.irfft(z) | m.fft.fft2(a) | m.fft.fftn(a) | m.fft.fftfreq(8) | m.fft.fftshift(x)
m.fft.rfftfreq(8) | x.sum() | a.sum(0) | a.sum((0, 1)) | x.mean() | a.mean(0) | x.prod() | a.prod(0) | a.var()
a.var(0) | a.std(0) | a.std() | m.var_mean(a, 0) | m.std_mean(a) | x.median() | a.median(0) | a.nanmedian() | x.mode()
x.quantile(0.5) | x.nanquantile(0.5) | x.max() | a.max(0) | x.min() | a.min(0) | a.amax(0) | a.amin() | m.aminmax(x)
x.argmax() | a.argmin(1) | x.argsort() | x.sort() | m.msort(a) | x.topk(2) | x.kthvalue(2) | a.all() | mask.all()
mask.any() | am.any(0) | mask.sum() | a.logsumexp(1) | x.cumsum(0) | x.cumprod(0) | x.cummax(0) | x.logcumsumexp(0)
a.count_nonzero() | x.nansum() | x.nanmean() | m.diff(x) | m.trapz(x) | m.cov(a) | m.corrcoef(a) | a.renorm(2, 0, 1.0)
m.tril_indices(3, 3) | m.triu_indices(3, 3) | m.Tensor() | m.Tensor([1.0, 2.0]) | m.Tensor(3) | m.logspace(0, 1, 5)
m.linspace(0, 1, 5) | m.arange(0, 1, 0.1) | m.eye(3) | m.full((3,), 2.0) | m.full_like(x, 2.0) | m.ones_like(x)
m.empty_like(x) | m.zeros(3, dtype=m.int64) | m.tensor(1.0) | m.tensor([[1, 2], [3, 4]]) | m.as_tensor([1.0])
m.from_numpy(N) | m.as_tensor(N) | m.tensor(N) | m.scalar_tensor(1.0) | m.complex(x, y) | m.polar(p, y)
m.meshgrid(x, y, indexing='ij') | m.cartesian_prod(x, y) | m.combinations(x) | m.vander(x) | m.hann_window(8)
m.hamming_window(8) | x.new_zeros(3) | x.new_tensor([1.0]) | x.new_full((2,), 1.0) | m.diag(x) | m.diag(a)
m.diag_embed(x) | m.diagflat(x) | m.block_diag(a, b) | m.tril(a) | m.triu(a) | m.zeros(2, 3).fill_(1.0)
m.empty(3, 3) | x.view(m.int32) | x.to(m.float64) | x.double() | x.int() | x.long() | x.bool() | x.half() | x.float()
x.type(m.float64) | x.type() | x.numpy() | x.tolist() | a.tolist() | s0.item() | float(s0) | int(ints[0])
bool(mask[0]) | x.cpu() | x.to('cpu') | x.to(y) | x.type_as(f64) | x.bfloat16() | u8.float() | z.real | z.imag
z.abs() | z.conj() | m.view_as_real(z) | u8.view(m.int32) | x.data_ptr() | x.storage_offset() | hash(x) | list(x)
x.__len__() | x.element_size() | x.is_floating_point() | m.flip(a, (0,)) | m.fliplr(a) | m.roll(x, 1)
m.roll(a, 1, 0) | m.rot90(a) | m.cat([a, b], 1) | m.stack([a, b], 1) | m.hstack([x, y]) | m.vstack([x, y])
m.dstack([x, y]) | m.column_stack([x, y]) | m.split(x, 1) | m.chunk(x, 3) | m.tensor_split(x, 3) | m.hsplit(a, 3)
m.unbind(a) | a.repeat(2, 2) | x.repeat_interleave(2) | m.tile(x, (2,)) | a.expand(2, 3, 3) | a.expand_as(b)
x.unfold(0, 2, 1) | m.broadcast_to(x, (3, 3)) | m.broadcast_tensors(x, a) | m.movedim(a, 0, 1) | m.swapaxes(a, 0, 1)
a.mT | a.reshape(-1) | a.ravel() | a.flatten() | a.unflatten(0, (1, 3)) | m.squeeze(a) | m.atleast_2d(x)
a.contiguous() | a.t().contiguous() | a.view_as(b) | a.reshape_as(b) | m.add(x, y, alpha=2) | x - y | x * y | x / y
x // y | x % y | x ** y | x ** 0.5 | 2.0 / x | 1 - x | -x | abs(x) | at ^ t | at << 1 | at // 2 | at % 2 | x == y
x != 0 | x < 1 | mask & mask | ~mask | m.logical_and(mask, mask) | m.logical_not(x) | m.isnan(x) | m.isinf(x)
m.isfinite(x) | m.isclose(x, y) | m.allclose(x, y) | m.equal(x, y) | m.sign(x) | m.floor(x) | m.ceil(x) | m.round(x)
m.round(x, decimals=2) | m.trunc(x) | m.frac(x) | m.sqrt(p) | m.rsqrt(p) | m.exp(x) | m.exp2(x) | m.expm1(x)
m.log(p) | m.log2(p) | m.log1p(p) | m.log10(p) | m.sin(x) | m.cos(x) | m.tan(x) | m.asin(p) | m.atan2(x, y)
m.sinh(x) | m.tanh(x) | m.sigmoid(x) | m.logit(p) | m.erf(x) | m.erfc(x) | m.erfinv(p) | m.lgamma(p) | m.digamma(p)
m.square(x) | m.reciprocal(x) | m.pow(x, 2) | m.pow(2.0, x) | m.clamp(x, 0, 1) | m.clamp(x, min=0.0) | m.clip(x, 0, 1)
m.minimum(x, y) | m.fmax(x, y) | m.where(mask, x, 0.0) | m.where(x > 0, x, y) | m.lerp(x, y, 0.5) | m.addcmul(x, y, y)
m.addcdiv(x, y, p) | m.fmod(x, y) | m.remainder(x, 2.0) | m.hypot(x, y) | m.nan_to_num(x) | m.heaviside(x, y)
m.gcd(ints, ints2) | m.copysign(x, y) | m.logaddexp(x, y) | m.xlogy(p, p) | m.sinc(x) | m.deg2rad(x) | m.angle(z)
z * z | m.dist(x, y) | m.i0(x) | m.float_power(x, 2.0) | m.true_divide(x, y) | m.floor_divide(x, 2)
m.cumulative_trapezoid(x) | m.bitwise_and(at, t) | m.sgn(x) | m.ldexp(x, at) | m.frexp(x) | m.special.entr(p)
m.special.expit(x) | m.special.xlog1py(p, p) | m.special.softmax(a, 1) | x.add_(y) | x.mul_(1.0) | x.zero_()
x.fill_(1.0) | x.clamp_(0, 1) | x.copy_(y) | x.sub_(y) | x.div_(1.0) | x.abs_() | x.relu_() | x.sqrt_() | x.neg_()
x.pow_(2) | x.exp_() | a.t_() | x.detach() | x.clone() | x.requires_grad_(False) | m.is_tensor(x) | m.numel(x)
x.dim() | x.size() | x.ndim | x.T | x.nelement() | m.result_type(x, y) | m.can_cast(m.float32, m.float64)
m.promote_types(m.int32, m.float32) | m.get_default_dtype() | m.finfo(m.float32) | m.iinfo(m.int32)
m.is_floating_point(x) | m.manual_seed(0) | m.get_rng_state() | m.Size([1, 2]) | m.nn.Linear(3, 3) | at & t
"""

# NumPy's own calls for some of them, with the preparation that the call asks for.
NUMPY = {
    "m.get_rng_state()": "bits.state",
    "m.erfinv(p)": "_rational(p), _rational(p), _rational(p)",
    "m.lgamma(p)": "_rational(p), np.log(p), np.sin(p)",
    "m.linalg.qr(a)": "np.linalg.qr(a)",
    "m.linalg.lu(a)": "np.tril(a), np.triu(a)",
    "m.linalg.cholesky(s)": "np.linalg.cholesky(s)",
    "m.linalg.svd(a)": "np.linalg.svd(a)",
    "m.linalg.pinv(a)": "np.linalg.pinv(a)",
    "m.fft.fft2(a)": "np.fft.fft2(a)",
    "m.fft.fftn(a)": "np.fft.fftn(a)",
    "m.fft.fft(x)": "np.fft.fft(x)",
    "m.fft.irfft(z)": "np.fft.irfft(z)",
    "m.kron(a, b)": "np.kron(a, b)",
    "m.cdist(a, b)": "np.linalg.norm(a[:, None] - b, axis=-1)",
    "m.logspace(0, 1, 5)": "np.logspace(0, 1, 5, dtype='f')",
    "a.var(0)": "np.var(a, 0)",
    "a.std(0)": "np.std(a, 0)",
    "x.nanmean()": "np.nanmean(x)",
    "x.quantile(0.5)": "np.quantile(x, 0.5)",
    "F.cross_entropy(a, t)": "np.log(np.exp(a).sum(1)), a[at, t].mean()",
    "F.batch_norm(c, rm, rv, training=True)":
        "(c - c.mean((0, 2, 3))[:, None, None]) / np.sqrt(c.var((0, 2, 3)))[:, None, None]",
    "F.interpolate(c, scale_factor=2, mode='bilinear')":
        "c.repeat(2, 2).repeat(2, 3) * wide + c.repeat(2, 2).repeat(2, 3) * wide",
    "F.scaled_dot_product_attention(bch, bch, bch)": "np.matmul(np.exp(np.matmul(bch, bch)), bch)",
}  # fmt: skip

_SHOWN = 2.0  # times torch
_LEAST = Target("<= 3.3x torch", 1 / 0.3, "torch")
_MEAN = Target("<= 1/0.9 torch", 1 / 0.9, "torch")


def _rational(x: Any) -> Any:
    """A quotient of polynomials, as functions that NumPy does not have are made of."""
    upper = lower = x
    for _ in range(8):
        upper, lower = upper * x + x, lower * x + x
    return upper / lower


def _arrays() -> dict[str, Any]:
    rng = np.random.default_rng(0)
    shapes: dict[str, tuple[int, ...]] = {
        "x": (3,), "y": (3,), "a": (3, 3), "b": (3, 3), "c": (2, 3, 8, 8), "w": (4, 3, 3, 3), "h": (8, 16), "k": (16,),
        "v": (16, 16), "l": (2, 3, 8), "lw": (4, 3, 3), "e": (10, 4), "bch": (2, 3, 3), "rm": (3,), "xg": (2, 2, 3),
    }  # fmt: skip
    arrays: dict[str, Any] = {name: rng.normal(size=shape).astype("f") for name, shape in shapes.items()}
    return arrays | {
        "p": rng.uniform(0.1, 0.9, 3).astype("f"),
        "s": (arrays["a"] @ arrays["a"].T + 3 * np.eye(3)).astype("f"),
        "at": np.array([2, 0, 1]), "t": np.array([1, 0, 2]), "ints": np.array([3, 1, 2]), "ints2": np.array([5, 7, 2]),
        "j": np.array([[0, 1, 2], [2, 0, 1], [1, 1, 0]]), "mask": np.array([True, False, True]),
        "am": np.array([[True, False, True]] * 3), "so": np.array([0.0, 1.0, 2.0, 3.0], "f"),
        "z": (arrays["x"] + 1j * arrays["y"]).astype("F"), "rv": np.ones(3, "f"), "u8": np.array([1, 2, 3, 4], "u1"),
        "f64": rng.normal(size=3), "s0": np.array(1.5, "f"), "xb": np.array([1.0, 0.0, 1.0], "f"),
    }  # fmt: skip


def _names(library: Any) -> dict[str, Any]:
    tensors = {name: library.from_numpy(array) for name, array in _arrays().items()}
    return {"m": library, "F": library.nn.functional, "N": np.arange(3.0), **tensors}


def _numpy_names() -> dict[str, Any]:
    return {"np": np, "bits": np.random.MT19937(0), "_rational": _rational, "wide": np.ones((16, 16), "f"), **_arrays()}


def _calls() -> list[str]:
    return [call for line in CALLS.split("\n") for call in line.split(" | ") if call]


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the lines of slow calls, and the geometric mean of all calls."""
    torch = load_torch()
    if torch is None:
        return
    few = Effort(rounds=max(3, effort.rounds // 30), sample=effort.sample / 5)
    pairs = []
    ours, theirs = _names(wye), _names(torch)
    gc.freeze()  # a collection before each of many calls would take most of the time
    with one_thread():
        for call in _calls():
            if "_(" in call or "__setitem__" in call:  # what it writes to, others do not see
                contenders = {"wye": Snippet(call, _names(wye)), "torch": Snippet(call, _names(torch))}
            else:
                contenders = {"wye": Snippet(call, ours), "torch": Snippet(call, theirs)}
            times = compare(few, contenders)
            pairs.append((times["wye"], times["torch"]))
            if times["wye"] > _SHOWN * times["torch"]:
                yield _line(call, times, few)
    gc.unfreeze()
    mean = {side: exp(sum(log(pair[i]) for pair in pairs) / len(pairs)) for i, side in enumerate(("wye", "torch"))}
    slow = sum(wye_s > torch_s / 0.3 for wye_s, torch_s in pairs)
    yield Line(f"wide draw, mean of {len(pairs)}", mean, (_MEAN,), f"{slow} take more than 3.3 times what torch takes")


def _line(call: str, times: dict[str, float], effort: Effort) -> Line:
    """A slow call, beside NumPy's own calls for it where there are some."""
    note = ""
    if call in NUMPY:
        times |= {"direct": compare(effort, {"numpy": Snippet(NUMPY[call], _numpy_names())})["numpy"]}
        note = "NumPy alone takes longer than torch" if times["direct"] > times["torch"] else ""
    return Line(call, times, (_LEAST,), note)
