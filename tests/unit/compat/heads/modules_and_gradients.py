# ruff: noqa
"""What a program with modules, gradients and graphs imports; using them is refused."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function, grad, gradcheck
from torch.autograd.function import once_differentiable
from torch.fx import Graph, GraphModule, Proxy, symbolic_trace
from torch.func import vmap, grad_and_value
from torch import nn, optim, Tensor, no_grad
import torch.optim as optim
from torch._functorch.aot_autograd import aot_export_module
from torch.nn.parameter import Parameter
from torch.types import Number, _size, _dtype, Device
from torch._C._functorch import unwrap_if_dead


class Net(nn.Module):
    def __init__(self):
        super().__init__()


class Sq(Function):
    @staticmethod
    def forward(ctx, x):
        return x * x


@torch.no_grad()
def f(x: torch.SymInt | int, y: "Number" = 1):
    return x


assert f(3) == 3 and not isinstance(3, torch.SymInt)
with torch.no_grad(), torch.inference_mode(), torch.enable_grad(), torch.set_grad_enabled(False):
    pass
assert repr(Net()) == "Net()"
assert len(Graph().nodes) == 0
try:
    aot_export_module(Net(), None)
    raise SystemExit("no error")
except NotImplementedError as e:
    assert "aot_export_module" in str(e)
