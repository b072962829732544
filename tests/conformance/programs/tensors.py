"""Tensors, functions, a custom operator and a mode, as a program uses them together."""

import torch
from torch import Tensor
from torch.nn import functional
from torch.utils._python_dispatch import TorchDispatchMode

torch.manual_seed(0)
x = torch.randn(2, 3)
w = torch.rand(4, 3)
print(x)
print(functional.linear(x, w).shape, functional.relu(x).sum(), torch.softmax(x, -1))
print(x.max(dim=1), x.argmax(), torch.arange(5), torch.zeros(2, 2, dtype=torch.int32), x.dtype, x.shape, x.device)


@torch.library.custom_op("programs::scale", mutates_args=())
def scale(a: Tensor, k: float) -> Tensor:
    return a * k


@scale.register_fake
def _(a, k):
    return torch.empty_like(a)


print(scale(x, 2.0), torch.ops.programs.scale(x.to("meta"), 3.0).shape)


class Print(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func, [type(a).__name__ for a in args])
        return func(*args, **(kwargs or {}))


with Print():
    y = functional.gelu(x @ w.t()) + 1
    y[0] = 2
    z = y.view(-1)[::2].clone()
print(y, z, y._version, z._version)
print(torch.allclose(y, y), torch.cat([x, x]).stride(), x.t().contiguous().stride(), x.t().is_contiguous())
for call in (lambda: x @ x, lambda: x.view(4), lambda: x[5]):
    try:
        call()
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, error)
