"""What function modes and subclasses see of the ways to call einsum."""

import contextlib

import torch
from torch.overrides import TorchFunctionMode


def show(who, func, args):
    if func is torch.einsum:
        print(who, [type(one).__name__ for one in args], args[0])


class Shown(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        show("subclass", func, args)
        return super().__torch_function__(func, types, args, kwargs or {})


class Mode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        show("mode", func, args)
        return func(*args, **(kwargs or {}))


x = torch.ones(2, 2)
for other in (x, x.as_subclass(Shown)):
    for around in (contextlib.nullcontext(), Mode()):
        with around:
            print(torch.einsum("ij,jk", (x, other)).shape)
            print(torch.einsum("ij,jk", [x, other]).shape)
            print(torch.einsum("ij,jk", x, other).shape)
            print(torch.einsum(x, [0, 1], other, [1, 2], [0, 2]).shape)
            print(torch.einsum("ij", [other]).shape, torch.einsum("ij->", other).shape)
