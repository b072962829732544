"""What programs call most on small tensors, beside torch.  ``direct`` is the least that NumPy takes for the same.

Where that is more than torch's whole call, the line says so: no Python around NumPy can be faster.
"""

from collections.abc import Iterator
from math import exp, log
from typing import Any

import numpy as np

import wye
from wye.bench.lines import Line, Target, Verdict
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch, one_thread

__all__ = ["measure"]

# the call, and NumPy's own calls for it where there are any to compare with
CALLS: dict[str, str] = {
    "x + y": "np.add(x, y)", "x * 2.0": "np.multiply(x, two)", "a + x": "np.add(a, x)", "x > y": "np.greater(x, y)",
    "x ** 2": "np.square(x)", "1 - x": "np.subtract(two, x)", "x.exp()": "np.exp(x)",
    "x.add_(0.5)": "np.add(x, two, x)",
    "m.add(x, x, alpha=2)": "np.add(x, np.multiply(x, two))", "m.relu(x)": "np.maximum(x, two)",
    "m.sigmoid(x)": "np.divide(two, np.add(np.exp(np.negative(x)), two))", "x.clamp(0.0, 1.0)": "",
    "m.where(mask, x, y)": "np.where(mask, x, y)", "m.nn.functional.gelu(h)": "",
    "x.sum()": "np.add.reduce(x)", "a.sum(0)": "np.add.reduce(a, 0)",
    "a.sum(-1, keepdim=True)": "np.add.reduce(a, 1, None, None, True)", "a.mean(1)": "np.add.reduce(a, 1)",
    "a.max()": "np.maximum.reduce(a, None)", "a.max(1)": "a.argmax(1), np.maximum.reduce(a, 1)",
    "a.argmax(1)": "a.argmax(1)", "a.std()": "", "a.cumsum(0)": "np.add.accumulate(a, 0)",
    "m.softmax(a, -1)": "np.exp(np.subtract(a, np.maximum.reduce(a, 1, None, None, True))), np.add.reduce(a, 1)",
    "m.nn.functional.layer_norm(h, (16,), k, k)": "np.multiply(np.subtract(h, h.dot(k)[:, None]), k), np.add(h, k)",
    "a @ b": "a.dot(b)", "m.matmul(a, x)": "a.dot(x)", "m.addmm(k, h, v)": "np.add(h.dot(v), k)",
    "m.bmm(c[0], c[0])": "np.matmul(c[0], c[0])", "m.einsum('ij,jk->ik', a, b)": "np.einsum('ij,jk->ik', a, b)",
    "m.nn.functional.linear(h, v, k)": "np.add(h.dot(v), k)", "m.nn.functional.conv2d(c, w)": "",
    "m.nn.functional.max_pool2d(c, 2)": "",
    "a.t()": "a.T", "a.T": "a.T", "a.transpose(0, 1)": "a.T", "a.reshape(9)": "a.reshape(9)",
    "a.view(-1)": "a.reshape(-1)", "a.flatten()": "a.reshape(-1)", "a.unsqueeze(0)": "a[None]",
    "a.permute(1, 0)": "a.transpose(1, 0)", "a.expand(2, 3, 3)": "", "a[0]": "a[0]", "a[:, 1]": "a[:, 1]",
    "a[1:]": "a[1:]", "a[..., None]": "a[..., None]", "a[at]": "a.take(at, 0)", "a[mask]": "a[mask]", "a.split(1)": "",
    "x.detach()": "", "x.contiguous()": "", "x.clone()": "x.copy()", "x.to(m.float64)": "x.astype('d')",
    "x.copy_(y)": "np.copyto(x, y)", "m.zeros(3)": "np.zeros(3, 'f')", "m.ones(3, 3)": "np.ones((3, 3), 'f')",
    "m.arange(5)": "np.arange(5)", "m.tensor([1.0, 2.0])": "np.array([1.0, 2.0], 'f')",
    "m.empty(3)": "np.empty(3, 'f')",
    "m.zeros_like(x)": "np.zeros_like(x)", "m.cat([x, y])": "np.concatenate([x, y])",
    "m.stack([x, y])": "np.array([x, y])", "a.sort()": "np.sort(a), a.argsort(1, 'stable')", "a.topk(2)": "",
    "m.equal(x, y)": "np.equal(x, y)", "m.allclose(x, y)": "", "x[0].item()": "x[0].item()",
    "x.tolist()": "x.tolist()", "a.numpy()": "", "len(a)": "len(a)", "a.shape": "a.shape", "a.dtype": "a.dtype",
    "a.dim()": "a.ndim", "a.size(0)": "a.shape[0]", "a.stride()": "a.strides", "a.numel()": "a.size",
    "a.is_contiguous()": "a.flags.c_contiguous",
    "m.nn.functional.log_softmax(a, -1)":
        "np.log(np.add.reduce(np.exp(np.subtract(a, np.maximum.reduce(a, 1, None, None, True))), 1)), a - a",
    "m.nn.functional.softplus(x)": "np.where(x > two, x, np.log1p(np.exp(np.multiply(x, two))))",
    "m.nn.functional.elu(x)": "np.where(x < two, np.expm1(np.multiply(x, two)), np.multiply(x, two))",
    "m.nn.functional.avg_pool2d(c, 2)":
        "(c[..., ::2, ::2] + c[..., ::2, 1::2] + c[..., 1::2, ::2] + c[..., 1::2, 1::2]) / two",
    "m.nn.functional.pad(x, (1, 1))": "np.pad(x, 1)", "m.tril_indices(3, 3)": "np.array(np.tril_indices(3))",
    "m.rand(3)": "np.multiply(raw(3) & mask24, two).astype('f')", "a[at, at]": "a[at, at]",
    "a.index_add(0, at, b)": "np.add.at(a.copy(), at, b)", "m.complex(x, y)": "x + 1j * y",
    "a.flip(0)": "a[::-1].copy()",
    "a.var(0)": "np.var(a, 0)", "m.finfo(m.float32)": "np.finfo('f')", "a.gather(1, a.argsort(1))": "",
}  # fmt: skip
_MASK24 = np.uint64((1 << 24) - 1)
_LEAST = Target("<= 3.3x torch", 1 / 0.3, "torch")
_MEAN = Target("<= 1/0.9 torch", 1 / 0.9, "torch")


def _names(library: Any) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    shapes: dict[str, Any] = {
        "x": 3,
        "y": 3,
        "a": (3, 3),
        "b": (3, 3),
        "c": (2, 3, 8, 8),
        "w": (4, 3, 3, 3),
        "h": (8, 16),
        "k": 16,
    }
    arrays: dict[str, Any] = {name: rng.normal(size=shape).astype("f") for name, shape in shapes.items()}
    arrays |= {"v": rng.normal(size=(16, 16)).astype("f"), "at": np.array([2, 0, 1])}
    arrays["mask"] = np.array([True, False, True])
    if library is np:
        return {
            "np": np,
            "two": np.array(2.0, "f"),
            "raw": np.random.MT19937(0).random_raw,
            **arrays,
            "mask24": _MASK24,
        }
    return {"m": library, **{name: library.from_numpy(array) for name, array in arrays.items()}}


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines, and the geometric mean of all of them."""
    few = Effort(rounds=max(5, effort.rounds // 7), sample=effort.sample / 3)
    torch, ours, numpy = load_torch(), _names(wye), _names(np)
    theirs = None if torch is None else _names(torch)
    lines = []
    for call, direct in CALLS.items():
        contenders = {
            "wye": Snippet(call, ours),
            "direct": Snippet(direct, numpy) if direct else None,
            "torch": None if theirs is None else Snippet(call, theirs),
        }
        with one_thread():
            times = compare(few, contenders)
        slow = "torch" in times and times.get("direct", 0.0) > times["torch"]
        lines.append(Line(call, times, (_LEAST,), "NumPy alone takes longer than torch" if slow else ""))
        yield lines[-1]
    yield _mean(lines)


def _mean(lines: list[Line]) -> Line:
    """The geometric means of all calls, whose ratio is the mean of their ratios."""
    sides = ("wye",) if any(line.verdict is Verdict.TORCH_ABSENT for line in lines) else ("wye", "torch")
    times = {side: exp(sum(log(line.times[side]) for line in lines) / len(lines)) for side in sides}
    fast = sum(line.times["wye"] <= line.times.get("torch", 0.0) for line in lines)
    return Line(f"everyday calls, mean of {len(lines)}", times, (_MEAN,), f"{fast} at least as fast as torch")
