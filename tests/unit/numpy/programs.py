"""Short programs as people write them in plain NumPy: statistics, physics, learning, signals, writes."""
# ruff: noqa: N803, N806 - matrices have capital letters, as in the programs that people write

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

PROGRAMS = {}
_rng = np.random.default_rng(7)
v5 = _rng.uniform(0.3, 2, 5)
w5 = _rng.normal(size=5)
M = _rng.normal(size=(4, 3))
S = M.T @ M + np.eye(3)
A3 = _rng.normal(size=(3, 3)) + 3 * np.eye(3)
b3 = _rng.normal(size=3)
sig = _rng.normal(size=12)


def p(*args):
    def register(function):
        PROGRAMS[function.__name__] = (function, args)
        return function

    return register


# ---- statistics ----


@p(v5)
def zscore(x):
    return ((x - x.mean()) / x.std()).dot(np.arange(5.0))


@p(v5)
def skew(x):
    m = x - np.mean(x)
    return np.mean(m**3) / np.mean(m**2) ** 1.5


@p(v5)
def gaussian_nll(x):
    mu, ls = x[0], x[1]
    d = x[2:]
    return 0.5 * np.sum(((d - mu) / np.exp(ls)) ** 2) + len(d) * ls + 0.5 * len(d) * np.log(2 * np.pi)


@p(v5, w5)
def corr(x, y):
    return np.corrcoef(x, y)[0, 1]


@p(M)
def cov_logdet(X):
    return np.linalg.slogdet(np.cov(X, rowvar=False) + np.eye(3))[1]


@p(v5)
def softmax_entropy(x):
    z = np.exp(x - np.max(x))
    q = z / z.sum()
    return -(q * np.log(q)).sum()


@p(v5)
def logsumexp_reduce(x):
    return np.logaddexp.reduce(x)


@p(v5)
def quantiles(x):
    return np.quantile(x, [0.2, 0.5, 0.9]).sum() + np.median(x)


@p(v5)
def weighted(x):
    return np.average(x**2, weights=np.arange(1.0, 6))


@p(v5)
def moving_avg(x):
    c = np.cumsum(np.insert(x, 0, 0.0))
    return ((c[2:] - c[:-2]) / 2) @ np.arange(4.0)


@p(v5)
def winsor(x):
    return np.clip(x, np.percentile(x, 10), np.percentile(x, 90)).sum()


@p(v5)
def ewma(x):
    y = np.zeros_like(x)
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = 0.7 * y[i - 1] + 0.3 * x[i]
    return (y**2).sum()


@p(v5, w5)
def kde(x, t):
    return np.sum(np.exp(-0.5 * ((t[:, None] - x[None, :]) / 0.5) ** 2))


# ---- physics ----
@p(v5[:2])
def pendulum(s):
    th, om = s[0], s[1]
    for _ in range(5):
        om = om - 0.1 * np.sin(th)
        th = th + 0.1 * om
    return th * om


@p(_rng.normal(size=(4, 3)))
def lj_energy(r):
    e = 0.0
    for i in range(4):
        for j in range(i):
            d = r[i] - r[j]
            s6 = 1 / (np.sum(d**2) + 1) ** 3
            e = e + 4 * (s6**2 - s6)
    return e


@p(_rng.normal(size=(4, 3)))
def coulomb(r):
    d = r[:, None] - r[None]
    n = np.sqrt((d**2).sum(-1) + 1e-2)
    iu = np.triu_indices(4, 1)
    return (1 / n[iu]).sum()


@p(v5)
def heat_inplace(u):
    u = u.copy()
    for _ in range(3):
        u[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
    return (u**2).sum()


@p(v5)
def heat_args(u):
    for _ in range(3):
        u[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
    return (u**2).sum()


@p(v5)
def burgers(u):
    for _ in range(3):
        u = u - 0.05 * u * np.gradient(u)
    return np.trapezoid(u**2, dx=0.1)


@p(np.array([1.0, 0.0, 0.0, 1.0]))
def rk4(y):
    def f(y):
        return np.array([y[2], y[3], -y[0], -2 * y[1]])

    h = 0.1
    for _ in range(3):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return np.dot(y, y)


@p(_rng.normal(size=(5, 5)))
def ising(s):
    return -np.sum(np.tanh(s) * np.roll(np.tanh(s), 1, axis=0)) - np.sum(s * np.roll(s, 1, 1))


@p(b3, w5[:3])
def rotation(a, v):
    K = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    th = np.linalg.norm(a)
    R = np.eye(3) + np.sin(th) / th * K + (1 - np.cos(th)) / th**2 * K @ K
    return (R @ v)[0]


@p(np.abs(_rng.normal(size=4)))
def cross_field(x):
    return np.linalg.norm(np.cross(x[:3], x[1:]))


@p(_rng.normal(size=(6,)))
def laplace2d(x):
    g = np.zeros((4, 4), like=x) if not isinstance(x, np.ndarray) else np.zeros((4, 4))
    g[1:3, 1:4] = x.reshape(2, 3)
    for _ in range(2):
        g[1:-1, 1:-1] = 0.25 * (g[2:, 1:-1] + g[:-2, 1:-1] + g[1:-1, 2:] + g[1:-1, :-2])
    return np.sum(g * np.arange(16.0).reshape(4, 4))


# ---- learning ----
X = _rng.normal(size=(6, 3))
Y = (_rng.random(6) > 0.5) * 1.0
lab = np.array([0, 1, 2, 1, 0, 2])


@p(b3)
def logistic(w):
    z = X @ w
    return np.mean(np.log1p(np.exp(-np.abs(z))) + np.maximum(z, 0) - z * Y)


@p(_rng.normal(size=(3, 3)))
def cross_entropy(W):
    z = X @ W
    z = z - z.max(axis=1, keepdims=True)
    lp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -lp[np.arange(6), lab].mean()


@p(_rng.normal(size=(3, 4)), _rng.normal(size=(4,)))
def mlp(W, u):
    return np.mean((np.maximum(X @ W, 0) @ u - Y) ** 2)


@p(_rng.normal(size=(6, 4)))
def layernorm(h):
    m = h.mean(-1, keepdims=True)
    s = np.sqrt(((h - m) ** 2).mean(-1, keepdims=True) + 1e-5)
    return np.sum(((h - m) / s) * np.arange(24.0).reshape(6, 4))


@p(_rng.normal(size=(4, 3)))
def attention(Q):
    s = Q @ Q.T / np.sqrt(Q.shape[1])
    s = np.where(np.tril(np.ones((4, 4))) > 0, s, -1e9)
    a = np.exp(s - s.max(-1, keepdims=True))
    a /= a.sum(-1, keepdims=True)
    return np.sum(a @ Q * np.arange(12.0).reshape(4, 3))


@p(_rng.normal(size=(2, 2)))
def rnn(W):
    h = np.zeros(2)
    for t in range(4):
        h = np.tanh(W @ h + X[t, :2])
    return h.sum()


@p(_rng.normal(size=(3, 3)))
def conv2d(k):
    w = sliding_window_view(np.arange(36.0).reshape(6, 6) / 36, (3, 3))
    return np.einsum("ijkl,kl->ij", w, k).max(axis=1).sum()


@p(_rng.normal(size=(6, 3)))
def kmeans_obj(C):
    return np.min(((X[:, None] - C[None]) ** 2).sum(-1), axis=1).sum()


@p(_rng.normal(size=(3, 3)))
def embed(E):
    return np.sum(E[lab] ** 2 * np.arange(18.0).reshape(6, 3))


@p(b3)
def adam_steps(w):
    m = np.zeros(3)
    for _ in range(3):
        g = 2 * (w - 1)
        m = 0.9 * m + 0.1 * g
        w = w - 0.1 * m / (np.sqrt(m * m) + 1e-3)
    return np.sum(w**2)


@p(v5)
def ridge(k):
    a = X.T @ X + np.diag(k[:3])
    return np.linalg.solve(a, X.T @ Y) @ np.ones(3)


@p(np.array([0.7, 1.2, 0.3]))
def gp(h):
    t = np.linspace(0, 1, 6)
    K = h[0] ** 2 * np.exp(-0.5 * ((t[:, None] - t) / h[1]) ** 2) + (h[2] ** 2 + 1e-2) * np.eye(6)
    L = np.linalg.cholesky(K)
    a = np.linalg.solve(L, Y)
    return 0.5 * a @ a + np.log(np.diag(L)).sum()


@p(S)
def eig_obj(a):
    w, U = np.linalg.eigh((a + a.T) / 2)
    return np.sum(w**3) + np.abs(U[0, 0])


@p(M)
def pca(m):
    c = m - m.mean(0)
    s = np.linalg.svd(c, compute_uv=False)
    return s[0] / s.sum()


@p(A3)
def detinv(a):
    return np.linalg.det(a) * np.trace(np.linalg.inv(a))


@p(A3)
def matpow(a):
    return np.linalg.matrix_power(a, 3).trace()


@p(M)
def lstsq(m):
    return np.linalg.lstsq(m, np.arange(4.0), rcond=None)[0].sum()


@p(M)
def qr_obj(m):
    q, r = np.linalg.qr(m)
    return np.abs(np.diag(r)).sum() + (q**2 * np.arange(12.0).reshape(4, 3)).sum()


@p(M)
def pinv(m):
    return np.linalg.pinv(m).sum()


# ---- signals, writes ----
@p(sig)
def power(x):
    return np.sum(np.abs(np.fft.rfft(x)) ** 2 * np.arange(7.0))


@p(sig)
def filtfft(x):
    return np.sum(np.fft.ifft(np.fft.fft(x) * np.exp(-np.arange(12.0) / 4)).real ** 2)


@p(sig)
def conv(x):
    return np.sum(np.convolve(x, np.hanning(4), mode="same") ** 2)


@p(sig)
def autocorr(x):
    return np.correlate(x, x, "full")[3]


@p(sig)
def env(x):
    return np.sum(np.hypot(x, np.gradient(x)))


@p(v5)
def resample(y):
    return np.interp(np.linspace(0, 4, 9), np.arange(5.0), y) @ np.arange(9.0)


@p(sig)
def stft(x):
    f = np.stack([x[i : i + 4] * np.hanning(4) for i in range(0, 9, 2)])
    return np.log1p(np.abs(np.fft.rfft(f, axis=-1))).sum()


@p(sig)
def iir(x):
    y = np.empty_like(x)
    s = 0.0
    for i, t in enumerate(x):
        s = 0.5 * s + t
        y[i] = s
    return np.sum(y * y)


@p(sig)
def unwrap(x):
    return np.unwrap(x * 4).sum()


@p(sig)
def bincount_w(x):
    return (np.bincount(np.arange(12) % 4, weights=x * x) * np.arange(4.0)).sum()


@p(sig)
def addat(x):
    h = np.zeros_like(x)
    np.add.at(h, np.arange(12) % 5, x * x)
    return np.sum(h * np.arange(12.0))


@p(sig)
def maximum_acc(x):
    return np.maximum.accumulate(x).sum() + np.minimum.reduce(x)


@p(v5)
def poly(c):
    return np.polyval(c, 1.3) + np.polyval(np.polyder(c), 0.4) + np.polyint(c)[0]


@p(v5)
def vander(x):
    return np.linalg.det(np.vander(x[:3]))


@p(v5)
def sort_rank(x):
    return np.sort(x) @ np.arange(5.0) + x[np.argsort(-x)][:2].sum() + np.partition(x, 2)[:2].sum()


@p(v5)
def maskwrite(x):
    y = x * x
    y[x > 1] = 0.5 * y[x > 1]
    y[x <= 1] *= 3
    return y.sum()


@p(v5)
def fancywrite(x):
    y = np.zeros((3, 4)) * x[0]
    y[[0, 1, 2], [1, 2, 3]] = x[:3]
    y[:, 0] += x[4]
    y[1, ::2] -= x[3]
    return np.sum(y**2)


@p(v5)
def viewwrite(x):
    y = x.copy()
    z = y[1:4]
    z *= 2
    z[0] = x[4]
    y.reshape(5, 1)[2] = 7 * x[0]
    return y @ np.arange(5.0)


@p(v5)
def flipwrite(x):
    y = x.copy()
    y[::-1][:2] = x[:2] ** 2
    return y @ np.arange(5.0)


@p(v5)
def whereout(x):
    return np.sum(np.where(x > 1, np.log(x), x**2)) + np.sum(np.divide(1, x, where=x > 0.5, out=np.zeros_like(x)))


@p(v5)
def meshfn(x):
    a, b = np.meshgrid(x, x[:3], indexing="ij")
    return np.sum(np.sin(a) * b)


@p(v5)
def tensordots(x):
    return np.einsum("i,j,k->", x, x, x) + np.tensordot(np.outer(x, x), np.eye(5), 2) + np.kron(x, x).sum()


@p(v5)
def block(x):
    return np.linalg.det(np.block([[np.diag(x[:2]), np.ones((2, 1))], [np.ones((1, 2)), x[4:5, None]]]))


@p(v5)
def splits(x):
    a, b = np.split(x, [2])
    return (
        (np.concatenate([b, a]) * np.arange(5.0)).sum()
        + np.hstack([a, b]).sum()
        + np.tile(a, 2).sum()
        + np.repeat(b, 2).sum()
    )


@p(v5)
def nanfn(x):
    y = np.where(x > 1, np.nan, x)
    return np.nansum(y) + np.nanmean(y) + np.nan_to_num(y).sum()


@p(v5)
def apply(x):
    return (
        np.apply_along_axis(lambda r: r @ r, 1, np.outer(x, x)).sum()
        + np.vectorize(lambda t: t**2 if t > 1 else t)(x).sum()
    )


@p(v5)
def pyfloat(x):
    return sum(float(i) * v for i, v in enumerate(x)) + max(x) - min(x)


@p(v5)
def ptp(x):
    return np.ptp(x) + x.max() - x.argmax() * x[x.argmin()] + np.prod(x) + np.cumprod(x)[3]


@p(v5)
def pad(x):
    return (np.pad(x, 2, mode="reflect") * np.arange(9.0)).sum() + np.pad(x, (1, 0), mode="constant").sum()


@p(v5 + 0j)
def cplx(z):
    return np.sum(np.abs(np.exp(1j * z)) ** 2 * np.arange(5.0)).real + np.angle(z * np.exp(0.3j)).sum()


@p(v5)
def digit(x):
    return np.sum(x * np.digitize(x, [0.5, 1, 1.5])) + np.searchsorted(np.array([0.5, 1.0]), x).sum() * x[0]


@p(v5)
def histn(x):
    h, _ = np.histogram(np.arange(5.0), bins=3, weights=x * x)
    return h @ np.arange(3.0)
