"""Typical programs as type checkers see them.

test_stubs.py gives this file to mypy and pyright, and runs it with an `assert_type` that looks at the value.
"""

from collections.abc import Sequence
from typing import Any, assert_type

import numpy as np

import wye
from wye import Tensor, return_types


def factories() -> Tensor:
    x = wye.zeros(2, 3)
    assert_type(x, Tensor)
    assert_type(wye.zeros((2, 3), dtype=wye.float64, device="meta"), Tensor)
    assert_type(wye.ones([2, 3], requires_grad=True), Tensor)
    assert_type(wye.full((2,), 1.5), Tensor)
    assert_type(wye.arange(5), Tensor)
    assert_type(wye.arange(0, 1, 0.25, dtype=wye.float32), Tensor)
    assert_type(wye.rand(2, 3, generator=wye.Generator()), Tensor)
    assert_type(wye.randn((2, 3)), Tensor)
    assert_type(wye.randint(0, 10, (3,)), Tensor)
    assert_type(wye.eye(3), Tensor)
    assert_type(wye.linspace(0, 1, 5), Tensor)
    assert_type(wye.zeros_like(x, memory_format=wye.contiguous_format), Tensor)
    assert_type(wye.tensor([[1.0, 2.0]]), Tensor)
    assert_type(wye.from_numpy(np.zeros(3)), Tensor)
    assert_type(wye.add(wye.ones(3), np.ones(3)), Tensor)
    assert_type(wye.ops.aten.sin(np.ones(3)), Any)
    return x


def attributes(x: Tensor) -> None:
    assert_type(x.shape, wye.Size)
    assert_type(x.dtype, wye.dtype)
    assert_type(x.device, wye.device)
    assert_type(x.ndim, int)
    assert_type(x.numel(), int)
    assert_type(x.T, Tensor)
    assert_type(x.mT, Tensor)
    assert_type(x.real, Tensor)
    assert_type(wye.float32, wye.dtype)
    assert_type(wye.long, wye.dtype)
    assert_type(x.requires_grad, bool)


def arithmetic(x: Tensor, y: Tensor) -> Tensor:
    assert_type(x + y, Tensor)
    assert_type(1 + x, Tensor)
    assert_type(2.0 * x - y / 3, Tensor)
    assert_type(x**2, Tensor)
    assert_type(x @ y.T, Tensor)
    assert_type(-x, Tensor)
    assert_type(x > 0, Tensor)
    assert_type(x == y, Tensor)
    assert_type((x > 0) & (y < 1), Tensor)
    assert_type(abs(x), Tensor)
    x += y
    x *= 2
    assert_type(x, Tensor)
    assert_type(wye.add(x, y, alpha=2), Tensor)
    assert_type(wye.add(x, 1, out=y), Tensor)
    assert_type(wye.sin(input=x), Tensor)
    assert_type(wye.where(x > 0, x, 0.0), Tensor)
    assert_type(wye.where(x > 0), tuple[Tensor, ...])
    assert_type(wye.div(x, y, rounding_mode="floor"), Tensor)
    assert_type(wye.clamp(x, min=0), Tensor)
    assert_type(wye.complex(x, y), Tensor)
    return x.add_(y).mul_(2)


def reductions(x: Tensor) -> None:
    assert_type(x.sum(), Tensor)
    assert_type(x.sum(0), Tensor)
    assert_type(x.sum((0, 1), keepdim=True), Tensor)
    assert_type(wye.sum(x, dim=-1, dtype=wye.float64), Tensor)
    assert_type(x.mean(dim=0), Tensor)
    assert_type(x.max(), Tensor)
    assert_type(x.max(0), return_types.max)
    assert_type(x.max(0).values, Tensor)
    values, indices = x.sort(dim=1, descending=True)
    assert_type(values, Tensor)
    assert_type(indices, Tensor)
    assert_type(wye.topk(x, 2).indices, Tensor)
    assert_type(x.argmax(dim=1), Tensor)
    assert_type(x.std(unbiased=False), Tensor)
    assert_type(x.any(), Tensor)
    assert_type(wye.allclose(x, x), bool)
    assert_type(x.equal(x), bool)
    assert_type(bool(x.all()), bool)
    assert_type(float(x.sum()), float)
    assert_type(x.softmax(-1), Tensor)


def views(x: Tensor) -> None:
    assert_type(x.view(3, 2), Tensor)
    assert_type(x.view((3, 2)), Tensor)
    assert_type(x.view(-1), Tensor)
    assert_type(x.reshape(x.shape), Tensor)
    assert_type(x.permute(1, 0), Tensor)
    assert_type(x.expand(4, 2, 3), Tensor)
    assert_type(x.transpose(0, 1).contiguous(), Tensor)
    assert_type(x.unsqueeze(0).squeeze(), Tensor)
    assert_type(x.flatten(), Tensor)
    assert_type(x.split(1), tuple[Tensor, ...])
    assert_type(x.chunk(2), tuple[Tensor, ...])
    assert_type(x.unbind(), tuple[Tensor, ...])
    assert_type(x[0], Tensor)
    assert_type(x[..., 1:], Tensor)
    assert_type(x[x > 0], Tensor)
    assert_type(x[None, :, [0, 1]], Tensor)
    x[0] = 1.0
    x[:, 1] = x[:, 0]
    assert_type(list(x), list[Tensor])
    assert_type(wye.cat([x, x], dim=1), Tensor)
    assert_type(wye.stack((x, x)), Tensor)
    assert_type(x.gather(1, wye.zeros(2, 1, dtype=wye.int64)), Tensor)


def conversions(x: Tensor) -> None:
    assert_type(x.to(wye.float64), Tensor)
    assert_type(x.to("meta"), Tensor)
    assert_type(x.to(device="cpu", dtype=wye.float16, copy=True), Tensor)
    assert_type(x.to(x), Tensor)
    assert_type(x.long().float().bool(), Tensor)
    assert_type(x.type(), str)
    assert_type(x.type(wye.int32), Tensor)
    assert_type(x.tolist(), Any)
    assert_type(x.new_tensor([1]), Tensor)
    assert_type(x.clone().detach(), Tensor)


def layers(x: Tensor, weight: Tensor) -> Tensor:
    assert_type(wye.relu(x), Tensor)
    assert_type(wye.gelu(x, approximate="tanh"), Tensor)
    assert_type(wye.layer_norm(x, (3,), eps=1e-5), Tensor)
    assert_type(wye.embedding(weight, wye.tensor([0, 1])), Tensor)
    assert_type(wye.linalg.norm(x), Tensor)
    assert_type(wye.special.erf(x), Tensor)
    assert_type(wye.fft.fft(x, dim=0), Tensor)
    assert_type(wye.einsum("ij,kj->ik", [x, weight]), Tensor)
    return wye.matmul(x, weight.mT)


class Marked(Tensor):
    """A subclass keeps its class through methods that return the tensor itself."""


def in_place(marked: Marked) -> Marked:
    return marked.fill_(1.0).requires_grad_(False)


def sizes(of: Sequence[int]) -> Tensor:
    return wye.empty(of)


def main() -> None:
    x = factories()
    attributes(x)
    arithmetic(x, wye.ones(2, 3))
    reductions(x)
    views(wye.rand(2, 3))
    conversions(x)
    layers(x, wye.rand(4, 3))
    in_place(Marked([1.0]))
    sizes((2, 3))


if __name__ == "__main__":
    main()
